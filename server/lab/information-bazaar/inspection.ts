import { UNBOUNDED } from '@/server/protocol/bits'
import { runTree } from '@/server/protocol/memory-driver'
import type { MemoryOffer, MemoryTree, OpenedContext, ResolvedView } from '@/server/protocol/memory-tree'
import { DEFAULT_POLICY, type Policy, policySchema } from '@/server/protocol/policy'
import {
  asksAllowed,
  EMPTY_VERDICT,
  type VerdictDraft,
  type VerdictSituation,
} from '@/server/protocol/verdict'
import { contentKey, metadataOf, type Passage } from './entities'
import type { Choice, Mind, Option, Read, VerdictSight } from './mind'
import type { BazaarParameters } from './parameters'
import { BUDGET_SHOWN, priceShown } from './price-display'
import { strictMind } from './strict-mind'

/**
 * One tender's options before a buyer's agent, run by the market's own protocol: who sees what, what a verdict may do and what
 * it may cost are `server/protocol`'s. `single` is the Information Bazaar's inspection; with the other two the agent may put
 * sub-questions to the vendors before it buys.
 */

export type Offered = { passage: Passage; vendorId: string; relevance: number }
export type OptionOffer = MemoryOffer<Offered>

export type InspectionRules = Pick<
  BazaarParameters,
  'inspection' | 'protocol' | 'inspectionDepthMax' | 'compat'
>

export type Table = {
  question: string
  /** Best first. A passage that is owned already costs nothing. */
  options: readonly OptionOffer[]
  creditMicros: bigint
  rules: InspectionRules
  mind: Mind
  /** What the vendors offer for a sub-question, best first; ids are not used in the tree yet. */
  answerSubQuestion(context: OpenedContext): Promise<readonly OptionOffer[]>
}

export type Inspected = {
  /** Everything paid for, in the order of buying. */
  bought: OptionOffer[]
  /** What the decision may use: all of it, or the first level's alone under `successive`. */
  usable: OptionOffer[]
  /** What the verdict asked for and could not pay. */
  overBudget: number
  /** Contexts of the inspection, the tender's own included. */
  contexts: number
}

/** Sub-questions of one verdict; three as on the live market. */
const ASKS_MAX = 3
/** One verdict that may ask, and one that decides by the answers. */
const ROUNDS = 2

/** The policy that makes the market's protocol one of the papers'. */
export function policyOf({ protocol, inspectionDepthMax }: InspectionRules): Policy {
  const asks = protocol !== 'single'
  return policySchema.parse({
    ...DEFAULT_POLICY,
    protocol,
    maxDepth: asks ? inspectionDepthMax : 0,
    maxRounds: asks ? ROUNDS : 1,
    maxChildren: asks ? ASKS_MAX : 0,
  })
}

/**
 * Runs the inspection to its end. The driver is not made to wait, so it is run again from the start with what is known so far
 * whenever it wants a verdict or an answer that is not known yet: the same replies give the same tree.
 */
export async function inspect(table: Table): Promise<Inspected> {
  const drafts: VerdictDraft[] = []
  const answers = new Map<string, readonly OptionOffer[]>()
  for (;;) {
    const missing: (() => Promise<unknown>)[] = []
    let verdicts = 0
    const tree = runTree<Offered>({
      policy: policyOf(table.rules),
      root: { budgetMicros: budgetOf(table) },
      millibits: UNBOUNDED,
      market: (context) => {
        if (context.ask === null) return table.options
        const known = answers.get(context.id)
        if (!known)
          missing.push(async () => answers.set(context.id, await freshAnswers(table, answers, context)))
        return known ?? []
      },
      inspect: (view, situation) => {
        const known = drafts[verdicts]
        verdicts += 1
        if (known) return known
        missing.push(async () => drafts.push(await draftOf(table, view, situation)))
        return EMPTY_VERDICT
      },
      order: () => 0,
    })
    const [first] = missing
    if (!first) return inspectedOf(tree)
    await first()
  }
}

