import { setImmediate as nextTurn } from 'node:timers/promises'
import type { InspectionRow } from '@/db/schema'
import { decisionOf } from '../../contract/market'
import type { Deps } from '../../deps'
import type {
  AppraiseReply,
  InspectReply,
  InspectTask,
  Model,
  QuestionText,
  ReadOffer,
  Usage,
} from '../../llm/model'
import { factsOf, type TreeRows } from '../../market/tree-rows'
import { inspectorView, type TreeFacts } from '../../protocol/information-set'
import { asksAllowed, type VerdictDraft } from '../../protocol/verdict'
import { BUDGET_MICROS_MIN } from '../../shared/money'
import type { Secret } from '../../shared/secret'
import type { ModelFailure } from '../../words/failures'
import { ASK_TEMPLATES, asPosted, findLeaks, findQuotes, isInPublicWords, readAhead } from './leak-guard'

/** What one step decided, ready to be checked and applied. Holds no private text. */
export type Decided = {
  draft: VerdictDraft
  /** For each sub-question of the draft, whether its words are all public. */
  sealedAsks: boolean[]
  /** Offers on the table whose private information repeats that of other unbought offers. */
  quotes: Map<string, string[]>
  usage: Usage
}

export type Outcome =
  | { ok: true; value: Decided }
  | { ok: false; failure: ModelFailure; isTransient: boolean; usage: Usage }

/** An offer as it is read: a later change of it would be another version. */
export type Pin = { offerId: string; version: number }

export type StepInput = {
  tree: TreeRows
  contextId: string
  round: number
  /** In the order they are shown. */
  pins: readonly Pin[]
  escrowMicros: bigint
  /** Marks untrusted text in this one call. */
  token: string
}

/** Reads the private information of exactly these versions of offers of one tree, by offer. */
export type PrivateReader = (rootId: string, pins: readonly Pin[]) => Promise<Map<string, Secret>>

/**
 * One decision of the inspector: gathers exactly what the protocol lets it see, calls the model, and makes sure that no
 * sub-question gives an offer away (the model is asked once to rephrase, then only the kind is asked). Prompts and private
 * text live only inside this call.
 */
export async function decide(
  readPrivate: PrivateReader,
  model: Model,
  input: StepInput,
  signal: AbortSignal,
): Promise<Outcome> {
  const table = await readTable(readPrivate, input)
  const policy = input.tree.inspection.policy
  const usage: Usage = { promptTokens: 0, completionTokens: 0 }
  const spend = (used: Usage) => {
    usage.promptTokens += used.promptTokens
    usage.completionTokens += used.completionTokens
  }

  let task = table.task
  if (policy.appraisal === 'isolated' && task.offers.length > 0) {
    const appraised = await appraiseEach(model, task, signal)
    spend(appraised.usage)
    if (!appraised.ok) return { ...appraised, usage }
    task = { ...task, offers: task.offers.map(withoutText), appraisals: appraised.value }
  }

  const [first, quotes] = await Promise.all([model.inspect(task, signal), quotesMeanwhile(table)])
  spend(first.usage)
  if (!first.ok) return { ...first, usage }
  let reply = first.value

  const leaks = leakingHandles(reply, table)
  if (leaks.length > 0) {
    const second = await model.inspect({ ...task, rephrase: leaks }, signal)
    spend(second.usage)
    // The verdict of the first reply stands; only its questions may be replaced.
    if (second.ok) reply = { ...reply, ask: second.value.ask }
  }
  return { ok: true, value: { ...toDraft(reply, table), quotes, usage } }
}

type Table = {
  task: InspectTask
  /** Handle to offer id. */
  ids: Map<string, string>
  /** Unbought private texts in sight: what no sub-question may give away. */
  secrets: { offerId: string; text: string }[]
  /** Their texts, in the same order. */
  secretTexts: string[]
  publicTexts: string[]
}

