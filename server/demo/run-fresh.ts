import { eq } from 'drizzle-orm'
import { users } from '@/db/schema'
import { FOUR_DAY_WEEK, HEATING, LEGUMES } from '@/db/seed/examples'
import type { SeedExample, SeedQuestion } from '@/db/seed/types'
import type { Deps } from '../deps'
import { isDemoOn } from '../env'
import { AppError } from '../errors'
import { ISSUANCE, userAccount } from '../ledger/accounts'
import { postTransfer } from '../ledger/post'
import { walletSummary } from '../ledger/queries'
import { askAs, creditsOf, demoId, offerAs } from './demo-people'

export const EXAMPLES = ['legumes', 'fact-check', 'choice'] as const
export type Example = (typeof EXAMPLES)[number]

const CONTENT: Record<Example, SeedExample> = {
  legumes: LEGUMES,
  'fact-check': FOUR_DAY_WEEK,
  choice: HEATING,
}

/** Its offers arrive with it, so it starts by itself within a second; an hour covers a market that is busy. */
const DEADLINE_MINUTES = 60

/**
 * Asks an example anew in the name of its demo person and posts the offers of its demo sellers; bots answer by themselves,
 * and so does the inspection start. Safe to repeat: the same `requestKey` finds the same question, and finishes what a
 * call that was cut off left undone.
 *
 * @throws AppError `auth.demo_off` when there is no demo market here.
 */
export async function runFresh(
  deps: Deps,
  { example, requestKey }: { example: Example; requestKey: string },
): Promise<{ contextId: string }> {
  if (!isDemoOn(deps.env)) throw new AppError('auth.demo_off')
  const { question, offers } = CONTENT[example]
  const { contextId } = await deps.db.transaction(async (tx) => {
    // Its world is stated: nobody on the web is asked.
    const here = { ...deps, db: tx, pages: null }
    await topUp(here, question, requestKey)
    return askAs(here, question, { deadlineMinutes: DEADLINE_MINUTES, requestKey })
  })
  for (const [index, offer] of offers.entries()) {
    await offerAs(deps, offer, { contextId, requestKey: `${requestKey}-${index + 1}` })
  }
  return { contextId }
}

/**
 * A demo person who has less than the run holds is granted what it holds, keyed by the run, so that visitors never find the
 * button dry and the books stay exact.
 */
async function topUp(deps: Deps, { asker, budget }: SeedQuestion, requestKey: string): Promise<void> {
  const userId = demoId(asker)
  // Locked, so that two runs at once do not both count on the same credits.
  const [person] = await deps.db
    .select({ isDemo: users.isDemo })
    .from(users)
    .where(eq(users.id, userId))
    .for('update')
  if (!person?.isDemo) throw new AppError('auth.demo_off')
  const amountMicros = creditsOf(budget)
  const { availableMicros } = await walletSummary(deps.db, userId)
  if (availableMicros >= amountMicros) return
  await postTransfer(deps.db, {
    leg: {
      key: `${userId}:demo-run:${requestKey}`,
      kind: 'grant',
      from: ISSUANCE,
      to: userAccount(userId),
      amountMicros,
    },
    at: deps.clock.now(),
  })
}
