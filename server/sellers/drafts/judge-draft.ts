import { randomBytes } from 'node:crypto'
import { and, count, eq, gte } from 'drizzle-orm'
import type { Db, Tx } from '@/db/client'
import { contextAbout, contexts, draftJudgements, inspections, offers, users } from '@/db/schema'
import { type DecisionRow, decisionOf } from '../../contract/decision'
import type { JudgeDraftInput, Judgement, JudgementsLeft } from '../../contract/selling'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import type { InspectReply, InspectTask, Model, QuestionText, Scores } from '../../llm/model'
import { readPageTexts, withPages } from '../../market/pages/page-texts'
import { isTerminal } from '../../protocol/advance'
import { ROOT_MILLIBITS } from '../../protocol/bits'
import { asksAllowed, type Reason, SUB_QUESTION_CHARS_MAX } from '../../protocol/verdict'
import { chosenModels } from '../../settings/chosen-models'
import { readFixed } from '../../settings/settings'
import { requireInspections } from '../../settings/stops'
import { BUDGET_MICROS_MIN, exactCredits } from '../../shared/money'
import type { ModelFailure } from '../../words/failures'
import { searchPrice } from './price-search'

/** Six prices at most, the asked one included: more would cost more than "up to about" is worth. */
const PRICES_MAX = 6
/** For all inspections together; what is known by then is answered. Proxies give up on a request soon after. */
const JUDGING_TIMEOUT_MS = 90_000
const TOKEN_BYTES = 9
/** The draft lies on the table alone. */
const HANDLE = 'A'
/** Failures of a model that was not reached, or not rightly set up: no fault of the draft. */
const NOT_COUNTED: readonly ModelFailure[] = ['unavailable', 'limited', 'server-failed', 'misconfigured']

/** How many drafts a seller can still have judged today (UTC). */
export async function judgementsLeft(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  personId: string,
): Promise<JudgementsLeft> {
  const used = await usedToday(db, personId, clock.now())
  const perDay = await readFixed(db, 'judgementsPerDay')
  return { left: Math.max(0, perDay - used), perDay }
}

/**
 * Has the question's inspector judge a draft as if it were the only offer: at the asked price with the right to ask, then up
 * to what price it would be bought. Only the draft and the question's public text go in. Nothing of it is kept but that it
 * happened; the draft is in no log and no error.
 *
 * @throws AppError `market.context_not_found`, `market.own_context`, `market.context_closed`, `market.deadline_passed`,
 * `market.offer_over_budget`, `sellers.judgements_used_up`, `operate.inspections_stopped`.
 */
export async function judgeDraft(
  deps: Deps,
  personId: string,
  draft: JudgeDraftInput,
  stop: AbortSignal,
): Promise<Judgement> {
  await requireInspections(deps.db)
  const asked = await readQuestion(deps, personId, draft)
  const judgementId = await takeOne(deps, personId, draft.contextId)
  const model =
    asked.inspector === 'built-in'
      ? deps.models.builtIn
      : (await chosenModels(deps)).paidBy({ kind: 'person', personId }, asked.model)
  const signal = AbortSignal.any([stop, AbortSignal.timeout(JUDGING_TIMEOUT_MS)])
  const judged = await judge(model, taskFor(asked, draft), asked, signal)
  const isCounted = judged.ok || !NOT_COUNTED.includes(judged.failure)
  if (!isCounted) await deps.db.delete(draftJudgements).where(eq(draftJudgements.id, judgementId))
  const left = await judgementsLeft(deps, personId)
  if (!judged.ok) return { outcome: 'failed', isCounted, ...left }
  return {
    outcome: 'judged',
    inspector: model.name,
    priceMicros: draft.priceMicros,
    ...judged.value,
    ...left,
  }
}

type Asked = Awaited<ReturnType<typeof readQuestion>>

/** What is public of the question, with the rules its inspection follows. */
async function readQuestion({ db, clock }: Deps, personId: string, draft: JudgeDraftInput) {
  const [found] = await db
    .select({ context: contexts, policy: inspections.policy, deadlineAt: inspections.deadlineAt })
    .from(contexts)
    .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
    .where(eq(contexts.id, draft.contextId))
  if (!found) throw new AppError('market.context_not_found')
  const { context, policy, deadlineAt } = found
  const isRoot = context.parentId === null
  if (context.buyerId === personId) throw new AppError('market.own_context')
  if (isTerminal(context.phase)) throw new AppError('market.context_closed')
  if (isRoot && clock.now() >= deadlineAt) throw new AppError('market.deadline_passed')
  if (draft.priceMicros > context.budgetMicros) {
    throw new AppError('market.offer_over_budget', {
      details: { field: 'priceMicros', budget: exactCredits(context.budgetMicros) },
    })
  }
  const [root] = isRoot ? [context] : await db.select().from(contexts).where(eq(contexts.id, context.rootId))
  const read = root ? await readPageTexts(db, root) : []
  const teasers = await db
    .select({ teaser: offers.teaser })
    .from(contextAbout)
    .innerJoin(offers, eq(offers.id, contextAbout.offerId))
    .where(eq(contextAbout.contextId, context.id))
    .orderBy(offers.id)
  return {
    questions: [...(root && !isRoot ? [questionText(root)] : []), questionText(context)].map(
      (question, index) => (index === 0 ? withPages(question, read) : question),
    ),
    subject: context.askKind ? { kind: context.askKind, teasers: teasers.map(({ teaser }) => teaser) } : null,
    budgetMicros: context.budgetMicros,
    asksAllowed: asksAllowed({
      policy,
      level: context.level,
      round: 0,
      childrenOpened: 0,
      treeContexts: 1,
      millibitsLeft: ROOT_MILLIBITS,
    }),
    inspector: policy.inspector,
    model: policy.model ?? null,
    strategy: policy.strategy,
    appraisal: policy.appraisal,
  }
}