async function readTable(readPrivate: PrivateReader, input: StepInput): Promise<Table> {
  const { tree, contextId, pins } = input
  const { policy } = tree.inspection
  const { facts, bought, offerById, contextById, publicTeasers } = indexOf(tree)
  const context = contextById.get(contextId)
  if (!context) throw new Error(`Context ${contextId} is not in its tree`)
  const view = inspectorView(policy.protocol, facts, contextId)

  const pinned = new Map(pins.map((pin) => [pin.offerId, pin.version]))
  const aboveIds = view.readOffers.filter(
    (id) => offerById.get(id)?.contextId !== contextId && !bought.has(id),
  )
  const versions = new Map<string, number>(pinned)
  for (const { shown } of tree.steps) {
    for (const { offerId, version } of shown) if (aboveIds.includes(offerId)) versions.set(offerId, version)
  }
  for (const id of view.purchasedOffers) versions.set(id, bought.get(id)?.offerVersion ?? 1)
  const secrets = await readPrivate(
    context.rootId,
    [...versions].map(([offerId, version]) => ({ offerId, version })),
  )

  const toRead = (offerId: string, handle: string): ReadOffer => {
    const offer = offerById.get(offerId)
    return {
      handle,
      teaser: offer?.teaser ?? '',
      privateInfo: textOf(secrets, offerId),
      priceMicros: offer?.priceMicros ?? 0n,
    }
  }
  const onTable = pins
    .map((pin) => pin.offerId)
    .filter((id) => !bought.has(id) && offerById.get(id)?.state === 'open')
  const ids = new Map(onTable.map((offerId, index) => [letter(index), offerId]))
  const about = tree.about.get(contextId) ?? []
  const teasers = about.flatMap((id) => offerById.get(id)?.teaser ?? [])
  const questions = view.questions.flatMap((id) => {
    const row = contextById.get(id)
    return row ? [questionText(row)] : []
  })

  const task: InspectTask = {
    questions,
    subject: context.askKind ? { kind: context.askKind, teasers } : null,
    offers: [...ids].map(([handle, offerId]) => toRead(offerId, handle)),
    above: aboveIds.map((offerId, index) => toRead(offerId, `above-${index + 1}`)),
    known: view.purchasedOffers.map((offerId, index) => ({
      ...toRead(offerId, `known-${index + 1}`),
      level: contextById.get(offerById.get(offerId)?.contextId ?? '')?.level ?? 0,
    })),
    budgetMicros: input.escrowMicros,
    asksAllowed: asksAllowed({
      policy,
      level: context.level,
      round: context.round,
      childrenOpened: context.childrenOpened,
      treeContexts: tree.inspection.treeContexts,
      escrowMicros: input.escrowMicros,
    }),
    askBudgetMicrosMin: BUDGET_MICROS_MIN,
    round: input.round,
    strategy: policy.strategy,
    appraisals: null,
    token: input.token,
    rephrase: [],
  }
  const unbought = [...onTable, ...aboveIds].map((offerId) => ({ offerId, text: textOf(secrets, offerId) }))
  return {
    task,
    ids,
    secrets: unbought,
    secretTexts: unbought.map(({ text }) => text),
    publicTexts: [
      ...questions.flatMap(({ title, body, decision }) => [
        title,
        body,
        decision.kind === 'belief'
          ? decision.claim
          : decision.kind === 'choice'
            ? decision.options.join('\n')
            : '',
      ]),
      ...publicTeasers,
    ],
  }
}

type TreeIndex = {
  facts: TreeFacts
  bought: Map<string, TreeRows['purchases'][number]>
  offerById: Map<string, TreeRows['offers'][number]>
  contextById: Map<string, TreeRows['contexts'][number]>
  publicTeasers: string[]
}

/** Siblings are given the same reading of their tree. */
const indexes = new WeakMap<TreeRows, TreeIndex>()

function indexOf(tree: TreeRows): TreeIndex {
  const known = indexes.get(tree)
  if (known) return known
  const contextById = new Map(tree.contexts.map((row) => [row.id, row]))
  const index = {
    facts: factsOf(tree),
    bought: new Map(tree.purchases.map((purchase) => [purchase.offerId, purchase])),
    offerById: new Map(tree.offers.map((offer) => [offer.id, offer])),
    contextById,
    // Teasers are as public as the question they answer.
    publicTeasers: tree.offers
      .filter((offer) => contextById.get(offer.contextId)?.isSealed === false)
      .map((offer) => offer.teaser),
  }
  indexes.set(tree, index)
  return index
}

