import { eq } from 'drizzle-orm'
import { users } from '@/db/schema'
import { BOTS } from '@/db/seed/bots'
import { freeHandle } from '../auth/handles'
import { demoPerson } from '../auth/people'
import { createBotSchema } from '../contract/bots'
import type { Deps } from '../deps'
import { grantWelcome } from '../ledger/grant-welcome'
import { createBot } from '../sellers/bots/bots'
import { botInput, demoId } from './demo-people'

/**
 * Makes a demo person anew for one visitor: name, page, credits and bots of the one that was chosen, and nobody else's login,
 * limits, wallet or words. The bots rest until their owner puts them to work, and come without documents.
 *
 * @throws AppError `auth.demo_off` when there is no demo market here, or nobody by that name in it.
 */
export async function stepIn(deps: Deps, handle: string): Promise<{ userId: string }> {
  const { userId: demoOf } = await demoPerson(deps, handle)
  const userId = deps.ids.next('user')
  const at = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    const [chosen] = await tx
      .select({ name: users.name, bio: users.bio })
      .from(users)
      .where(eq(users.id, demoOf))
    if (!chosen) throw new Error('A demo person is gone')
    const free = await freeHandle(tx, handle)
    await tx
      .insert(users)
      .values({ ...chosen, id: userId, handle: free, isDemo: true, demoOf, createdAt: at })
    await grantWelcome(tx, { userId, at })
    const own = BOTS.filter((bot) => demoId(bot.owner) === demoOf && bot.kind !== 'corpus')
    for (const [index, bot] of own.entries()) {
      const input = createBotSchema.parse({ ...botInput(bot, `step-in-${index + 1}`), isLive: false })
      await createBot({ ...deps, db: tx }, userId, input)
    }
  })
  return { userId }
}
