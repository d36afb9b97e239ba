import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { answers, inspections } from '@/db/schema'
import { decisionOf } from '../../contract/market'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { leasedUntil, renewedLease, underLease } from '../../jobs/lease'
import {
  type AnswerReply,
  type AnswerTask,
  addUsage,
  type KnownInfo,
  type Model,
  type ModelResult,
  NO_USAGE,
  type Recommended,
  type Usage,
} from '../../llm/model'
import { lockOwnRoot } from '../../market/edit-context'
import { readPageTexts, withPages } from '../../market/pages/page-texts'
import { openForDecision } from '../../market/private/open'
import { factsOf, readTree, type TreeRows } from '../../market/tree-rows'
import { decisionView, type Meaning } from '../../protocol/information-set'
import { inTree } from '../../realtime/tree-transaction'
import { crashpoint } from '../../shared/crashpoint'
import { counted } from '../../words/amounts'
import { passedInWords } from '../../words/tree'
import { modelFor } from './inspector'
import { findLeaks } from './leak-guard'
import { type Publishable, readPublishable, type WrittenAnswer, writePublication } from './publish'
import { answeredBy } from './read-table'

/** After three tries the built-in one writes the answer: a settled tree must not wait for a model that is gone. */
const TRIES = 3
const RETRY_MS = 1_000

/** The first answer keeps the name that it had when there was only one. */
export const purposeOf = (rootId: string, revision = 1) =>
  revision === 1 ? `answer:${rootId}` : `answer:${rootId}:${revision}`

/** The model gave no answer, and it is not its last try. `usage`: what was used all the same. */
class NotWritten extends Error {
  constructor(readonly usage: Usage) {
    super('No answer was written')
  }
}

/**
 * Writes the answer of a tree whose root has ended a sitting, or revises it, from its dossier alone, with a citation for each purchase used, and what the dossier
 * recommended after each purchase. Under a lease, so that nobody else calls a model for it meanwhile; when this process dies of
 * it or the model fails, it is due again. Safe to repeat: a written answer stays.
 */
export async function writeAnswer(deps: Deps, rootId: string, stopped?: AbortSignal): Promise<void> {
  const claimed = await claimAnswer(deps, rootId)
  if (claimed === null) return
  const { tries, revision } = claimed
  const isOurs = and(
    isUnanswered(rootId),
    eq(inspections.answerTries, tries),
    eq(inspections.answerRevision, revision),
  )
  const renew = async () => {
    const answerDueAt = renewedLease(deps.clock.now(), inspections.answerDueAt)
    const renewed = await deps.db
      .update(inspections)
      .set({ answerDueAt })
      .where(isOurs)
      .returning({ rootId: inspections.rootId })
    return renewed.length > 0
  }
  try {
    await underLease(deps, renew, (lost) =>
      writeClaimed(deps, rootId, {
        tries,
        revision,
        signal: stopped ? AbortSignal.any([stopped, lost]) : lost,
      }),
    )
  } catch (error) {
    if (!(error instanceof NotWritten)) throw error
    if (stopped?.aborted) return
    const again = new Date(deps.clock.now().getTime() + RETRY_MS * tries)
    await inTree(deps, rootId, async (tx, note) => {
      note.use(error.usage)
      await tx.update(inspections).set({ answerDueAt: again }).where(isOurs)
      await deps.jobs.enqueue(tx, 'inspection.answer', [{ rootId }], again)
    })
  }
}

const isUnanswered = (rootId: string) =>
  and(eq(inspections.rootId, rootId), gt(inspections.answerRevision, 0), isNull(inspections.answeredAt))

/** Which try of which revision it is; null when there is nothing to write now, or somebody else is at it. */
async function claimAnswer(deps: Deps, rootId: string): Promise<{ tries: number; revision: number } | null> {
  const now = deps.clock.now()
  const [claimed] = await deps.db
    .update(inspections)
    .set({
      answerTries: sql`${inspections.answerTries} + 1`,
      answerDueAt: leasedUntil(now, inspections.answerTries),
    })
    .where(and(isUnanswered(rootId), or(isNull(inspections.answerDueAt), lte(inspections.answerDueAt, now))))
    .returning({ tries: inspections.answerTries, revision: inspections.answerRevision })
  return claimed ?? null
}

