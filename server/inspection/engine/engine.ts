import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { and, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { contexts, inspectionSteps, inspections } from '@/db/schema'
import type { Deps } from '../../deps'
import { inTree, TreeMovedOn } from '../../realtime/tree-transaction'
import { crashpoint } from '../../shared/crashpoint'
import type { ModelFailure } from '../../words/failures'
import { decide, modelFor } from '../step/inspector'
import { OUT_OF_TOKENS } from './apply-verdict'
import { type Claim, LEASE_MS } from './begin-steps'
import type { Place } from './claim-step'
import { cancelTree } from './control'
import { type Matching, matchContexts } from './match-contexts'
import { createTogether, type Together } from './together'

/** A third of the lease, so that two renewals may fail. */
const LEASE_RENEW_MS = LEASE_MS / 3
/** Half a minute of trying (1 + 2 + 4 + … s) before people are asked; the model call has short retries of its own. */
const CALL_ATTEMPTS_MAX = 5
/** A model that refuses or answers off-format will most likely do so again: one more try, then people are asked. */
const LASTING_ATTEMPTS_MAX = 2
const RETRY_BASE_MS = 1_000
/** Calls of the inspector at once in one process; more only fill the model's queue. */
const CALLS_AT_ONCE = 64
/** Steps taken up by one pass of the sweeper. */
const SWEEP_MAX = 100
/** A paused tree that nobody resumes gives its credits back after a week. */
const PAUSED_DAYS_MAX = 7
const MS_PER_DAY = 24 * 3_600_000
const TOKEN_BYTES = 9

/**
 * The durable engine (design, section 3). Jobs only say that a context may move; the call of the inspector runs outside
 * jobs and transactions, under the step's lease: claim → call → apply. If this process dies anywhere, the lease runs out
 * and the sweeper of any process takes the step up again; the attempt number drops what the dead one might still say.
 */
export interface Engine {
  /** Moves one context as far as it goes now; a call of the inspector goes on after this returns. Throws once it is stopped. */
  advance(place: Place): Promise<void>
  /** Has contexts of one tree matched, and moves them on likewise. */
  match(opened: { rootId: string; contextIds: readonly string[] }): Promise<void>
  /** Takes up steps whose worker died and trees that were paused too long. */
  sweep(): Promise<void>
  /** Waits until no call of this process is under way. */
  idle(): Promise<void>
  /** Stops calls under way; their steps are taken up elsewhere when their leases run out. */
  stop(): Promise<void>
}

/** @param matching `begins: false` gives every step a job of its own, for who runs jobs one at a time. */
export function createEngine(deps: Deps, matching: Matching): Engine {
  const limit = pLimit(CALLS_AT_ONCE)
  const together = createTogether(deps, matching)
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()

  async function advance(place: Place): Promise<void> {
    refuseWhenStopped()
    for (const claim of await together.claim(place)) start(claim)
  }

  /** Not silently: a job that ends well leaves the queue, and this one is for another worker. */
  function refuseWhenStopped(): void {
    if (stopping.signal.aborted) throw new Error('This engine has stopped')
  }

  /** Under way from here on; its lease says so to everybody else. */
  function start(claim: Claim): void {
    crashpoint('step.after_claim')
    const call = limit(() => runStep(deps, claim, together, stopping.signal))
      .then((next) => next.forEach(start))
      .catch((error: unknown) => {
        // The lease stays until it runs out, then the step is tried again.
        deps.log.error({ err: error, contextId: claim.contextId, round: claim.round }, 'a step failed')
      })
      .finally(() => running.delete(call))
    running.add(call)
  }

  return {
    advance,
    async match(opened) {
      refuseWhenStopped()
      for (const claim of await matchContexts(deps, opened, matching)) start(claim)
    },
    async sweep() {
      const places = [...(await expiredSteps(deps)), ...(await neverMatched(deps))]
      await Promise.all(places.map(advance))
      await endForgottenPauses(deps)
    },
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

/** Returns the steps that its verdict leads to. */
async function runStep(deps: Deps, claim: Claim, together: Together, stopped: AbortSignal): Promise<Claim[]> {
  const tree = claim.tree ?? (await together.readTree(claim.rootId))
  if (!tree) return []
  if (tree.inspection.tokensUsed >= tree.inspection.tokenCap) {
    return together.apply({ claim, decided: OUT_OF_TOKENS, milliseconds: 0 })
  }
  const lost = new AbortController()
  const isOver = together.calling(claim)
  const renewal = setInterval(() => {
    renewLease(deps, claim).then(
      (isOurs) => {
        if (!isOurs) lost.abort()
      },
      (error: unknown) =>
        deps.log.warn({ err: error, contextId: claim.contextId }, 'a lease was not renewed'),
    )
  }, LEASE_RENEW_MS)
  try {
    const model = modelFor(deps.models, tree.inspection)
    const input = {
      tree,
      contextId: claim.contextId,
      round: claim.round,
      pins: claim.pins,
      escrowMicros: claim.escrowMicros,
      token: randomBytes(TOKEN_BYTES).toString('base64url'),
    }
    const began = performance.now()
    const outcome = await decide(together.readPrivate, model, input, AbortSignal.any([stopped, lost.signal]))
    isOver()
    crashpoint('step.after_call')
    if (stopped.aborted || lost.signal.aborted) return []
    if (!outcome.ok) {
      await putOff(deps, claim, outcome)
      return []
    }
    const verdict = { claim, decided: outcome.value, milliseconds: performance.now() - began }
    const next = await together.apply(verdict)
    crashpoint('step.after_apply')
    return next
  } finally {
    isOver()
    clearInterval(renewal)
  }
}

function ours(claim: Claim) {
  return and(
    eq(inspectionSteps.contextId, claim.contextId),
    eq(inspectionSteps.round, claim.round),
    eq(inspectionSteps.attempt, claim.attempt),
    eq(inspectionSteps.state, 'claimed'),
  )
}

/** False when somebody else has the step by now. */
async function renewLease(deps: Deps, claim: Claim): Promise<boolean> {
  const renewed = await deps.db
    .update(inspectionSteps)
    .set({ leaseUntil: new Date(deps.clock.now().getTime() + LEASE_MS) })
    .where(ours(claim))
    .returning({ round: inspectionSteps.round })
  return renewed.length === 1
}

/**
 * The model failed: try again later, doubling the wait, then pause the tree and say why. Nothing is bought on a malformed
 * or missing verdict.
 */
async function putOff(
  deps: Deps,
  claim: Claim,
  { failure, isTransient }: { failure: ModelFailure; isTransient: boolean },
): Promise<void> {
  // Attempts go on counting after a resume, so each stretch of tries is counted from its own beginning.
  const attemptsMax = isTransient ? CALL_ATTEMPTS_MAX : LASTING_ATTEMPTS_MAX
  const isLast = claim.attempt % attemptsMax === 0
  const waitMs = RETRY_BASE_MS * 2 ** ((claim.attempt - 1) % attemptsMax)
  const until = new Date(deps.clock.now().getTime() + waitMs)
  const place = { rootId: claim.rootId, contextId: claim.contextId }
  try {
    await inTree(
      deps,
      claim.rootId,
      async (tx, note) => {
        const put = await tx
          .update(inspectionSteps)
          .set({ state: 'waiting', leaseUntil: until, failure })
          .where(ours(claim))
          .returning({ round: inspectionSteps.round })
        if (put.length === 0) return
        if (isLast) note({ type: 'tree.paused', contextId: claim.contextId, code: failure })
        else await deps.jobs.enqueue(tx, 'inspection.advance', [place], until)
      },
      ['running', 'paused'],
    )
  } catch (error) {
    if (!(error instanceof TreeMovedOn)) throw error
  }
}

async function expiredSteps(deps: Deps): Promise<Place[]> {
  return deps.db
    .select({ rootId: inspectionSteps.rootId, contextId: inspectionSteps.contextId })
    .from(inspectionSteps)
    .innerJoin(inspections, eq(inspections.rootId, inspectionSteps.rootId))
    .innerJoin(contexts, eq(contexts.id, inspectionSteps.contextId))
    .where(
      and(
        inArray(inspectionSteps.state, ['claimed', 'waiting']),
        lt(inspectionSteps.leaseUntil, deps.clock.now()),
        eq(inspections.status, 'running'),
        eq(contexts.phase, 'inspecting'),
        sql`${contexts.round} = ${inspectionSteps.round}`,
      ),
    )
    .limit(SWEEP_MAX)
}

/** Sub-contexts whose matching was lost, once the wait for it is over: they go on with what they have. */
async function neverMatched(deps: Deps): Promise<Place[]> {
  const now = deps.clock.now()
  return deps.db
    .select({ rootId: contexts.rootId, contextId: contexts.id })
    .from(inspections)
    .innerJoin(contexts, eq(contexts.rootId, inspections.rootId))
    .where(
      and(
        eq(inspections.status, 'running'),
        isNotNull(contexts.parentId),
        eq(contexts.phase, 'collecting'),
        eq(contexts.isMatched, false),
        lt(contexts.botsUntil, now),
        or(isNull(contexts.peopleUntil), lt(contexts.peopleUntil, now)),
      ),
    )
    .limit(SWEEP_MAX)
}

async function endForgottenPauses(deps: Deps): Promise<void> {
  const limit = new Date(deps.clock.now().getTime() - PAUSED_DAYS_MAX * MS_PER_DAY)
  const forgotten = await deps.db
    .select({ rootId: inspections.rootId })
    .from(inspections)
    .where(
      and(
        eq(inspections.status, 'paused'),
        sql`(select max(e.at) from inspection_event e where e.root_id = ${inspections.rootId}) < ${limit.toISOString()}::timestamptz`,
      ),
    )
    .limit(SWEEP_MAX)
  for (const { rootId } of forgotten) await cancelTree(deps, rootId)
}