/** A passage lies on one table of a tree only: what is offered already is no answer to a question about it. */
async function freshAnswers(
  table: Table,
  answers: ReadonlyMap<string, readonly OptionOffer[]>,
  context: OpenedContext,
): Promise<OptionOffer[]> {
  const there = new Set(
    [...table.options, ...[...answers.values()].flat()].map(({ passage }) => contentKey(passage)),
  )
  const offered = await table.answerSubQuestion(context)
  return offered.filter(({ passage }) => !there.has(contentKey(passage)))
}

/** The published code does not hold a verdict against the credit; then the table's whole price is what may be spent. */
function budgetOf({ options, creditMicros, rules }: Table): bigint {
  const whole = options.reduce((sum, option) => sum + option.priceMicros, 0n)
  const credit = creditMicros > 0n ? creditMicros : 0n
  return rules.compat.overspends && whole > credit ? whole : credit
}

function inspectedOf(tree: MemoryTree<Offered, undefined>): Inspected {
  const byId = new Map(tree.offers.map((offer) => [offer.id, offer]))
  const verdicts = tree.contexts.flatMap((context) => context.verdicts)
  return {
    bought: tree.purchases.flatMap(({ offerId }) => byId.get(offerId) ?? []),
    usable: tree.purchasedOffers,
    overBudget: verdicts.reduce((sum, verdict) => sum + verdict.refused.overBudget, 0),
    contexts: tree.contexts.length,
  }
}

async function draftOf(
  table: Table,
  view: ResolvedView<Offered>,
  situation: VerdictSituation,
): Promise<VerdictDraft> {
  const readable = new Map(view.readOffers.map((offer) => [offer.id, offer]))
  const onTable = situation.table.flatMap(({ offerId }) => readable.get(offerId) ?? [])
  const sight = sightOf(table, view, situation, onTable)
  return draftFrom(await strictMind(table.mind).verdict(sight), onTable, situation)
}

/** What the agent is shown: the information set, and of unbought passages only as much as the mode of inspection allows. */
function sightOf(
  { question, creditMicros, rules }: Table,
  view: ResolvedView<Offered>,
  situation: VerdictSituation,
  onTable: readonly OptionOffer[],
): VerdictSight {
  const questions = view.questions.map((context) => context.ask?.question ?? question)
  const bought = new Set(view.purchasedOffers.map((offer) => offer.id))
  const tabled = new Set(onTable.map((offer) => offer.id))
  const unbought = ({ passage }: Offered): Read => ({
    title: metadataOf(passage),
    content: rules.inspection === 'content' ? passage.content : null,
  })
  // Prices are shares of what the buyer has left, or below the root of what the sub-question may cost.
  const credit = situation.level === 0 ? creditMicros : situation.escrowMicros
  return {
    question: questions.at(-1) ?? question,
    questionsAbove: questions.slice(0, -1),
    options: onTable.map(
      (offer, index): Option => ({
        number: index + 1,
        ...unbought(offer),
        price: priceShown(offer.priceMicros, credit),
      }),
    ),
    readAbove: view.readOffers.filter(({ id }) => !tabled.has(id) && !bought.has(id)).map(unbought),
    bought: view.purchasedOffers.map(({ passage }) => ({
      title: metadataOf(passage),
      content: passage.content,
    })),
    budget: BUDGET_SHOWN,
    asksAllowed: asksAllowed(situation),
  }
}

/** Of an agent that `mayErr`, numbers that name no option are dropped here, all else that is not legal by the protocol's check. */
function draftFrom(
  choice: Choice,
  onTable: readonly OptionOffer[],
  situation: VerdictSituation,
): VerdictDraft {
  const idsOf = (numbers: readonly number[]) => numbers.flatMap((number) => onTable[number - 1]?.id ?? [])
  return {
    buy: idsOf(choice.buy).map((offerId) => ({ offerId, reason: 'worth-its-price' })),
    pass: [],
    ask: choice.ask.map(({ about, question, share }) => ({
      about: idsOf(about),
      kind: 'verify',
      question,
      budgetMicros: partOf(situation.escrowMicros, share),
    })),
  }
}

/** A share of an amount to six digits, rounded down; outside of 0 to 1 it is taken for the nearer of them. */
function partOf(amountMicros: bigint, share: number): bigint {
  const millionths = Math.floor(Math.min(1, Math.max(0, share)) * 1_000_000)
  return (amountMicros * BigInt(millionths)) / 1_000_000n
}
