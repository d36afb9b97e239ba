import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { offers } from '@/db/schema'
import type { Deps } from '../deps'
import { releaseEscrow } from '../ledger/escrow'
import { advance, type Effect } from '../protocol/advance'
import type { Note } from '../realtime/tree-transaction'
import { type LockedContext, lockContext, phaseEvent, saveState } from './context-store'

type EndDeps = Pick<Deps, 'clock' | 'jobs'>

/**
 * Carries out the end of a context whose state has become terminal: what was not bought is passed, the escrow goes to the
 * parent (or the buyer), the parent hears of it and decides again when this was its last child. Ends of ancestors that
 * follow are carried out too, level by level.
 */
export async function endContext(tx: Tx, deps: EndDeps, note: Note, ended: LockedContext): Promise<void> {
  for (let context: LockedContext | null = ended; context !== null; ) {
    context = await endOne(tx, deps, note, context)
  }
}

/** Returns the parent when that ended as well. */
async function endOne(
  tx: Tx,
  deps: EndDeps,
  note: Note,
  context: LockedContext,
): Promise<LockedContext | null> {
  const { phase } = context.state
  if (phase !== 'settled' && phase !== 'cancelled' && phase !== 'failed') {
    throw new Error(`Context ${context.id} is ended in phase ${phase}`)
  }
  const at = deps.clock.now()
  if (context.openOffers.length > 0) await forgetUnbought(tx, context.id, phase, at)
  await saveState(tx, context.id, context.state, { endedAt: at })
  const returned = await releaseEscrow(tx, {
    context,
    kind: phase === 'cancelled' ? 'refund' : 'release',
    at,
  })
  const returnedMicros = returned?.amountMicros ?? 0n
  note({ type: phaseEvent[phase], contextId: context.id, amountMicros: returnedMicros })

  if (context.parentId === null) {
    if (phase === 'settled') await deps.jobs.enqueue(tx, 'inspection.answer', [{ rootId: context.id }])
    return null
  }
  return tellParent(tx, deps, context.parentId, returnedMicros)
}

async function forgetUnbought(tx: Tx, contextId: string, phase: EndPhase, at: Date): Promise<void> {
  const reason = sql`coalesce(nullif(${offers.reason}, 'needs-check'), ${unread(phase)}::verdict_reason)`
  await tx
    .update(offers)
    .set({ state: 'passed', endedAt: at, reason })
    .where(and(eq(offers.contextId, contextId), eq(offers.state, 'open')))
}

type EndPhase = 'settled' | 'cancelled' | 'failed'

/** An offer nobody gave a verdict on: it came after the last reading, or the tree was stopped before. */
function unread(phase: EndPhase): 'not-read' | 'no-verdict' {
  return phase === 'settled' ? 'not-read' : 'no-verdict'
}

async function tellParent(
  tx: Tx,
  deps: EndDeps,
  parentId: string,
  returnedMicros: bigint,
): Promise<LockedContext | null> {
  const parent = await lockContext(tx, parentId)
  if (!parent) throw new Error(`Context ${parentId} has a child but no row`)
  // The lock reads the escrow with the child's money in it; the event brings that money, so it is taken out first.
  const before = { ...parent.state, escrowMicros: parent.state.escrowMicros - returnedMicros }
  const step = advance(before, {
    type: 'child-ended',
    returnedMicros,
    offersOnTable: parent.openOffers.length,
  })
  const next: LockedContext = { ...parent, state: step.state }
  if (step.effects.some(isEnd)) return next
  await saveState(tx, parentId, step.state)
  if (step.effects.some((effect) => effect.type === 'inspect')) {
    await deps.jobs.enqueue(tx, 'inspection.advance', [{ rootId: parent.rootId, contextId: parentId }])
  }
  return null
}

function isEnd(effect: Effect): boolean {
  return effect.type === 'ended'
}