function questionText(row: TreeRows['contexts'][number]): QuestionText {
  return { title: row.title, body: row.body, decision: decisionOf(row), pages: row.pages }
}

function textOf(secrets: Map<string, Secret>, offerId: string): string {
  return secrets.get(offerId)?.reveal() ?? ''
}

/** A, B, … Z, AA, AB, …: short, and says nothing about order of arrival. */
function letter(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest > 0 ? letter(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}

function withoutText(offer: ReadOffer): ReadOffer {
  return { ...offer, privateInfo: '' }
}

type Appraisals =
  | { ok: true; value: Record<string, AppraiseReply>; usage: Usage }
  | { ok: false; failure: ModelFailure; isTransient: boolean; usage: Usage }

async function appraiseEach(model: Model, task: InspectTask, signal: AbortSignal): Promise<Appraisals> {
  const { questions, subject, known, token } = task
  const results = await Promise.all(
    task.offers.map((offer) => model.appraise({ questions, subject, known, token, offer }, signal)),
  )
  const usage = results.reduce(
    (sum, { usage: used }) => ({
      promptTokens: sum.promptTokens + used.promptTokens,
      completionTokens: sum.completionTokens + used.completionTokens,
    }),
    { promptTokens: 0, completionTokens: 0 },
  )
  const value: Record<string, AppraiseReply> = {}
  for (const [index, result] of results.entries()) {
    if (!result.ok) return { ok: false, failure: result.failure, isTransient: result.isTransient, usage }
    const handle = task.offers[index]?.handle
    if (handle !== undefined) value[handle] = result.value
  }
  return { ok: true, value, usage }
}

function leakingHandles(reply: InspectReply, table: Table): string[] {
  const leaked = new Set(
    reply.ask.flatMap((ask) => findLeaks(ask.question, table.secretTexts, table.publicTexts)),
  )
  const handleOf = new Map([...table.ids].map(([handle, offerId]) => [offerId, handle]))
  return [...leaked].flatMap(
    (index) => handleOf.get(table.secrets[index]?.offerId ?? '') ?? [`secret-${index}`],
  )
}

function toDraft(reply: InspectReply, table: Table): Pick<Decided, 'draft' | 'sealedAsks'> {
  // A handle that was never shown keeps its own text as an id; the verdict check drops what is not on the table.
  const id = (handle: string) => table.ids.get(handle) ?? handle
  const ask = reply.ask.map((wish) => {
    const question = asPosted(wish.question)
    const isSafe = question !== '' && findLeaks(question, table.secretTexts, table.publicTexts).length === 0
    return {
      about: wish.about.map(id),
      kind: wish.kind,
      question: isSafe ? question : ASK_TEMPLATES[wish.kind],
      budgetMicros: wish.budgetMicros,
    }
  })
  return {
    draft: {
      buy: reply.buy.map(({ handle, reason }) => ({ offerId: id(handle), reason })),
      pass: reply.pass.map(({ handle, reason }) => ({ offerId: id(handle), reason })),
      ask,
    },
    sealedAsks: ask.map(({ question }) => !isInPublicWords(question, table.publicTexts)),
  }
}

/**
 * While the model reads, and after the calls of siblings have begun: what the reply is held against takes a while for many or long
 * texts.
 */
async function quotesMeanwhile(table: Table): Promise<Map<string, string[]>> {
  await nextTurn()
  readAhead(table.secretTexts, table.publicTexts)
  return quotesOf(table)
}

function quotesOf(table: Table): Map<string, string[]> {
  const onTable = new Set(table.ids.values())
  const quotes = new Map<string, string[]>()
  for (const { offerId, text } of table.secrets) {
    if (!onTable.has(offerId)) continue
    const others = table.secrets.filter((other) => other.offerId !== offerId)
    const repeated = findQuotes(
      text,
      others.map((other) => other.text),
      table.publicTexts,
    )
    if (repeated.length > 0)
      quotes.set(
        offerId,
        repeated.flatMap((index) => others[index]?.offerId ?? []),
      )
  }
  return quotes
}

/** The model a tree's policy names. */
export function modelFor(models: Deps['models'], inspection: Pick<InspectionRow, 'policy'>): Model {
  return inspection.policy.inspector === 'built-in' ? models.builtIn : models.site
}
