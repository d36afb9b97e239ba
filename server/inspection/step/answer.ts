import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { answers } from '@/db/schema'
import { decisionOf } from '../../contract/market'
import type { Deps } from '../../deps'
import type { AnswerReply, AnswerTask, KnownInfo, Model, ModelResult, Recommended } from '../../llm/model'
import { openForDecision } from '../../market/private/open'
import { factsOf, readTree, type TreeRows } from '../../market/tree-rows'
import { decisionView } from '../../protocol/information-set'
import { inTree } from '../../realtime/tree-transaction'
import { counted } from '../../words/amounts'
import { passedInWords } from '../../words/tree'
import { modelFor } from './inspector'
import { findLeaks } from './leak-guard'

/** After three tries the built-in one writes the answer: a settled tree must not wait for a model that is gone. */
const TRIES = 3
const RETRY_MS = 1_000
/** One call of the answer, retries inside the port included. */
const CALL_TIMEOUT_MS = 60_000

export const purposeOf = (rootId: string) => `answer:${rootId}`

/**
 * Writes the answer of a settled tree from its dossier alone, with a citation for each purchase used, and what the dossier
 * recommended after each purchase. Safe to repeat: a written answer stays.
 */
export async function writeAnswer(deps: Deps, rootId: string): Promise<void> {
  const tree = await readTree(deps.db, rootId)
  const root = tree?.contexts.find((context) => context.id === rootId)
  if (!tree || !root || root.phase !== 'settled') return
  const [written] = await deps.db
    .select({ rootId: answers.rootId })
    .from(answers)
    .where(eq(answers.rootId, rootId))
  if (written) return

  const view = decisionView(tree.inspection.policy.protocol, factsOf(tree))
  const usable = new Set(view.purchasedOffers)
  const used = tree.purchases.filter((purchase) => usable.has(purchase.offerId))
  const { reply, writtenBy } = await compose(deps, tree, await readDossier(deps, tree, root, used))
  const sealed = deps.cipher.seal(reply.markdown, purposeOf(rootId))
  await inTree(deps, rootId, async (tx, note) => {
    const inserted = await tx
      .insert(answers)
      .values({
        rootId,
        ...sealed,
        citations: used.map((purchase) => purchase.offerId),
        trail: reply.trail,
        writtenBy,
        writtenAt: deps.clock.now(),
      })
      .onConflictDoNothing()
      .returning({ rootId: answers.rootId })
    if (inserted.length > 0) note({ type: 'answer.written', contextId: rootId })
  })
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
  used: TreeRows['purchases'],
): Promise<Dossier> {
  const offerIds = used.map((purchase) => purchase.offerId)
  const opened = await openForDecision(deps, { tree, buyerId: root.buyerId, offerIds })
  const levels = new Map(tree.contexts.map((context) => [context.id, context.level]))
  const offers = new Map(tree.offers.map((offer) => [offer.id, offer]))
  const all = used.map((purchase, index) => ({
    handle: String(index + 1),
    teaser: offers.get(purchase.offerId)?.teaser ?? '',
    privateInfo: opened.get(purchase.offerId)?.text.reveal() ?? '',
    priceMicros: purchase.priceMicros,
    level: levels.get(purchase.contextId) ?? 0,
  }))
  return {
    question: { title: root.title, body: root.body, decision: decisionOf(root), pages: root.pages },
    all,
    sealed: all.filter((_, index) => opened.get(offerIds[index] ?? '')?.isSealed).map(({ handle }) => handle),
    token: deps.ids.next('step'),
  }
}

const NO_RECOMMENDATION: Recommended = { kind: 'open' }

type Composed = { reply: AnswerReply; writtenBy: string }

/**
 * What is sealed weighs in the recommendation and is never quoted: one call is shown everything and only its recommendation is
 * kept; the words are written by another, which is shown what may be quoted and that recommendation. What it wrote is held
 * against the sealed texts all the same.
 */