type Try = { tries: number; revision: number; signal: AbortSignal }

async function writeClaimed(deps: Deps, rootId: string, attempt: Try): Promise<void> {
  const tree = await readTree(deps.db, rootId)
  const root = tree?.contexts.find((context) => context.id === rootId)
  if (!tree || !root) return
  const view = decisionView(tree.inspection.policy.protocol, factsOf(tree))
  const meanings = new Map(view.meanings.map((meaning) => [meaning.offerId, meaning]))
  const used = tree.purchases.filter((purchase) => meanings.has(purchase.offerId))
  const dossier = await readDossier(deps, tree, root, { used, meanings })
  const { reply, writtenBy, usage } = await compose(deps, tree, dossier, attempt)
  const citations = used.map((purchase) => purchase.offerId)
  const markdown = [reply.markdown, ...unreadNotes(dossier.question)].join('\n\n')
  const publishable = await publishableWhenDone(deps, tree, {
    revision: attempt.revision,
    markdown,
    citations,
    trail: reply.trail,
  })
  crashpoint('answer.after_call')
  const sealed = deps.cipher.seal(markdown, purposeOf(rootId, attempt.revision))
  await inTree(deps, rootId, async (tx, note) => {
    const writtenAt = deps.clock.now()
    const inserted = await tx
      .insert(answers)
      .values({
        rootId,
        revision: attempt.revision,
        ...sealed,
        citations,
        trail: reply.trail,
        writtenBy,
        writtenAt,
      })
      .onConflictDoNothing()
      .returning({ rootId: answers.rootId })
    await tx
      .update(inspections)
      .set({ answeredAt: writtenAt, answerDueAt: null })
      // A sitting that ended meanwhile wants another one.
      .where(and(eq(inspections.rootId, rootId), eq(inspections.answerRevision, attempt.revision)))
    note.use(usage)
    if (inserted.length === 0) return
    note({ type: 'answer.written', contextId: rootId, round: attempt.revision })
    if (publishable) {
      await lockOwnRoot(tx, root.buyerId, rootId)
      await writePublication(tx, deps, note, { rootId, buyerId: root.buyerId, publishable })
    }
  })
}

/** What the asker wants published with the answer; null for nothing, and where the licences leave nothing. */
async function publishableWhenDone(
  deps: Deps,
  tree: TreeRows,
  answer: WrittenAnswer,
): Promise<Publishable | null> {
  if (!tree.inspection.publishWhenDone || answer.citations.length === 0) return null
  try {
    return await readPublishable(deps, tree, answer)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return null
  }
}

/** What the decision rests on, as the answer's tasks take it. */
type Dossier = {
  question: AnswerTask['question']
  /** All purchases used, in the order of purchase. */
  all: readonly KnownInfo[]
  /** Handles of those that stay sealed: they repeat an offer that was not bought. */
  sealed: readonly string[]
  token: string
}

async function readDossier(
  deps: Deps,
  tree: TreeRows,
  root: TreeRows['contexts'][number],
  { used, meanings }: { used: TreeRows['purchases']; meanings: ReadonlyMap<string, Meaning> },
): Promise<Dossier> {
  const offerIds = used.map((purchase) => purchase.offerId)
  const opened = await openForDecision(deps, { tree, buyerId: root.buyerId, offerIds })
  const contexts = new Map(tree.contexts.map((context) => [context.id, context]))
  const handles = new Map(offerIds.map((offerId, index) => [offerId, String(index + 1)]))
  const offers = new Map(tree.offers.map((offer) => [offer.id, offer]))
  const all = used.map(({ offerId, contextId, priceMicros }): KnownInfo => {
    const context = contexts.get(contextId)
    const meaning = meanings.get(offerId)
    return {
      handle: handles.get(offerId) ?? '',
      teaser: offers.get(offerId)?.teaser ?? '',
      privateInfo: opened.get(offerId)?.text.reveal() ?? '',
      priceMicros,
      level: context?.level ?? 0,
      answers: meaning ? answeredBy(meaning, context, handles) : null,
    }
  })
  return {
    question: withPages(
      { title: root.title, body: root.body, decision: decisionOf(root), pages: root.pages },
      await readPageTexts(deps.db, root),
    ),
    all,
    sealed: all.filter((_, index) => opened.get(offerIds[index] ?? '')?.isSealed).map(({ handle }) => handle),
    token: deps.ids.next('step'),
  }
}

