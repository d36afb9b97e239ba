import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { NO_USAGE, type Watch } from '../../llm/model'
import { readPageTexts } from '../../market/pages/page-texts'
import { readForInspection } from '../../market/private/open'
import { readTree, type TreeRows } from '../../market/tree-rows'
import { EMPTY_VERDICT } from '../../protocol/verdict'
import { inTree, TreeMovedOn } from '../../realtime/tree-transaction'
import { crashpoint } from '../../shared/crashpoint'
import { type Decided, decide, inspectorNameFor, mindsFor } from '../step/inspector'
import { applyVerdict } from './apply-verdict'
import type { Claim } from './claims'
import { putOff } from './failed-step'
import type { Matching } from './match-contexts'

const TOKEN_BYTES = 9

/** The decision of a tree that has used up its tokens: it buys and asks nothing more. */
const outOfTokens = (inspector: string): Decided => ({
  draft: EMPTY_VERDICT,
  quotes: new Map(),
  usage: NO_USAGE,
  inspector,
  promptVersion: '',
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
 * wrong is counted, and the step put off. Returns the steps that its verdict leads to.
 */
export async function runStep(deps: Deps, claim: Claim, running: Running): Promise<Claim[]> {
  if (running.stopped.aborted || running.lost.aborted) return []
  try {
    return await callAndApply(deps, claim, running)
  } catch (error) {
    // A process that stops has not failed: its lease runs out, and another one takes the step up.
    if (running.stopped.aborted) return []
    deps.log.error({ err: error, contextId: claim.contextId, round: claim.round }, 'a step failed')
    const failure = error instanceof AppError && error.code === 'ledger.frozen' ? 'frozen' : 'fault'
    await putOff(deps, claim, { failure, isTransient: true })
    return []
  }
}

async function callAndApply(
  deps: Deps,
  claim: Claim,
  { matching, lost, stopped }: Running,
): Promise<Claim[]> {
  const tree = claim.tree ?? (await readTree(deps.db, claim.rootId))
  if (!tree) return []
  if (tree.inspection.tokensUsed >= tree.inspection.tokenCap) {
    const decided = outOfTokens(inspectorNameFor(deps.models, tree.inspection))
    return applyVerdict(deps, { claim, decided, milliseconds: 0 }, matching)
  }
  const began = performance.now()
  const arrival = watchArrival(deps, claim)
  const outcome = await callInspector(deps, claim, tree, {
    signal: AbortSignal.any([stopped, lost]),
    watch: arrival.watch,
  })
  await arrival.told()
  crashpoint('step.after_call')
  if (stopped.aborted || lost.aborted) return []
  if (!outcome.ok) {
    await putOff(deps, claim, outcome)
    return []
  }
  const verdict = { claim, decided: outcome.value, milliseconds: performance.now() - began }
  const next = await applyVerdict(deps, verdict, matching)
  crashpoint('step.after_apply')
  return next
}

/**
 * Tells whoever follows the tree that the first words of a reply have arrived, once for a call of a step. How many there are by now is
 * not told: a model would choose it.
 */
function watchArrival(deps: Deps, { rootId, contextId, round }: Claim) {
  let telling: Promise<void> | null = null
  const tell = () =>
    inTree(deps, rootId, async (_, note) => note({ type: 'call.replying', contextId, round }), [
      'running',
    ]).catch((error: unknown) => {
      // Nothing rests on it: a tree that was stopped meanwhile has no more news.
      if (!(error instanceof TreeMovedOn)) deps.log.warn({ err: error, contextId }, 'an arrival was not told')
    })
  return {
    watch: () => {
      telling ??= tell()
    },
    told: () => telling ?? Promise.resolve(),
  }
}

type Calling = { signal: AbortSignal; watch: Watch }

async function callInspector(deps: Deps, claim: Claim, tree: TreeRows, { signal, watch }: Calling) {
  const { contextId, round, pins, escrowMicros } = claim
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const pages = await pagesOf(deps, tree)
  const input = { tree, contextId, round, pins, escrowMicros, pages, token }
  const readPrivate = (rootId: string, wanted: Claim['pins']) =>
    readForInspection(deps.db, deps.cipher, { rootId, pins: wanted })
  return decide(readPrivate, mindsFor(deps.models, tree.inspection), input, signal, watch)
}

async function pagesOf({ db }: Pick<Deps, 'db'>, { contexts }: TreeRows) {
  const root = contexts.find(({ parentId }) => parentId === null)
  return root ? readPageTexts(db, root) : []
}
