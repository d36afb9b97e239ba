import type { TreeRows } from '@/db/functions/tree'
import type { AnswerStage } from '../../protocol/alphabets'
import type { Note } from '../../realtime/tree-transaction'
import type { Pin } from '../step/inspector'

/** Ten seconds: a dead worker's step is taken up again after that; renewed while the call runs (reliability, G4). */
export const LEASE_MS = 10_000

/** Which context of which tree. */
export type Place = { rootId: string; contextId: string }

/** A step that this process may now call the inspector for. `attempt` is the fence: a later claim has a higher one. */
export type Claim = Place & {
  round: number
  attempt: number
  /** Calls for this step that failed so far, and workers that were lost with it, since the tree began or its buyer resumed it. */
  failures: number
  /** Of an answer that it writes from what was bought; 0 of a step that decides on offers. */
  answerStage: AnswerStage
  /** Its tree is paused, and goes on with its verdict. */
  isRetry?: boolean
  /** Its model has failed for good, and no pause can be told: the built-in inspector gives its verdict. */
  isStandIn?: boolean
  /** In the order they are shown. */
  pins: readonly Pin[]
  escrowMicros: bigint
  /** The tree as the claim leaves it, when it was read with it. */
  tree?: TreeRows
}

/** Has the tree read with the events, for the steps that this transaction begins: no round trip of its own. */
export function readTreeFor(note: Note, claims: readonly Claim[]): void {
  if (claims.length === 0) return
  note.readTree((tree) => {
    for (const claim of claims) claim.tree = tree
  })
}
