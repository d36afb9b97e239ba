import { decisionOf } from '../../contract/decision'
import { subQuestion } from '../../llm/built-in/sub-question'
import { DATA_CHARS_MAX } from '../../llm/fence'
import type { Answered, InspectTask, PageText, QuestionText, ReadOffer } from '../../llm/model'
import { undercut } from '../../market/equal-offers'
import { withPages } from '../../market/pages/page-texts'
import { sightsOf, type TreeSights } from '../../market/private/tree-sight'
import type { ShownRecord } from '../../market/reputation/read-records'
import { factsOf, type TreeRows } from '../../market/tree-rows'
import { bitsLeft, bitsOfVerdict } from '../../protocol/bits'
import { wordsOfDecision } from '../../protocol/decision'
import { inspectorView, type Meaning, type TreeFacts } from '../../protocol/information-set'
import { type AskKind, asksAllowed, standingReserve } from '../../protocol/verdict'
import { BUDGET_MICROS_MIN } from '../../shared/money'
import type { Secret } from '../../shared/secret'

/** What lies before the inspector at one step: exactly what the protocol lets it see, and what must not leave. */

/** An offer as it is read: a later change of it would be another version. */
export type Pin = { offerId: string; version: number }

export type StepInput = {
  tree: TreeRows
  contextId: string
  round: number
  /** In the order they are shown. */
  pins: readonly Pin[]
  escrowMicros: bigint
  /** What is read of the root's pages. */
  pages: readonly PageText[]
  /** Marks untrusted text in this one call. */
  token: string
}

/** Where a table comes from, beside its tree: both are read at once, in the time of one round trip. */
export type TableReaders = {
  /** The private information of exactly these versions of offers of one tree, by offer. */
  texts: (rootId: string, pins: readonly Pin[]) => Promise<Map<string, Secret>>
  /** By seller, how earlier sales held up; empty where the policy leaves that out. */
  records: () => Promise<ReadonlyMap<string, ShownRecord>>
}

export type Table = {
  task: InspectTask
  /** Handle to offer id. */
  ids: Map<string, string>
  /**
   * Private texts in sight that stay closed: unbought offers, and purchases that repeat one.
   * `closes` are the unbought offers that whoever repeats the text repeats.
   */
  secrets: { offerId: string; text: string; closes: readonly string[] }[]
  publicTexts: string[]
  /** Offers on the table that are dearer copies of others there: not read, and passed as redundant. */
  copies: string[]
  /** Words a sub-question about these offers: what is public of them, and the tree's question. */
  words: (kind: AskKind, about: readonly string[]) => string
}

/**
 * A third of a prompt: an offer above must not make every sub-question's prompt as long as those above it allow, nor crowd out the
 * table's own.
 */
const ABOVE_CHARS_MAX = DATA_CHARS_MAX / 3

/** Of offers above, those that the sub-question is about first: their texts as far as there is room, whole or not at all. */
function withinRoom(above: readonly ReadOffer[], isAbout: (offer: ReadOffer) => boolean): ReadOffer[] {
  let room = ABOVE_CHARS_MAX
  const kept = new Set<ReadOffer>()
  for (const offer of [...above.filter(isAbout), ...above.filter((one) => !isAbout(one))]) {
    if (offer.privateInfo.length > room) continue
    room -= offer.privateInfo.length
    kept.add(offer)
  }
  return above.map((offer) => (kept.has(offer) ? offer : { ...offer, privateInfo: '' }))
}

