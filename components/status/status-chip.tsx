import { Bot } from 'lucide-react'
import type { ReactNode } from 'react'
import { type MarketState, statusOf } from '@/components/status/status'
import { cn } from '@/components/ui/cn'
import { BY_PROGRAM } from '@/server/words/tree'

export type StatusChipProps = {
  state: MarketState
  /** Said instead of the usual word, for example "bought for you". */
  word?: ReactNode
  /** Word and icon in colour, without the box: for dense rows. */
  bare?: boolean
  className?: string
}

/** Icon, word and colour of a state; its explanation on hover. */
export function StatusChip({ state, word, bare = false, className }: StatusChipProps) {
  const status = statusOf(state)
  return (
    <span
      data-tone={status.tone}
      title={status.explanation}
      className={cn(
        'inline-flex items-center gap-1 whitespace-nowrap font-medium text-tone text-xs leading-5',
        !bare && 'rounded-sm border border-tone-line bg-tone-wash px-1.5',
        className,
      )}
    >
      <status.icon aria-hidden className="size-3 shrink-0" strokeWidth={2.25} />
      {word ?? status.word}
    </span>
  )
}

export type StatusIconProps = {
  state: MarketState
  /** Reads the word out; leave it off only where the word stands beside the icon. */
  label?: boolean
  className?: string
}

export function StatusIcon({ state, label = true, className }: StatusIconProps) {
  const status = statusOf(state)
  return (
    <span data-tone={status.tone} title={status.word} className={cn('inline-flex text-tone', className)}>
      <status.icon aria-hidden className="size-4 shrink-0" />
      {label ? <span className="sr-only">{status.word}</span> : null}
    </span>
  )
}

/** The badge where a row is too dense for words: the mark alone, said in full on hover. */
export function BotMark({ says, className }: { says: string; className?: string }) {
  return (
    <span title={says} className={cn('inline-flex shrink-0 text-muted', className)}>
      <Bot aria-hidden className="size-3.5" />
    </span>
  )
}

type BadgeProps = { owner?: string; className?: string }

/** Stands beside every bot's name, so that a program never passes for a person. */
export function BotBadge({ owner, className }: BadgeProps) {
  return (
    <Badge says={owner ? `A bot run by ${owner}` : 'A bot'} className={className}>
      {owner ? `bot of ${owner}` : 'bot'}
    </Badge>
  )
}

/** Stands beside a person's name where a program with a key of theirs posted. */
export function ProgramBadge({ className }: Pick<BadgeProps, 'className'>) {
  return (
    <Badge says={BY_PROGRAM} className={className}>
      by a program
    </Badge>
  )
}

function Badge({
  says,
  className,
  children,
}: {
  says: string
  className: string | undefined
  children: ReactNode
}) {
  return (
    <span
      title={says}
      className={cn(
        'inline-flex items-center gap-1 whitespace-nowrap rounded-sm border border-line px-1 text-xs text-muted leading-4',
        className,
      )}
    >
      <Bot aria-hidden className="size-3" />
      {children}
    </span>
  )
}
