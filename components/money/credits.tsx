import { cn } from '@/components/ui/cn'
import { formatCredits, formatTotal } from '@/server/shared/money'

export type CreditsProps = {
  micros: bigint
  /** Writes "+" before what came in; what went out always has its minus. */
  sign?: boolean
  /** Ends with the word "credits"; on by default. */
  unit?: boolean
  /** A total beside others: two decimals, the exact amount on hover. A price, and what is held or moved, is always exact. */
  total?: boolean
  /** Struck through: a movement that was reversed. */
  struck?: boolean
  className?: string
}

/** An amount as people read it: "3.50 credits", in figures that line up. */
export function Credits({
  micros,
  sign = false,
  unit = true,
  total = false,
  struck = false,
  className,
}: CreditsProps) {
  const amount = `${sign && micros > 0n ? '+' : ''}${(total ? formatTotal : formatCredits)(micros)}`
  const text = unit ? `${amount} credits` : amount
  return struck ? (
    <s className={cn('nums text-muted', className)}>{text}</s>
  ) : (
    <span className={cn('nums', className)} title={total ? formatCredits(micros) : undefined}>
      {text}
    </span>
  )
}
