import { BUDGET_MICROS_MIN, exactCredits } from '@/server/shared/money'

export type Budget = { budgetMicros: bigint; availableMicros: bigint }

/** Why a budget cannot be held, by how much, and what to do instead; null when there is enough for it. */
export function tooLittleFor({ budgetMicros, availableMicros }: Budget): string | null {
  const missingMicros = budgetMicros - availableMicros
  if (missingMicros <= 0n) return null
  const has = `You have ${exactCredits(availableMicros)} credits available, ${exactCredits(missingMicros)} too few.`
  return availableMicros < BUDGET_MICROS_MIN
    ? `${has} Wait until an open question of yours ends and its rest returns, or sell what you know.`
    : `${has} Lower the budget to ${exactCredits(availableMicros)} or less, or wait until an open question of yours ends.`
}
