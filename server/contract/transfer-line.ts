import { exactCredits } from '../shared/money'
import type { GRANT_CAUSES, WalletKind, WalletPurchase, WalletRow } from './ledger'

/** A name for each kind, for filters and for the column of kinds. */
export const WALLET_KIND_WORDS = {
  grant: 'Granted',
  hold: 'Held',
  release: 'Returned',
  refund: 'Refunded',
  clear: 'Earned',
  'purchase-refunded': 'Refunded purchase',
  sale: 'Sold',
  fee: 'Fee',
  purchase: 'Bought unseen',
  resale: 'Bought at resale',
  resold: 'Resold',
  share: 'Share of a resale',
  'share-given': 'Asker’s share',
  bond: 'Bond',
  'bond-returned': 'Bond returned',
  stake: 'Put into a game',
  'stake-returned': 'Returned from a game',
  reward: 'Rewarded',
  correction: 'Corrected',
} as const satisfies Record<WalletKind, string>

/** The kinds by what their owner was doing; each is in one group. */
export const WALLET_KIND_GROUPS = [
  { label: 'Asking', kinds: ['hold', 'release', 'refund'] },
  { label: 'Buying', kinds: ['purchase', 'resale', 'purchase-refunded', 'share'] },
  {
    label: 'Selling',
    kinds: ['sale', 'fee', 'clear', 'resold', 'share-given', 'bond', 'bond-returned'],
  },
  { label: 'Games', kinds: ['stake', 'stake-returned', 'reward'] },
  { label: 'From the market', kinds: ['grant', 'correction'] },
] as const satisfies readonly { label: string; kinds: readonly WalletKind[] }[]

const GRANT_WORDS = {
  welcome: 'Welcome grant',
  demo: 'Topped up to run an example of the demo market',
} as const satisfies Record<(typeof GRANT_CAUSES)[number], string>

/** Enough of a title to know it again on a phone. */
const QUOTED_CHARS_MAX = 60

/** Why the credits moved, in one line: “Held for your question “…””. */
export function causeInWords({
  kind,
  question,
  offer,
  game,
  spentMicros,
  grantedFor,
  isBondKept,
}: Pick<
  WalletRow,
  'kind' | 'question' | 'offer' | 'game' | 'spentMicros' | 'grantedFor' | 'isBondKept'
>): string {
  const title = question ? quoted(question.title) : 'a question'
  const played = game ? quoted(game.title) : 'an oversight game'
  const teaser = offer ? quoted(offer.teaser) : 'an offer'
  switch (kind) {
    case 'grant':
      return grantedFor === null ? 'Granted' : GRANT_WORDS[grantedFor]
    case 'hold':
      return `Held for your question ${title}`
    case 'release':
      return spentMicros
        ? `Returned from ${title} after ${exactCredits(spentMicros)} credits were spent`
        : `Returned from ${title}, nothing was bought`
    case 'refund':
      return `Returned from your cancelled question ${title}`
    case 'clear':
      return `Earned with ${teaser} on ${title}, after the fee`
    case 'purchase-refunded':
      return `Refunded for ${teaser} on ${title}`
    case 'sale':
      return `Sold ${teaser} on ${title}`
    case 'fee':
      return `Market fee on ${teaser}, sold on ${title}`
    case 'purchase':
      return `Bought ${teaser} unseen on ${title}`
    case 'resale':
      return `Bought ${teaser}, a source of the published answer to ${title}`
    case 'resold':
      return `Resold ${teaser} on ${title}`
    case 'share':
      return `Your share of ${teaser}, resold from your question ${title}`
    case 'share-given':
      return `The asker’s share of ${teaser}, resold on ${title}`
    case 'bond':
      return isBondKept
        ? `Bond for ${teaser} on ${title}, kept: an agent judged the offer to be off the subject, or its teaser to mislead`
        : `Bond for ${teaser} on ${title}; it returns unless an agent judges the offer to be off the subject, or its teaser to mislead`
    case 'bond-returned':
      return `Bond for ${teaser} on ${title} returned`
    case 'stake':
      return `Put into the oversight game ${played}`
    case 'stake-returned':
      return `Returned from the oversight game ${played}`
    case 'reward':
      return `Reward in the oversight game ${played}`
    case 'correction':
      return 'Corrected by the people who run this market'
  }
}

/** Whom a purchase out of a budget paid, and for what: “Amara, for “The load limit””. */
export function purchaseInWords({ seller, botName, teaser }: WalletPurchase): string {
  const payee = botName === null ? seller : `${seller}, whose bot ${botName} wrote it,`
  return `${payee} for ${teaser === null ? 'what is shown sealed' : quoted(teaser)}`
}

function quoted(text: string): string {
  const characters = [...text]
  if (characters.length <= QUOTED_CHARS_MAX) return `“${text}”`
  return `“${characters
    .slice(0, QUOTED_CHARS_MAX - 1)
    .join('')
    .trimEnd()}…”`
}
