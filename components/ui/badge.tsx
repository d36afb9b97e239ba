import { X } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'

/** Plain meanings of a badge; each borrows one of the page's checked colour sets. */
const BADGE_TONES = {
  plain: 'plain',
  accent: 'accent',
  good: 'bought',
  warn: 'waiting',
  bad: 'failed',
} as const

export type BadgeTone = keyof typeof BADGE_TONES

export type BadgeProps = { children: ReactNode; tone?: BadgeTone; icon?: ReactNode; className?: string }

export function Badge({ children, tone = 'plain', icon, className }: BadgeProps) {
  return (
    <span
      data-tone={BADGE_TONES[tone]}
      className={cn(
        `inline-flex items-center gap-1 whitespace-nowrap rounded-sm border border-tone-line bg-tone-wash px-1.5 font-medium
         text-tone text-xs leading-5 [&_svg]:size-3`,
        className,
      )}
    >
      {icon}
      {children}
    </span>
  )
}

export type ChipProps = {
  children: ReactNode
  /** Makes the chip a link. */
  href?: string
  /** The chip is a filter that is switched on. */
  active?: boolean
  /** Shows a cross that removes it; needs `'use client'` around it. */
  onRemove?: () => void
  /** What the cross is called, for example "Remove the tag food". */
  removeLabel?: string
  className?: string
}

/** A tag or a filter. */
export function Chip({
  children,
  href,
  active = false,
  onRemove,
  removeLabel = 'Remove',
  className,
}: ChipProps) {
  const styles = cn(
    `inline-flex min-h-7 items-center gap-1 rounded-full border border-line bg-surface px-2.5 text-muted text-xs no-underline
     pointer-coarse:min-h-9`,
    href && 'transition-colors hover:border-edge hover:text-ink',
    active && 'border-accent-line bg-accent-wash text-accent',
    className,
  )
  if (href !== undefined) {
    return (
      <Link href={href} className={styles} aria-current={active || undefined}>
        {children}
      </Link>
    )
  }
  return (
    <span className={styles}>
      {children}
      {onRemove ? (
        <button
          type="button"
          onClick={onRemove}
          aria-label={removeLabel}
          className="relative -mr-1.5 grid size-5 place-items-center rounded-full after:absolute after:-inset-1.5 pointer-coarse:after:-inset-3 hover:text-ink"
        >
          <X aria-hidden className="size-3" />
        </button>
      ) : null}
    </span>
  )
}
