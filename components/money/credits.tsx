import { cn } from '@/components/ui/cn'
import { formatCredits } from '@/server/shared/money'

export type CreditsProps = {
  micros: bigint
  /** Writes "+" before what came in; what went out always has its minus. */
  sign?: boolean
  /** Ends with the word "credits"; on by default. */
  unit?: boolean
  /** Struck through: a movement that was reversed. */
  struck?: boolean
  className?: string
}

/** An amount as people read it: "3.50 credits", in figures that line up. */
export function Credits({ micros, sign = false, unit = true, struck = false, className }: CreditsProps) {
  const amount = `${sign && micros > 0n ? '+' : ''}${formatCredits(micros)}`
  const text = unit ? `${amount} credits` : amount
  return struck ? (
    <s className={cn('nums text-muted', className)}>{text}</s>
  ) : (
    <span className={cn('nums', className)}>{text}</span>
  )
}
