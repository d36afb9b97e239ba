import { and, eq, isNull } from 'drizzle-orm'
import { bots, matchers } from '@/db/schema'
import { recordAct } from '../../audit/record-act'
import type { BotInput } from '../../contract/bots'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { putMatcher } from '../../market/matching/put-matcher'
import { changeMatcher } from '../../market/matching/store'
import { isNowHidden } from '../../market/moderation/subjects'
import { setStartingPrice } from '../demand/follow-demand'
import { changeAddress } from '../webhook/manage'
import { columnsOf } from './bot-columns'

/**
 * Changes one's own bot; what it has offered stays as it is. While it works, the open questions that it now wants reach it.
 *
 * @throws AppError `sellers.bot_not_found`; `sellers.wrong_kind`, since a bot keeps its kind; `moderation.name_hidden`; and as `columnsOf`.
 */
export async function updateBot(
  deps: Deps,
  ownerId: string,
  { botId, bot }: { botId: string; bot: BotInput },
): Promise<{ botId: string }> {
  return deps.db.transaction(async (tx) => {
    const [stored] = await tx
      .select()
      .from(bots)
      .where(and(eq(bots.id, botId), eq(bots.ownerId, ownerId), isNull(bots.removedAt)))
      .for('update')
    if (!stored) throw new AppError('sellers.bot_not_found')
    // Other words would take the place of those that a moderator took out of sight.
    const isRenamed = bot.name !== stored.name || bot.about !== stored.about
    if (await isNowHidden(tx, 'bot', botId)) throw new AppError('moderation.name_hidden')
    if (isRenamed && (await isNowHidden(tx, 'person', ownerId))) throw new AppError('moderation.name_hidden')
    if (stored.kind !== bot.kind) throw new AppError('sellers.wrong_kind', { details: { field: 'bot.kind' } })
    await tx
      .update(bots)
      .set(await columnsOf(tx, deps, botId, bot, stored))
      .where(eq(bots.id, botId))
    const { rule, priceMicros } = bot.price
    const isSet = stored.priceRule !== rule || stored.priceMicros !== priceMicros
    if (rule === 'follows-demand' && isSet)
      await setStartingPrice(tx, { botId, priceMicros, at: deps.clock.now() })
    if (bot.kind === 'webhook') await changeAddress(tx, deps, { botId, url: bot.url })
    const [matcher] = await tx.select({ id: matchers.id }).from(matchers).where(eq(matchers.botId, botId))
    if (matcher) {
      await changeMatcher(tx, matcher.id, { query: bot.matcher, at: deps.clock.now() })
      if (!stored.isPaused) await putMatcher(tx, deps, matcher.id)
    }
    await recordAct(tx, deps, ownerId, { act: 'bot.changed', botId })
    return { botId }
  })
}
