import { cn } from '@/components/ui/cn'
import { exactCredits, formatCredits } from '@/server/shared/money'

export type CreditsProps = {
  micros: bigint
  /** Writes "+" before what came in; what went out always has its minus. */
  sign?: boolean
  /** Ends with the word "credits"; on by default. */
  unit?: boolean
  /** To the last micro-credit: what is about to move or has moved, and a limit. Elsewhere two decimals stand, and the exact amount on hover. */
  exact?: boolean
  /** Struck through: a movement that was reversed. */
  struck?: boolean
  className?: string
}

/** An amount as people read it: "3.50 credits", in figures that line up. */
export function Credits({
  micros,
  sign = false,
  unit = true,
  exact = false,
  struck = false,
  className,
}: CreditsProps) {
  const precise = exactCredits(micros)
  const printed = exact ? precise : formatCredits(micros)
  const amount = `${sign && micros > 0n ? '+' : ''}${printed}`
  const text = unit ? `${amount} credits` : amount
  return struck ? (
    <s className={cn('nums text-muted', className)}>{text}</s>
  ) : (
    <span className={cn('nums', className)} title={printed === precise ? undefined : precise}>
      {text}
    </span>
  )
}
