import { dollarsInWords } from '@/components/bots/bot-words'
import type {
  Asking,
  BotSelling,
  ChartUnit,
  OwnOffer,
  PriceBand,
  QuestionKind,
} from '@/server/contract/selling'
import { formatCredits } from '@/server/shared/money'
import { reasonInWords } from '@/server/words/tree'

/** What a seller reads about their offers, in words. Pure text. */

const ASKS_WORDS: Record<QuestionKind['asks'], string> = {
  open: 'Open questions',
  choice: 'Choices between options',
  belief: 'Claims to be checked',
  forecast: 'Forecasts',
  buy: 'Buy or not',
  verify: 'Sub-questions: is it true?',
  exception: 'Sub-questions: are there exceptions?',
  source: 'Sub-questions: where is it from?',
  compare: 'Sub-questions: which of these holds?',
  context: 'Sub-questions: what else matters?',
  'follow-up': 'Sub-questions: more about the question itself',
}

export function asksInWords({ asks }: QuestionKind): string {
  return ASKS_WORDS[asks]
}

/** As `BUDGET_STEPS` divides them. */
const BUDGET_WORDS = [
  'under 1 credit',
  '1 to 5 credits',
  '5 to 20 credits',
  '20 to 100 credits',
  '100 credits or more',
]

export function budgetInWords({ budgetStep }: QuestionKind): string {
  return BUDGET_WORDS[budgetStep] ?? ''
}

/** "0.20–0.50". */
export function bandInWords({ lowMicros, highMicros }: PriceBand): string {
  const [low, high] = [formatCredits(lowMicros), formatCredits(highMicros)]
  return low === high ? low : `${low}–${high}`
}

/** What a price came to beside what others were paid: "Usually bought at 0.20–0.50, you asked 2.00." */
export function comparedInWords(askedMicros: bigint, usually: PriceBand): string {
  const asked = formatCredits(askedMicros)
  const band = bandInWords(usually)
  if (askedMicros > usually.highMicros) return `Usually bought at ${band}, you asked ${asked}.`
  return `You asked ${asked}, no more than others are usually paid (${band}). More substance may help more than a lower price.`
}

/** The same over a seller's offers on one kind of question, where the price was the obstacle at least once. */
export function askingInWords({ usually, askedMicros }: Asking): string {
  if (askedMicros === null) return ''
  if (usually) return comparedInWords(askedMicros, usually)
  return `You usually asked ${formatCredits(askedMicros)}. Too few offers were bought to compare.`
}

/** How one own offer ended, and whether the price was the obstacle; null while it can still be bought. */
export function endInWords(
  offer: Pick<OwnOffer, 'state' | 'reason' | 'wasPriceObstacle' | 'way'>,
): string | null {
  if (offer.state === 'bought') {
    if (offer.way === 'unseen') return 'The buyer bought it without an agent.'
    return offer.reason ? sentence(reasonInWords(offer.reason)) : null
  }
  if (offer.state !== 'passed' || offer.reason === null) return null
  const why = sentence(reasonInWords(offer.reason))
  if (offer.wasPriceObstacle === null) return why
  return offer.wasPriceObstacle
    ? `${why} The price was the obstacle.`
    : `${why} The price was not the obstacle.`
}

export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const dayAndYear = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** A period under its bar: "3 Mar", "Mar 2026". */
export function periodLabel(start: string, unit: ChartUnit): string {
  return (unit === 'month' ? month : day).format(new Date(start))
}

/** A period in a sentence: "3 Mar 2026", "week from 2 Mar 2026", "Mar 2026". */
export function periodInWords(start: string, unit: ChartUnit): string {
  const at = new Date(start)
  if (unit === 'month') return month.format(at)
  return unit === 'week' ? `week from ${dayAndYear.format(at)}` : dayAndYear.format(at)
}

const TOKENS = new Intl.NumberFormat('en')

/** A bot's earnings against its cost; credits are play money and dollars are not, so each keeps its unit. */
export function usageInWords({
  figures,
  tokens,
  costMicroUsd,
}: Pick<BotSelling, 'figures' | 'tokens' | 'costMicroUsd'>): string {
  const earned = `It earned ${formatCredits(figures.earnedMicros)} credits`
  if (tokens === 0) return `${earned} and used no model.`
  const used = `${TOKENS.format(tokens)} tokens`
  if (costMicroUsd === 0n) return `${earned} and used ${used}. What they cost is not known to the market.`
  return `${earned} and used ${used}, which cost ${dollarsInWords(costMicroUsd)}. Credits are play money, so the two are not set off against each other.`
}