async function compose(deps: Deps, tree: TreeRows, dossier: Dossier): Promise<Composed> {
  const model = modelFor(deps.models, tree.inspection)
  const { question, token, all, sealed } = dossier
  if (all.length === 0) {
    const neutral = mustHave(await deps.models.builtIn.answer({ question, dossier: [], token }, inTime()))
    return { reply: { markdown: nothingBought(tree), trail: neutral.trail }, writtenBy: model.name }
  }
  const { rootId } = tree.inspection
  if (sealed.length === 0) return ask(deps, rootId, model, { question, dossier: all, token })
  const trail =
    question.decision.kind === 'open'
      ? [NO_RECOMMENDATION, ...all.map(() => NO_RECOMMENDATION)]
      : (await ask(deps, rootId, model, { question, dossier: all, token })).reply.trail
  const task: AnswerTask = {
    question,
    dossier: all.filter(({ handle }) => !sealed.includes(handle)),
    sealed: { handles: sealed, recommended: trail.at(-1) ?? NO_RECOMMENDATION },
    token: deps.ids.next('step'),
  }
  const written = await ask(deps, rootId, model, task)
  const isQuoting = repeatsSealed(written.reply.markdown, dossier, tree)
  if (isQuoting) deps.log.warn({ rootId }, 'an answer repeated what is sealed and was replaced by extracts')
  const { builtIn } = deps.models
  const { reply, writtenBy } = isQuoting
    ? { reply: mustHave(await builtIn.answer(task, inTime())), writtenBy: builtIn.name }
    : written
  return { reply: { markdown: `${reply.markdown}\n\n${sealedNote(sealed)}`, trail }, writtenBy }
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
    ...tree.offers
      .filter(({ contextId }) => contextId === tree.inspection.rootId)
      .map(({ teaser }) => teaser),
  ]
  return findLeaks(markdown.replace(CITATION, ''), closed, shown).length > 0
}

const CITATION = /\[\d+\]/g

/** Why a purchase that was paid for is not in the text. */
function sealedNote(handles: readonly string[]): string {
  const cited = handles.map((handle) => `[${handle}]`).join('')
  const [is, repeats] = handles.length === 1 ? ['is', 'it repeats'] : ['are', 'they repeat']
  return `${counted(handles.length, 'purchase')} ${is} not quoted here, because ${repeats} an offer that was not bought; what was said there counts in the recommendation. ${cited}`
}

const inTime = () => AbortSignal.timeout(CALL_TIMEOUT_MS)

/** After a few tries with the tree's model the built-in one answers. */
async function ask(deps: Deps, rootId: string, model: Model, task: AnswerTask): Promise<Composed> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const result = await model.answer(task, inTime())
    if (result.ok) return { reply: result.value, writtenBy: result.by ?? model.name }
    deps.log.warn({ rootId, failure: result.failure, attempt }, 'an answer was not written')
    if (!result.isTransient) break
    await sleep(RETRY_MS * attempt)
  }
  const { builtIn } = deps.models
  return { reply: mustHave(await builtIn.answer(task, inTime())), writtenBy: builtIn.name }
}

function mustHave(result: ModelResult<AnswerReply>): AnswerReply {
  if (!result.ok) throw new Error(`The built-in answer failed: ${result.failure}`)
  return result.value
}

/** Why nothing was bought, in words made of counts only. */
export function nothingBought(tree: Pick<TreeRows, 'offers' | 'inspection'>): string {
  const read = tree.offers.filter((offer) => offer.firstReadAt !== null)
  if (tree.offers.length === 0) {
    return 'Nobody made an offer before the deadline, so nothing was read and nothing was bought. The whole budget is back in your wallet.'
  }
  if (read.length === 0)
    return 'No offer was read, so nothing was bought. The whole budget is back in your wallet.'
  const reasons = new Map<string, number>()
  for (const offer of read) {
    const reason = passedInWords(offer.reason)
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  }
  const list = [...reasons].map(([reason, count]) => `- ${counted(count, 'offer')} ${reason}`).join('\n')
  return `The inspector read ${counted(read.length, 'offer')} and bought nothing:\n\n${list}\n\nWhat it read is forgotten, and the unspent budget is back in your wallet. To get other offers, ask again with more detail, or with another budget.`
}

/** For the viewer's door: opens a written answer. */
export function openAnswer(
  deps: Pick<Deps, 'cipher'>,
  rootId: string,
  row: typeof answers.$inferSelect,
): string {
  return deps.cipher.open(row, purposeOf(rootId)).reveal()
}
