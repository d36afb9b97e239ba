import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { answers } from '@/db/schema'
import { decisionOf } from '../../contract/market'
import type { Deps } from '../../deps'
import type { AnswerReply, AnswerTask, Model, ModelResult } from '../../llm/model'
import { readBought } from '../../market/secrets'
import { factsOf, readTree, type TreeRows } from '../../market/tree-rows'
import { decisionView } from '../../protocol/information-set'
import { inTree } from '../../realtime/tree-transaction'
import { counted } from '../../words/amounts'
import { passedInWords } from '../../words/tree'
import { modelFor } from './inspector'

/** After three tries the built-in one writes the answer: a settled tree must not wait for a model that is gone. */
const TRIES = 3
const RETRY_MS = 1_000
/** One call of the answer, retries inside the port included. */
const CALL_TIMEOUT_MS = 60_000

const purposeOf = (rootId: string) => `answer:${rootId}`

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
  const secrets = await readBought(deps.db, deps.cipher, {
    buyerId: root.buyerId,
    offerIds: used.map((purchase) => purchase.offerId),
  })
  const levels = new Map(tree.contexts.map((context) => [context.id, context.level]))
  const offers = new Map(tree.offers.map((offer) => [offer.id, offer]))
  const task: AnswerTask = {
    question: { title: root.title, body: root.body, decision: decisionOf(root), pages: root.pages },
    dossier: used.map((purchase, index) => ({
      handle: String(index + 1),
      teaser: offers.get(purchase.offerId)?.teaser ?? '',
      privateInfo: secrets.get(purchase.offerId)?.reveal() ?? '',
      priceMicros: purchase.priceMicros,
      level: levels.get(purchase.contextId) ?? 0,
    })),
    token: deps.ids.next('step'),
  }
  const { reply, writtenBy } = await compose(deps, modelFor(deps.models, tree.inspection), task, tree)
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

type Composed = { reply: AnswerReply; writtenBy: string }

async function compose(deps: Deps, model: Model, task: AnswerTask, tree: TreeRows): Promise<Composed> {
  if (task.dossier.length === 0) {
    const neutral = await deps.models.builtIn.answer(task, AbortSignal.timeout(CALL_TIMEOUT_MS))
    return {
      reply: { markdown: nothingBought(tree), trail: neutral.ok ? neutral.value.trail : [] },
      writtenBy: model.name,
    }
  }
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const result = await model.answer(task, AbortSignal.timeout(CALL_TIMEOUT_MS))
    if (result.ok) return { reply: result.value, writtenBy: model.name }
    deps.log.warn(
      { rootId: tree.inspection.rootId, failure: result.failure, attempt },
      'an answer was not written',
    )
    if (!result.isTransient) break
    await sleep(RETRY_MS * attempt)
  }
  const { builtIn } = deps.models
  return {
    reply: mustHave(await builtIn.answer(task, AbortSignal.timeout(CALL_TIMEOUT_MS))),
    writtenBy: builtIn.name,
  }
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