const NO_RECOMMENDATION: Recommended = { kind: 'open' }

type Composed = { reply: AnswerReply; writtenBy: string; usage: Usage }

/**
 * What is sealed weighs in the recommendation and is never quoted: one call is shown everything and only its recommendation is
 * kept; the words are written by another, which is shown what may be quoted and that recommendation. What it wrote is held
 * against the sealed texts all the same.
 */
async function compose(deps: Deps, tree: TreeRows, dossier: Dossier, attempt: Try): Promise<Composed> {
  // Past its tries even the claim was lost with its process, each time.
  const model = attempt.tries > TRIES ? deps.models.builtIn : modelFor(deps.models, tree.inspection)
  const { question, token, all, sealed } = dossier
  const { builtIn } = deps.models
  const { rootId } = tree.inspection
  if (all.length === 0) {
    const task: AnswerTask = { question, dossier: [], token }
    const isAnyRead = question.read?.some(({ notRead }) => notRead === null) ?? false
    if (isAnyRead) {
      const { reply, ...by } = await ask(deps, rootId, { model, ...attempt }, task, NO_USAGE)
      return { reply: { ...reply, markdown: `${reply.markdown}\n\n${nothingBought(tree)}` }, ...by }
    }
    const neutral = mustHave(await builtIn.answer(task, attempt.signal))
    const reply = { markdown: nothingBought(tree), trail: neutral.trail }
    return { reply, writtenBy: model.name, usage: NO_USAGE }
  }
  const whole: AnswerTask = { question, dossier: all, token }
  if (sealed.length === 0) return ask(deps, rootId, { model, ...attempt }, whole, NO_USAGE)
  const read =
    question.decision.kind === 'open' ? null : await ask(deps, rootId, { model, ...attempt }, whole, NO_USAGE)
  const trail = read?.reply.trail ?? [NO_RECOMMENDATION, ...all.map(() => NO_RECOMMENDATION)]
  const task: AnswerTask = {
    question,
    dossier: all.filter(({ handle }) => !sealed.includes(handle)),
    sealed: { handles: sealed, recommended: trail.at(-1) ?? NO_RECOMMENDATION },
    token: deps.ids.next('step'),
  }
  const written = await ask(deps, rootId, { model, ...attempt }, task, read?.usage ?? NO_USAGE)
  const isQuoting = repeatsSealed(written.reply.markdown, dossier, tree)
  if (isQuoting) deps.log.warn({ rootId }, 'an answer repeated what is sealed and was replaced by extracts')
  const { reply, writtenBy } = isQuoting
    ? { reply: mustHave(await builtIn.answer(task, attempt.signal)), writtenBy: builtIn.name }
    : written
  const markdown = `${reply.markdown}\n\n${sealedNote(sealed)}`
  return { reply: { markdown, trail }, writtenBy, usage: written.usage }
}

/** A text that gives away anything that is in a sealed purchase only. */
function repeatsSealed(markdown: string, { question, all, sealed }: Dossier, tree: TreeRows): boolean {
  const { decision } = question
  const isSealed = ({ handle }: KnownInfo) => sealed.includes(handle)
  const open = all.filter((info) => !isSealed(info))
  const closed = all.filter(isSealed).map(({ teaser, privateInfo }) => `${teaser}\n${privateInfo}`)
  const shown = [
    question.title,
    question.body,
    decision.kind === 'belief' ? decision.claim : '',
    decision.kind === 'choice' ? decision.options.join('\n') : '',
    ...open.flatMap(({ teaser, privateInfo }) => [teaser, privateInfo]),
    ...(question.read ?? []).flatMap(({ title, passages }) => [title, ...passages]),
    ...tree.offers
      .filter(({ contextId }) => contextId === tree.inspection.rootId)
      .map(({ teaser }) => teaser),
  ]
  return findLeaks(markdown.replace(CITATION, ''), closed, shown).length > 0
}

