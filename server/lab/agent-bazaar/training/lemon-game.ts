import type { Buyer, BuyerView } from '../lemon/agents'
import { LEMON_DEFAULTS, type LemonConfig } from '../lemon/config'
import { detectionOf } from '../lemon/metrics'
import { buyerId, buyersOf, fixedSeller, reviewByRule, scriptedPrincipal } from '../lemon/scripted'
import { simulateLemon } from '../lemon/simulate'
import { buyerPrompt } from '../roles/base-buyer'
import { GUARDIAN } from '../roles/skeptical-guardian'
import { lemonCurriculum } from './curriculum'
import type { Decision, Game } from './loop'
import { drawAction, type Policy } from './policy'
import { lemonReturn } from './returns'

/** The Lemon Market as a game: one guardian among twelve buyers learns how much reputation to ask for (lab-specification.md B.7). */

/** Least reputations that the policy chooses among; it bids on the first listing shown that has as much, or passes. */
export const TRUST_LEVELS = [0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1] as const

export const TRAINING_LEMON: LemonConfig = { ...LEMON_DEFAULTS, steps: 40 }

/** Nothing bought yet, or poor, middling or good quality so far. */
const SITUATIONS = 4

export function situationOf({ meanQuality }: BuyerView): number {
  if (meanQuality === null) return 0
  return meanQuality < 0.3 ? 1 : meanQuality < 0.55 ? 2 : 3
}

export function lemonGame(
  config: LemonConfig = TRAINING_LEMON,
  { withPrompts = false }: { withPrompts?: boolean } = {},
): Game {
  return {
    situations: SITUATIONS,
    actions: TRUST_LEVELS.length,
    curriculum: lemonCurriculum,
    play: async (policy, sybils, seed) => {
      const decisions: Decision[] = []
      const guardian = learner(policy, withPrompts, (decision) => decisions.push(decision))
      const others = buyersOf(config.buyers, 'naive').filter(({ id }) => id !== guardian.id)
      const { buyers } = await simulateLemon({ ...config, sybils }, seed, {
        honest: fixedSeller(),
        principal: scriptedPrincipal,
        buyers: [guardian, ...others],
      })
      const own = buyers.filter(({ id }) => id === guardian.id)
      const { detection = 1, deceptivePurchases = 0, premium = 0 } = detectionOf(own)
      const surplus = own.reduce((sum, tally) => sum + tally.surplus, 0)
      const allSurplus = buyers.reduce((sum, tally) => sum + tally.surplus, 0)
      return {
        return: lemonReturn({ steps: config.steps, buyers: buyers.length, detection, surplus, allSurplus }),
        success: detection,
        measures: { deceptivePurchases, premium, surplus: surplus / config.steps },
        decisions,
      }
    },
  }
}

function learner(policy: Policy, withPrompts: boolean, take: (decision: Decision) => void): Buyer {
  return {
    id: buyerId(0),
    seesHistory: true,
    choose: (view, random) => {
      const situation = situationOf(view)
      const action = drawAction(policy, situation, random)
      const least = TRUST_LEVELS[action] ?? 0
      const chosen = view.listings.find(({ reputation }) => (reputation ?? 1) >= least)?.id ?? null
      const prompt = withPrompts ? buyerPrompt(view, GUARDIAN, 'io') : { system: '', user: '' }
      const completion = JSON.stringify({ decision: chosen === null ? 'pass' : 'bid', listing_id: chosen })
      take({ step: view.step, situation, action, prompt, completion })
      return chosen
    },
    review: reviewByRule,
  }
}
