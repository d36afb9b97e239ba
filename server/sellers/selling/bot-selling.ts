import { and, asc, eq, gte, lte, sql } from 'drizzle-orm'
import { botDays, bots } from '@/db/schema'
import type { BotSelling, SellingScope } from '../../contract/selling'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { sellingFigures } from './figures'
import { listDecided } from './own-offers'
import { dayText } from './periods'
import { postMortem } from './post-mortem'

/** Offers that a post-mortem is made of: what a bot was like long ago teaches little. */
const LOOKED_AT = 200

/** What one's own bot sold and what it used on these days. @throws AppError `sellers.bot_not_found`. */
export async function botSelling(
  deps: Pick<Deps, 'db' | 'clock'>,
  ownerId: string,
  { botId, from, to }: { botId: string } & Pick<SellingScope, 'from' | 'to'>,
): Promise<BotSelling> {
  const [bot] = await deps.db
    .select({ id: bots.id })
    .from(bots)
    .where(and(eq(bots.id, botId), eq(bots.ownerId, ownerId)))
  if (!bot) throw new AppError('sellers.bot_not_found')
  const days = await deps.db
    .select({
      day: botDays.day,
      offers: botDays.offers,
      tokens: sql<number>`${botDays.promptTokens} + ${botDays.completionTokens}`,
      costMicroUsd: botDays.costMicroUsd,
    })
    .from(botDays)
    .where(
      and(
        eq(botDays.botId, botId),
        from === null ? undefined : gte(botDays.day, dayText(from)),
        // `to` is the first moment that no longer counts.
        to === null ? undefined : lte(botDays.day, dayText(new Date(to.getTime() - 1))),
      ),
    )
    .orderBy(asc(botDays.day))
  const scope = { from, to, by: botId }
  return {
    figures: await sellingFigures(deps, ownerId, scope),
    postMortem: postMortem(await listDecided(deps.db, ownerId, { scope, most: LOOKED_AT })),
    tokens: days.reduce((sum, day) => sum + day.tokens, 0),
    costMicroUsd: days.reduce((sum, day) => sum + day.costMicroUsd, 0n),
    days,
  }
}
