import { inArray } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { type BotRow, users } from '@/db/schema'
import { type BotInput, hasBounds } from '../../contract/bots'
import { licenceColumns } from '../../contract/licence'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { RULES_OF_KIND } from '../../words/sellers'
import { sealKnowledge } from './knowledge'
import { modelColumns } from './own-model'

/**
 * What of a bot's input stands in its row; `stored` is the row it changes, null for a new one.
 *
 * @throws AppError `sellers.unknown_person`, `sellers.address_refused`, `sellers.key_elsewhere`; `sellers.wrong_kind` for a price
 * rule that the kind cannot follow.
 */
export async function columnsOf(
  tx: Tx,
  deps: Pick<Deps, 'cipher' | 'outbound'>,
  botId: string,
  bot: BotInput,
  stored: BotRow | null,
) {
  if (!RULES_OF_KIND[bot.kind].includes(bot.price.rule))
    throw new AppError('sellers.wrong_kind', { details: { field: 'bot.price.rule' } })
  const isBounded = hasBounds(bot.price.rule)
  const knowledge = 'knowledge' in bot ? bot.knowledge : ''
  return {
    name: bot.name,
    about: bot.about,
    teaser: bot.kind === 'fixed' ? bot.teaser : '',
    ...sealKnowledge(deps.cipher, botId, knowledge),
    priceRule: bot.price.rule,
    priceMicros: bot.price.priceMicros,
    priceMicrosMin: isBounded ? bot.price.minMicros : null,
    priceMicrosMax: isBounded ? bot.price.maxMicros : null,
    ...licenceColumns(bot.licence),
    audience: bot.audience.who,
    audiencePeople: await idsOfHandles(tx, bot.audience.handles),
    offersPerDayMax: bot.caps.offersPerDay,
    offersPerContextMax: bot.caps.offersPerContext,
    tokensPerDayMax: bot.caps.tokensPerDay,
    ...('ownModel' in bot ? modelColumns(deps, botId, bot.ownModel, stored) : {}),
    ...(bot.kind === 'corpus'
      ? { fitMin: bot.fitMin, namesDocuments: bot.namesDocuments, usesEmbeddings: bot.usesEmbeddings }
      : {}),
  }
}

async function idsOfHandles(tx: Tx, handles: readonly string[]): Promise<string[]> {
  if (handles.length === 0) return []
  const found = await tx
    .select({ id: users.id, handle: users.handle })
    .from(users)
    .where(inArray(users.handle, [...handles]))
  const unknown = handles.find((handle) => !found.some((person) => person.handle === handle))
  if (unknown) {
    throw new AppError('sellers.unknown_person', {
      details: { field: 'bot.audience.handles', handle: unknown },
    })
  }
  return found.map((person) => person.id)
}