function questionText(
  row: Pick<typeof contexts.$inferSelect, 'title' | 'body' | 'pages' | keyof DecisionRow>,
): QuestionText {
  return { title: row.title, body: row.body, decision: decisionOf(row), pages: row.pages }
}

/** Takes one of today's tries; two calls at once cannot take the same one. @throws AppError `sellers.judgements_used_up`. */
async function takeOne({ db, clock, ids }: Deps, personId: string, contextId: string): Promise<string> {
  return db.transaction(async (tx) => {
    // Whoever counts waits here for whoever is counting.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, personId)).for('no key update')
    const now = clock.now()
    if ((await usedToday(tx, personId, now)) >= (await readFixed(tx, 'judgementsPerDay')))
      throw new AppError('sellers.judgements_used_up')
    const id = ids.next('judgement')
    await tx.insert(draftJudgements).values({ id, personId, contextId, createdAt: now })
    return id
  })
}

async function usedToday(db: Db | Tx, personId: string, now: Date): Promise<number> {
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
  const [found] = await db
    .select({ used: count() })
    .from(draftJudgements)
    .where(and(eq(draftJudgements.personId, personId), gte(draftJudgements.createdAt, day)))
  return found?.used ?? 0
}

function taskFor(asked: Asked, { teaser, privateInfo, priceMicros }: JudgeDraftInput): InspectTask {
  const { questions, subject, budgetMicros, asksAllowed, strategy } = asked
  return {
    questions,
    subject,
    offers: [{ handle: HANDLE, teaser, privateInfo, priceMicros }],
    above: [],
    known: [],
    reserved: [],
    buysAtOnce: false,
    budgetMicros,
    asksAllowed,
    askBudgetMicrosMin: BUDGET_MICROS_MIN,
    round: 0,
    strategy,
    appraisals: null,
    token: randomBytes(TOKEN_BYTES).toString('base64url'),
  }
}

type Judged =
  | {
      ok: true
      value: Pick<Extract<Judgement, { outcome: 'judged' }>, 'buys' | 'reason' | 'upToMicros' | 'ask'>
    }
  | { ok: false; failure: ModelFailure }

async function judge(
  model: Model,
  task: InspectTask,
  { appraisal, budgetMicros }: Asked,
  signal: AbortSignal,
): Promise<Judged> {
  let table = task
  if (appraisal === 'isolated') {
    const appraised = await appraise(model, task, signal)
    if (!appraised.ok) return appraised
    table = withScores(task, appraised.value)
  }
  const first = await model.inspect(table, signal)
  if (!first.ok) return first
  const [ask] = first.value.ask
  // What it asks first it holds; the price is then found as if there were nothing to ask.
  const final = ask ? await model.inspect({ ...table, asksAllowed: 0 }, signal) : first
  if (!final.ok) return final
  const verdict = verdictOn(final.value)
  const asked = table.offers[0]?.priceMicros ?? 0n
  const upToMicros = await searchPrice({
    asked: { priceMicros: asked, isPaid: verdict.buys },
    maxMicros: budgetMicros,
    triesMax: PRICES_MAX - 1,
    isPaid: async (priceMicros) => {
      const reply = await model.inspect(atPrice({ ...table, asksAllowed: 0 }, priceMicros), signal)
      return reply.ok ? verdictOn(reply.value).buys : null
    },
  })
  return {
    ok: true,
    value: {
      ...verdict,
      upToMicros,
      ask: ask ? { kind: ask.kind, question: ask.question.trim().slice(0, SUB_QUESTION_CHARS_MAX) } : null,
    },
  }
}

function verdictOn(reply: InspectReply): { buys: boolean; reason: Reason } {
  const bought = reply.buy.find(({ handle }) => handle === HANDLE)
  if (bought) return { buys: true, reason: bought.reason }
  const passed = reply.pass.find(({ handle }) => handle === HANDLE)
  return { buys: false, reason: passed?.reason ?? 'no-verdict' }
}

function atPrice(task: InspectTask, priceMicros: bigint): InspectTask {
  return { ...task, offers: task.offers.map((offer) => ({ ...offer, priceMicros })) }
}

async function appraise(
  model: Model,
  { questions, subject, known, token, offers }: InspectTask,
  signal: AbortSignal,
): Promise<{ ok: true; value: Scores } | { ok: false; failure: ModelFailure }> {
  const [offer] = offers
  if (!offer) throw new Error('A draft is judged without a draft')
  return model.appraise({ questions, subject, known, token, offer, mayAsk: false }, signal)
}

/** With isolated appraisal the verdict rests on the scores; the text is not shown again. */
function withScores(task: InspectTask, scores: Scores): InspectTask {
  return {
    ...task,
    offers: task.offers.map((offer) => ({ ...offer, privateInfo: '' })),
    appraisals: { [HANDLE]: scores },
  }
}