const CITATION = /\[P?\d+\]/g

/** Whoever reads the answer is told what it does not rest on. */
function unreadNotes({ read = [] }: AnswerTask['question']): string[] {
  return read.flatMap(({ handle, url, notRead }) =>
    notRead === null
      ? []
      : [`The page at \`${url.replaceAll('`', '%60')}\` was not read, because ${notRead}. [${handle}]`],
  )
}

/** Why a purchase that was paid for is not in the text. */
function sealedNote(handles: readonly string[]): string {
  const cited = handles.map((handle) => `[${handle}]`).join('')
  const [is, repeats] = handles.length === 1 ? ['is', 'it repeats'] : ['are', 'they repeat']
  return `${counted(handles.length, 'purchase')} ${is} not quoted here, because ${repeats} an offer that was not bought; what was said there counts in the recommendation. ${cited}`
}

/**
 * After its last try with the tree's model the built-in one answers.
 *
 * @param before what was used for this answer so far.
 * @throws NotWritten when it is to be tried again.
 */
async function ask(
  deps: Deps,
  rootId: string,
  { model, tries, signal }: Try & { model: Model },
  task: AnswerTask,
  before: Usage,
): Promise<Composed> {
  const result = await model.answer(task, signal)
  const usage = addUsage(before, result.usage)
  if (result.ok) return { reply: result.value, writtenBy: result.by ?? model.name, usage }
  if (signal.aborted) throw new NotWritten(usage)
  deps.log.warn({ rootId, failure: result.failure, tries }, 'an answer was not written')
  if (result.isTransient && tries < TRIES) throw new NotWritten(usage)
  const { builtIn } = deps.models
  return { reply: mustHave(await builtIn.answer(task, signal)), writtenBy: builtIn.name, usage }
}

function mustHave(result: ModelResult<AnswerReply>): AnswerReply {
  if (!result.ok) throw new Error(`The built-in answer failed: ${result.failure}`)
  return result.value
}

/** Why nothing was bought, in words made of counts only. */
export function nothingBought(tree: Pick<TreeRows, 'offers' | 'inspection'>): string {
  const read = tree.offers.filter((offer) => offer.firstReadAt !== null)
  if (tree.offers.length === 0) {
    return `Nobody made an offer before the deadline, so nothing was read and nothing was bought. ${allIs(tree)}`
  }
  if (read.length === 0) return `No offer was read, so nothing was bought. ${allIs(tree)}`
  const reasons = new Map<string, number>()
  for (const offer of read) {
    const reason = passedInWords(offer.reason)
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  }
  const list = [...reasons].map(([reason, count]) => `- ${counted(count, 'offer')} ${reason}`).join('\n')
  return `The inspector read ${counted(read.length, 'offer')} and bought nothing:\n\n${list}\n\n${mayStayOpen(tree) ? 'Later offers are read until the deadline; what is not spent by then goes back to your wallet.' : 'What it read is forgotten, and the unspent budget is back in your wallet. To get other offers, ask again with more detail, or with another budget.'}`
}

/** An answer stays as it is when nothing is bought afterwards, so it must be true before and after the question's end. */
function mayStayOpen({ inspection: { status } }: Pick<TreeRows, 'inspection'>): boolean {
  return status !== 'settled'
}

function allIs(tree: Pick<TreeRows, 'inspection'>): string {
  return mayStayOpen(tree)
    ? 'What is not spent by the deadline goes back to your wallet.'
    : 'The whole budget is back in your wallet.'
}

/** For the viewer's door: opens a written answer. */
export function openAnswer(
  deps: Pick<Deps, 'cipher'>,
  rootId: string,
  row: typeof answers.$inferSelect,
): string {
  return deps.cipher.open(row, purposeOf(rootId, row.revision)).reveal()
}