export async function readTable(readers: TableReaders, input: StepInput): Promise<Table> {
  const { tree, contextId, pins } = input
  const { policy } = tree.inspection
  const { facts, bought, offerById, contextById, stranger, publicTeasers } = indexOf(tree)
  const context = contextById.get(contextId)
  if (!context) throw new Error(`Context ${contextId} is not in its tree`)
  const view = inspectorView(policy.protocol, facts, contextId)

  const pinned = new Map(pins.map((pin) => [pin.offerId, pin.version]))
  const aboveIds = withoutCopies(
    tree,
    view.readOffers.filter((id) => offerById.get(id)?.contextId !== contextId && !bought.has(id)),
  )
  const versions = new Map<string, number>(pinned)
  for (const { shown } of tree.steps) {
    for (const { offerId, version } of shown) if (aboveIds.includes(offerId)) versions.set(offerId, version)
  }
  for (const id of view.purchasedOffers) versions.set(id, bought.get(id)?.offerVersion ?? 1)
  const read = [...versions].map(([offerId, version]) => ({ offerId, version }))
  const [secrets, records] = await Promise.all([readers.texts(context.rootId, read), readers.records()])

  const toRead = (offerId: string, handle: string): ReadOffer => {
    const offer = offerById.get(offerId)
    return {
      handle,
      teaser: offer?.teaser ?? '',
      privateInfo: textOf(secrets, offerId),
      priceMicros: offer?.priceMicros ?? 0n,
    }
  }
  const pinnedOpen = pins
    .map((pin) => pin.offerId)
    .filter((id) => !bought.has(id) && offerById.get(id)?.state === 'open')
  const onTable = withoutCopies(tree, pinnedOpen)
  const ids = new Map(onTable.map((offerId, index) => [letter(index), offerId]))
  const about = tree.about.get(contextId) ?? []
  const teasers = about.flatMap((id) => offerById.get(id)?.teaser ?? [])
  const asked = view.questions.flatMap((id) => {
    const row = contextById.get(id)
    return row ? [{ text: questionText(row), isPublic: stranger.inTree(id).see === 'all' }] : []
  })
  // Questions below are about the same pages: their text stands once.
  const questions = asked.map(({ text }, index) => (index === 0 ? withPages(text, input.pages) : text))
  const publicQuestions = asked.filter(({ isPublic }) => isPublic).map(({ text }) => text)

  const handles = new Map([
    ...aboveIds.map((offerId, index) => [offerId, `above-${index + 1}`] as const),
    ...view.purchasedOffers.map((offerId, index) => [offerId, `known-${index + 1}`] as const),
    ...[...ids].map(([handle, offerId]) => [offerId, handle] as const),
  ])
  const handleOf = (offerId: string) => handles.get(offerId) ?? ''
  const task: InspectTask = {
    questions,
    subject: context.askKind ? { kind: context.askKind, teasers } : null,
    offers: [...ids].map(([handle, offerId]) => {
      const { sellerId = '', licence = 'asker' } = offerById.get(offerId) ?? {}
      const record = records.get(sellerId)
      return {
        ...toRead(offerId, handle),
        ...(record ? { record } : {}),
        ...(licence === 'asker' ? {} : { licence }),
      }
    }),
    above: withinRoom(
      aboveIds.map((offerId) => toRead(offerId, handleOf(offerId))),
      ({ handle }) => about.some((offerId) => handleOf(offerId) === handle),
    ),
    known: view.meanings.map((meaning) => ({
      ...toRead(meaning.offerId, handleOf(meaning.offerId)),
      level: contextById.get(meaning.contextId)?.level ?? 0,
      answers: answeredBy(meaning, contextById.get(meaning.contextId), handles),
    })),
    reserved: standingReserve(view.reservedOffers, {
      escrowMicros: input.escrowMicros,
      table: onTable.map((offerId) => ({ offerId, priceMicros: offerById.get(offerId)?.priceMicros ?? 0n })),
    }).map(handleOf),
    buysAtOnce: policy.buyAtOnce,
    budgetMicros: input.escrowMicros,
    asksAllowed: asksAllowed({
      policy,
      level: context.level,
      round: context.sittingRound,
      childrenOpened: context.childrenOpened,
      treeContexts: tree.inspection.treeContexts,
      millibitsLeft: bitsLeft(context.millibitsLeft, bitsOfVerdict(context.millibitsLeft)),
    }),
    askBudgetMicrosMin: BUDGET_MICROS_MIN,
    round: context.sittingRound,
    strategy: policy.strategy,
    appraisals: null,
    token: input.token,
  }
  const closed = [
    ...[...onTable, ...aboveIds].map((offerId) => ({ offerId, closes: [offerId] })),
    ...view.purchasedOffers.flatMap((offerId) => {
      const closes = bought.get(offerId)?.quotes.filter((id) => !bought.has(id)) ?? []
      return closes.length > 0 ? [{ offerId, closes }] : []
    }),
  ].map((one) => ({ ...one, text: textOf(secrets, one.offerId) }))
  return {
    task,
    ids,
    secrets: closed,
    publicTexts: [
      ...publicQuestions.flatMap(({ title, body, decision }) => [
        title,
        body,
        wordsOfDecision(decision).join('\n'),
      ]),
      ...publicTeasers,
      ...input.pages.flatMap(({ title, passages }) => [title, ...passages]),
    ],
    copies: pinnedOpen.filter((id) => !onTable.includes(id)),
    words: (kind, aboutIds) =>
      subQuestion(
        kind,
        aboutIds.flatMap((id) => (stranger.offer(id).teaser ? (offerById.get(id)?.teaser ?? []) : [])),
        contextById.get(context.rootId)?.title ?? context.title,
      ),
  }
}

/** What a purchase answers, in the handles of one call. Null for what was offered on the root question. */
export function answeredBy(
  { about, tellsWords }: Meaning,
  context: TreeRows['contexts'][number] | undefined,
  handles: ReadonlyMap<string, string>,
): Answered | null {
  if (!context?.askKind) return null
  return {
    question: tellsWords ? context.title : null,
    kind: context.askKind,
    about: about.flatMap((offerId) => handles.get(offerId) ?? []),
  }
}

/** Of these offers those that are no dearer copies of others of them on the same context. */
function withoutCopies(tree: TreeRows, offerIds: readonly string[]): string[] {
  const among = tree.offers.filter(({ id }) => offerIds.includes(id))
  const copies = new Set(
    [...Map.groupBy(among, ({ contextId }) => contextId).values()].flatMap((group) => undercut(group)),
  )
  const kept = new Set(among.filter((offer) => !copies.has(offer)).map(({ id }) => id))
  return offerIds.filter((id) => kept.has(id))
}

type TreeIndex = {
  facts: TreeFacts
  bought: Map<string, TreeRows['purchases'][number]>
  offerById: Map<string, TreeRows['offers'][number]>
  contextById: Map<string, TreeRows['contexts'][number]>
  /** What somebody would see who has nothing to do with the tree, were it open to all: what is public of it. */
  stranger: TreeSights
  publicTeasers: string[]
}

/** Siblings are given the same reading of their tree. */
const indexes = new WeakMap<TreeRows, TreeIndex>()

function indexOf(tree: TreeRows): TreeIndex {
  const known = indexes.get(tree)
  if (known) return known
  const contextById = new Map(tree.contexts.map((row) => [row.id, row]))
  const stranger = sightsOf(null, { ...tree, inspection: { ...tree.inspection, isTreePublic: true } })
  const index = {
    facts: factsOf(tree),
    bought: new Map(tree.purchases.map((purchase) => [purchase.offerId, purchase])),
    offerById: new Map(tree.offers.map((offer) => [offer.id, offer])),
    contextById,
    stranger,
    publicTeasers: tree.offers.filter(({ id }) => stranger.offer(id).teaser).map(({ teaser }) => teaser),
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
