import type { PassReason } from '@/server/protocol/verdict'
import type { InspectReply, InspectTask } from '../model'
import { overlap } from './claims'
import { concernsOf, fundAsks } from './concerns'
import { type Judged, judgeOffers } from './judge'
import { areOpposed } from './recommend'

/**
 * The built-in inspector's verdict: the offers most worth their price first, while they fit the budget; nothing twice;
 * nothing that what is already bought contradicts; and a sub-question first where an expensive, sweeping or contradicted
 * claim would decide the matter. Deterministic, and the same whatever the order of the offers.
 */
export function inspectBuiltIn(task: InspectTask): InspectReply {
  const judged = judgeOffers(task)
  const asks = fundAsks(task, concernsOf(task, judged))
  const held = new Set(asks.flatMap((ask) => ask.about))
  const setAside = asks.reduce((sum, ask) => sum + ask.budgetMicros, 0n) + priceOf(judged, held)
  const choice = choose(judged, { held, disputed: disputedIn(judged) }, task.budgetMicros - setAside)
  const misleading = judged.filter(({ fault }) => fault === 'misleading-teaser')
  return { ...choice, misleading: misleading.map(({ offer }) => offer.handle), ask: asks }
}

function priceOf(judged: readonly Judged[], handles: ReadonlySet<string>): bigint {
  return judged.reduce((sum, { offer }) => (handles.has(offer.handle) ? sum + offer.priceMicros : sum), 0n)
}

/** Two texts whose words are this much the same say the same thing. */
const SAME_SHARE = 0.8
/** Below this the text is the reason for leaving an offer, not its price. */
const WORTH_CONVINCING = 0.25
/** Thousandths: worth is a fraction, money is not. */
const WORTH_UNITS = 1000

/** Offers that cannot both be so, and nothing that is bought says which is: words cannot tell, so neither is bought. */
function disputedIn(judged: readonly Judged[]): Set<string> {
  const open = judged.filter(({ fault }) => fault === null)
  const disputed = new Set<string>()
  for (const one of open) {
    for (const other of open) {
      if (one === other || one.isBacked || !areOpposed(one.reading, other.reading)) continue
      disputed.add(one.offer.handle)
      if (!other.isBacked) disputed.add(other.offer.handle)
    }
  }
  return disputed
}

type Apart = { held: ReadonlySet<string>; disputed: ReadonlySet<string> }

function choose(
  judged: readonly Judged[],
  { held, disputed }: Apart,
  budgetMicros: bigint,
): Pick<InspectReply, 'buy' | 'pass'> {
  const buy: InspectReply['buy'] = []
  const pass: InspectReply['pass'] = []
  const bought: Judged[] = []
  let leftMicros = budgetMicros
  for (const candidate of judged) {
    const { offer } = candidate
    if (held.has(offer.handle)) continue
    const reason =
      candidate.fault ??
      (disputed.has(offer.handle) ? 'contradicted' : null) ??
      faultBeside(candidate, bought) ??
      priceFault(candidate, leftMicros)
    if (reason) {
      pass.push({ handle: offer.handle, reason })
      continue
    }
    leftMicros -= offer.priceMicros
    bought.push(candidate)
    buy.push({ handle: offer.handle, reason: buyReason(candidate) })
  }
  return { buy, pass }
}

/** What speaks against an offer because a better one is bought in the same verdict. */
function faultBeside(candidate: Judged, bought: readonly Judged[]): PassReason | null {
  if (bought.some((better) => overlap(candidate.terms, better.terms) >= SAME_SHARE)) return 'redundant'
  if (bought.some((better) => areOpposed(candidate.reading, better.reading))) return 'contradicted'
  return null
}

/** An offer is worth at most its worth's share of what is left. */
function priceFault(candidate: Judged, leftMicros: bigint): PassReason | null {
  const { offer, worth } = candidate
  const limit = (leftMicros * BigInt(Math.round(worth * WORTH_UNITS))) / BigInt(WORTH_UNITS)
  if (offer.priceMicros <= limit) return null
  if (candidate.isUndercut) return 'contradicted'
  return worth < WORTH_CONVINCING ? 'unconvincing' : 'too-expensive'
}

function buyReason(candidate: Judged): InspectReply['buy'][number]['reason'] {
  if (candidate.isBacked) return 'corroborates'
  return candidate.isDecisive ? 'decisive' : 'worth-its-price'
}
