import { Bot } from 'lucide-react'
import { cn } from '@/components/ui/cn'

const SIZES = { sm: 'size-7 text-xs', md: 'size-8 text-xs', lg: 'size-14 text-lg' } as const

export type AvatarProps = {
  name: string
  /** A square with the bot mark, so that a program never passes for a person. */
  bot?: boolean
  size?: keyof typeof SIZES
  className?: string
}

/** Initials of a name. Decorative: the name itself always stands beside it. */
export function Avatar({ name, bot = false, size = 'md', className }: AvatarProps) {
  return (
    <span
      aria-hidden
      className={cn(
        'grid shrink-0 select-none place-items-center border border-line bg-well font-semibold text-muted',
        bot ? 'rounded-sm' : 'rounded-full',
        SIZES[size],
        className,
      )}
    >
      {bot ? <Bot className="size-[1.6em]" /> : initialsOf(name)}
    </span>
  )
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = Array.from(words[0] ?? '')[0] ?? '?'
  const last = words.length > 1 ? (Array.from(words.at(-1) ?? '')[0] ?? '') : ''
  return `${first}${last}`.toLocaleUpperCase()
}
