import type { Deps } from '../../deps'
import { type CheckedVerdict, checkVerdict, type TableOffer } from '../../protocol/verdict'
import { inTree, TreeMovedOn } from '../../realtime/tree-transaction'
import { writesOnTheWay } from '../step/inspector'
import { keepTrailAnswer } from '../step/trail-answers'
import { carryOut, type Verdict } from './carry-out'
import { hasUnread, isLate } from './claim'
import { type Claim, readTreeFor } from './claims'
import { deliver } from './deliver'
import { type Held, hold, isStillOurs } from './held'
import { type Matching, matchHeld } from './match-contexts'
import { goOn } from './resume'

/**
 * Applies what the inspector decided at a step, in one transaction that first checks that the step is still the claimed one: buys,
 * records a reason for every other offer, opens sub-contexts with part of the escrow and has them matched, or ends the context.
 * Steps that follow (of a parent whose last child ends with this, of sub-contexts that wait for nobody) are claimed with it.
 * Returns them; a late answer is dropped and leads to none.
 *
 * @param matching null leaves the matching of sub-contexts to a job.
 */
export async function applyVerdict(
  deps: Deps,
  verdict: Verdict,
  matching: Matching | null,
): Promise<Claim[]> {
  const { claim, decided } = verdict
  try {
    return await inTree(
      deps,
      claim.rootId,
      async (tx, note) => {
        const [context] = await hold(tx, [claim.contextId])
        if (!context || !isStillOurs(context, claim)) return []
        if (claim.isRetry) await goOn(tx, deps, note, context)
        note.use(decided.usage)
        const { round } = claim
        const checked = check(deps, context, verdict)
        noteRefused(deps, claim, checked.refused)
        const event = { type: 'verdict' as const, round, verdict: checked }
        const held = new Map([[context.id, context]])
        // After the deadline nobody can offer any more: this sitting was the last, unless it has left somebody unread.
        const isLast = isLate(deps, context) && !hasUnread(context)
        const events = isLast ? [{ type: 'enough' as const }, event] : [event]
        const delivered = await deliver(
          tx,
          deps.ids,
          held,
          events.map((one) => ({ contextId: context.id, event: one })),
        )
        if (decided.answer) await keepTrailAnswer(tx, deps, claim, decided.answer)
        const { begun, opened } = await carryOut(tx, deps, note, delivered, { verdict })
        // They were read before their tree went on.
        const { status } = context.inspection
        const moving = opened.map((one) => ({ ...one, inspection: { ...one.inspection, status } }))
        const claims = [...begun, ...(await matchHeld(tx, deps, note, moving, matching))]
        readTreeFor(note, claims)
        return claims
      },
      ['running', 'paused'],
    )
  } catch (error) {
    if (error instanceof TreeMovedOn) return []
    if (!matching || decided.draft.ask.length === 0) throw error
    // What goes wrong in matching must not cost a verdict that was paid for.
    deps.log.warn(
      { err: error, contextId: claim.contextId },
      'a verdict is applied without matching what it asks',
    )
    return applyVerdict(deps, verdict, null)
  }
}

function check({ models }: Pick<Deps, 'models'>, context: Held, { claim, decided }: Verdict) {
  const { level, state, inspection, budgetMicros, followUpDepth } = context
  const { sittingRound: round, childrenOpened, escrowMicros, millibitsLeft } = state
  const { policy, treeContexts } = inspection
  const situation = {
    policy,
    level,
    round,
    childrenOpened,
    treeContexts,
    budgetMicros,
    escrowMicros,
    millibitsLeft,
    table: tableOf(context, claim),
    asked: context.asked,
    answering: {
      stage: state.answerStage,
      depth: writesOnTheWay(models, inspection) ? followUpDepth : null,
      aspects: decided.aspects ?? [],
    },
    words: decided.words,
  }
  return checkVerdict(situation, decided.draft)
}

/** An inspector that names what is not there says so for ever, and nobody would know why it buys nothing. */
function noteRefused(
  { log }: Pick<Deps, 'log'>,
  { contextId, round }: Claim,
  refused: CheckedVerdict['refused'],
): void {
  if (Object.values(refused).some((count) => count > 0))
    log.warn({ contextId, round, ...refused }, 'parts of a verdict were refused')
}

/** The pinned offers that are still open in the pinned version. */
function tableOf({ openOffers }: Held, { pins }: Claim): TableOffer[] {
  const versions = new Map(pins.map(({ offerId, version }) => [offerId, version]))
  return openOffers
    .filter(({ id, version }) => versions.get(id) === version)
    .map(({ id: offerId, priceMicros }) => ({ offerId, priceMicros }))
}
