import { sentence } from '@/components/selling/selling-words'
import type { Judgement } from '@/server/contract/selling'
import { formatCredits } from '@/server/shared/money'
import { reasonInWords } from '@/server/words/tree'

export type Judged = Extract<Judgement, { outcome: 'judged' }>

/** What the inspector would do: "Would buy it at 0.80, and up to about 1.20." */
export function verdictInWords({ buys, priceMicros, upToMicros }: Judged): string {
  const price = formatCredits(priceMicros)
  if (buys) {
    const isMore = upToMicros !== null && upToMicros > priceMicros
    return isMore
      ? `Would buy it at ${price}, and up to about ${formatCredits(upToMicros)}.`
      : `Would buy it at ${price}, and hardly for more.`
  }
  return upToMicros === null
    ? 'Would not buy it at any price.'
    : `Would not buy it at ${price}, but up to about ${formatCredits(upToMicros)}.`
}

/** Why, as a sentence of its own; nothing where the verdict says it already. */
export function whyInWords({ reason }: Judged): string {
  return sentence(reasonInWords(reason))
}

export function failureInWords({ isCounted }: Extract<Judgement, { outcome: 'failed' }>): string {
  return isCounted
    ? 'The agent could not make anything of this draft. Shorten it or say it more plainly, and try again.'
    : 'The agent could not be reached. This did not use up a try; try again in a minute.'
}
