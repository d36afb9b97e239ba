import { fieldOf } from '@/components/matcher/matcher-draft'
import { OFFERS_PER_CONTEXT_MAX, OFFERS_PER_DAY_MAX, TOKENS_PER_DAY_MAX } from '@/server/contract/bots'
import type { BotKind } from '@/server/words/sellers'

/** Where in the bot's form a complaint about the contract's input belongs, and what to say where its own words would not do. */
export type BotPlace = { field: string; message?: string }

const count = new Intl.NumberFormat('en').format

const CAPS: Readonly<Record<string, BotPlace>> = {
  offersPerDay: {
    field: 'offersPerDay',
    message: `Write a whole number from 1 to ${count(OFFERS_PER_DAY_MAX)}.`,
  },
  offersPerContext: {
    field: 'offersPerContext',
    message: `Write a whole number from 1 to ${OFFERS_PER_CONTEXT_MAX}.`,
  },
  tokensPerDay: {
    field: 'tokensPerDay',
    message: `Write a whole number from 0 to ${count(TOKENS_PER_DAY_MAX)}.`,
  },
}

const PRICE: Readonly<Record<string, BotPlace>> = {
  rule: { field: 'rule' },
  priceMicros: { field: 'price' },
  minMicros: { field: 'priceMin' },
  maxMicros: { field: 'priceMax' },
}

const MODEL: Readonly<Record<string, BotPlace>> = {
  model: { field: 'modelName' },
  baseUrl: { field: 'modelBaseUrl' },
  embeddingModel: { field: 'modelEmbeddings' },
  apiKey: { field: 'modelKey' },
  inputMicroUsd: { field: 'modelInput' },
  outputMicroUsd: { field: 'modelOutput' },
}

const TOP: Readonly<Record<string, BotPlace>> = {
  kind: { field: 'kind' },
  licence: { field: 'resale' },
  name: { field: 'name' },
  about: { field: 'about' },
  teaser: { field: 'teaser' },
  url: { field: 'url' },
  usesEmbeddings: { field: 'usesEmbeddings' },
  fitMin: { field: 'fitMin', message: 'Write a number from 0 to 100, for example 30.' },
  namesDocuments: { field: 'namesDocuments' },
}

/** @param path as the contract has it, with or without the leading `bot`; null when it is about no field of the form. */
export function placeInBotForm(path: readonly PropertyKey[], kind: BotKind): BotPlace | null {
  const [top, second] = path[0] === 'bot' ? path.slice(1) : path
  switch (top) {
    case 'knowledge':
      return { field: kind === 'fixed' ? 'information' : 'prompt' }
    case 'matcher':
      return { field: `matcher.${fieldOf(second)}` }
    case 'price':
      return PRICE[String(second)] ?? { field: 'price' }
    case 'audience':
      return { field: 'handles' }
    case 'caps':
      return CAPS[String(second)] ?? null
    case 'ownModel':
      return MODEL[String(second)] ?? { field: 'modelName' }
    default:
      return TOP[String(top)] ?? null
  }
}
