import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { and, eq, isNull } from 'drizzle-orm'
import { inspections } from '@/db/schema'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { NO_USAGE } from '../../llm/model'
import { readPageTexts } from '../../market/pages/page-texts'
import { readForInspection } from '../../market/private/open'
import { recordsFor, type ShownRecord } from '../../market/reputation/read-records'
import { readTree, type TreeRows } from '../../market/tree-rows'
import { EMPTY_VERDICT } from '../../protocol/verdict'
import { chosenModels } from '../../settings/chosen-models'
import { crashpoint } from '../../shared/crashpoint'
import { answerOnTheWay } from '../step/answer-on-the-way'
import { type Decided, decide, type Minds, mindsFor, type TableReaders } from '../step/inspector'
import { applyVerdict } from './apply-verdict'
import type { Claim } from './claims'
import { putOff } from './failed-step'
import type { Matching } from './match-contexts'

const TOKEN_BYTES = 9

/** The decision of a tree that has used up its tokens: it buys and asks nothing more. */
const outOfTokens = ({ first }: Minds): Decided => ({
  draft: EMPTY_VERDICT,
  quotes: new Map(),
  usage: NO_USAGE,
  inspector: first.name,
  promptVersion: first.promptVersion,
  opinions: [],
})

type Running = {
  matching: Matching
  /** Aborted when somebody else has the step. */
  lost: AbortSignal
  /** Aborted when this process stops. */
  stopped: AbortSignal
}

/**
 * Calls the inspector for a claimed step, outside any transaction and under its lease, and writes what it decides. Whatever goes
 * wrong is counted, and the step put off; when that would tell more than its tree may, the built-in inspector decides in its stead.
 * Returns the steps that its verdict leads to.
 */
export async function runStep(deps: Deps, claim: Claim, running: Running): Promise<Claim[]> {
  const isOver = () => running.stopped.aborted || running.lost.aborted
  if (isOver()) return []
  try {
    return await callAndApply(deps, claim, running)
  } catch (error) {
    // A process that stops has not failed: its lease runs out, and another one takes the step up.
    if (running.stopped.aborted) return []
    deps.log.error({ err: error, contextId: claim.contextId, round: claim.round }, 'a step failed')
    const failure = isMoneyStill(error) ? 'frozen' : 'fault'
    const put = await putOff(deps, claim, { failure, isTransient: true })
    if (put === 'put-off' || isOver()) return []
    // What fails with the built-in inspector too is tried again when the lease has run out.
    return callAndApply(deps, { ...claim, isStandIn: true }, running)
  }
}

const isMoneyStill = (error: unknown) =>
  error instanceof AppError && (error.code === 'ledger.frozen' || error.code === 'ledger.stopped')

async function callAndApply(
  given: Deps,
  claim: Claim,
  { matching, lost, stopped }: Running,
): Promise<Claim[]> {
  const tree = claim.tree ?? (await readTree(given.db, claim.rootId))
  if (!tree) return []
  const deps = { ...given, models: await chosenModels(given) }
  const minds = mindsFor(deps.models, tree.inspection)
  if (claim.answerStage > 0) return writeAndApply(deps, claim, { tree, minds, matching, lost, stopped })
  if (tree.inspection.tokensUsed >= tree.inspection.tokenCap) {
    return applyVerdict(deps, { claim, decided: outOfTokens(minds), milliseconds: 0 }, matching)
  }
  const began = performance.now()
  const signal = AbortSignal.any([stopped, lost])
  const call = (by: Minds) => callInspector(deps, claim, { tree, minds: by, signal })
  const isLeft = tree.inspection.builtInSince !== null && tree.inspection.policy.onFailure === 'built-in'
  // What a model could not do once, it is not asked again where its asker wants no pauses.
  let outcome = claim.isStandIn || isLeft ? null : await call(minds)
  crashpoint('step.after_call')
  if (stopped.aborted || lost.aborted) return []
  if (outcome && !outcome.ok && (await putOff(deps, claim, outcome)) === 'put-off') return []
  if (!outcome?.ok) {
    await noteStandIn(deps, claim)
    outcome = await call({ first: deps.models.builtIn, others: [] })
    if (!outcome.ok) throw new Error(`The built-in inspector failed: ${outcome.failure}`)
  }
  const verdict = { claim, decided: namedAs(minds, outcome.value), milliseconds: performance.now() - began }
  const next = await applyVerdict(deps, verdict, matching)
  crashpoint('step.after_apply')
  return next
}

/** A model that fails, or whose tree has no tokens left, is not waited for: an answer on the way may be missing something. */
async function writeAndApply(
  deps: Deps,
  claim: Claim,
  { tree, minds, matching, lost, stopped }: Running & Pick<Calling, 'tree' | 'minds'>,
): Promise<Claim[]> {
  const { tokensUsed, tokenCap } = tree.inspection
  const began = performance.now()
  const model = claim.isStandIn || tokensUsed >= tokenCap ? deps.models.builtIn : minds.first
  const decided = await answerOnTheWay(deps, tree, claim, { model, signal: AbortSignal.any([stopped, lost]) })
  crashpoint('step.after_call')
  if (stopped.aborted || lost.aborted) return []
  const verdict = { claim, decided: namedAs(minds, decided), milliseconds: performance.now() - began }
  const next = await applyVerdict(deps, verdict, matching)
  crashpoint('step.after_apply')
  return next
}

/** Who gave a verdict is told by its tree alone, when it has ended: of single steps it would tell more. */
function namedAs({ first }: Minds, decided: Decided): Decided {
  return { ...decided, inspector: first.name, promptVersion: first.promptVersion }
}

async function noteStandIn({ db, clock, log }: Deps, { rootId, contextId, round }: Claim): Promise<void> {
  log.warn({ rootId, contextId, round }, 'the built-in inspector decides in place of a model')
  await db
    .update(inspections)
    .set({ builtInSince: clock.now() })
    .where(and(eq(inspections.rootId, rootId), isNull(inspections.builtInSince)))
}

type Calling = { tree: TreeRows; minds: Minds; signal: AbortSignal }

async function callInspector(deps: Deps, claim: Claim, { tree, minds, signal }: Calling) {
  const { contextId, round, pins, escrowMicros } = claim
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const pages = await pagesOf(deps, tree)
  const input = { tree, contextId, round, pins, escrowMicros, pages, token }
  const readers: TableReaders = {
    texts: (rootId, wanted) => readForInspection(deps.db, deps.cipher, { rootId, pins: [...wanted] }),
    records: () => recordsShown(deps, tree, pins),
  }
  return decide(readers, minds, input, signal)
}

async function pagesOf({ db }: Pick<Deps, 'db'>, { contexts }: TreeRows) {
  const root = contexts.find(({ parentId }) => parentId === null)
  return root ? readPageTexts(db, root) : []
}

/** How earlier sales of those who offer here held up, in the topics of the question; nothing where the policy leaves that out. */
async function recordsShown({ db }: Pick<Deps, 'db'>, tree: TreeRows, pins: Claim['pins']) {
  const root = tree.contexts.find(({ parentId }) => parentId === null)
  // Questions that are older than records leave nothing out.
  const { showsRecords = true } = tree.inspection.policy
  if (!showsRecords || !root) return new Map<string, ShownRecord>()
  const pinned = new Set(pins.map(({ offerId }) => offerId))
  const sellerIds = tree.offers.filter(({ id }) => pinned.has(id)).map(({ sellerId }) => sellerId)
  return recordsFor(db, { sellerIds, topics: root.tags })
}
