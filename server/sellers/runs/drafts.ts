import type { BotRow } from '@/db/schema'
import { PRIVATE_CHARS_MAX, TEASER_CHARS_MAX, TEASER_CHARS_MIN } from '../../contract/market'
import { AMOUNT_MICROS_MAX, PRICE_MICROS_MIN } from '../../shared/money'
import { cleanLine, cleanText } from '../../shared/text'
import type { BotDraft } from './answerer'

type Bounds = Pick<BotRow, 'priceRule' | 'priceMicros' | 'priceMicrosMin' | 'priceMicrosMax'>

/**
 * What an offer costs: the bot's price, or the one that its model or server named, held within the owner's bounds. `null`
 * stands for no price named.
 */
export function priceOf(bot: Bounds, namedMicros: bigint | null): bigint {
  if (bot.priceRule !== 'chosen') return bot.priceMicros
  return clamped(namedMicros ?? bot.priceMicros, bot)
}

/** The nearest price within the owner's bounds. */
export function clamped(
  micros: bigint,
  { priceMicrosMin, priceMicrosMax }: Omit<Bounds, 'priceRule'>,
): bigint {
  if (priceMicrosMin !== null && micros < priceMicrosMin) return priceMicrosMin
  if (priceMicrosMax !== null && micros > priceMicrosMax) return priceMicrosMax
  return micros
}

/** What a person could not post, a bot does not post either: such drafts are left out. */
export function usableDrafts<D extends BotDraft>(drafts: readonly D[]): D[] {
  return drafts.flatMap((draft) => {
    const teaser = oneLine(draft.teaser)
    const privateInfo = cleanText(draft.privateInfo).trim()
    const isUsable =
      teaser.length >= TEASER_CHARS_MIN &&
      privateInfo !== '' &&
      privateInfo.length <= PRIVATE_CHARS_MAX &&
      draft.priceMicros >= PRICE_MICROS_MIN &&
      draft.priceMicros <= AMOUNT_MICROS_MAX
    return isUsable ? [{ ...draft, teaser, privateInfo }] : []
  })
}

/** Cleaned as what people post is, cut between characters. */
function oneLine(teaser: string): string {
  const line = cleanLine(teaser).trim()
  return line.length <= TEASER_CHARS_MAX ? line : line.slice(0, TEASER_CHARS_MAX).toWellFormed()
}
