import type { FirmAgent, FirmView } from '../crash/agents'
import { CODE_PRESET, type CrashConfig } from '../crash/config'
import { type FirmPersona, firmsOf, personaFirm, TARGET_STOCK } from '../crash/scripted'
import { type CrashRun, simulateCrash } from '../crash/simulate'
import { trainingComposite } from '../eas'
import { stabilizingPrompt } from '../roles/stabilizing-firm'
import { crashCurriculum } from './curriculum'
import type { Decision, Game } from './loop'
import { drawAction, type Policy } from './policy'
import { crashReturn } from './returns'

/** The Crash as a game: all stabilising firms share one policy over prices; the others are scripted (lab-specification.md B.7). */

const FIRMS = 5

/** Prices that the policy chooses among, times unit cost. */
export const PRICE_LEVELS = [0.8, 0.9, 1, 1.05, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 2, 2.5, 3] as const

/** T 32, cash 1000, tax 0, history and best days 1. */
export const TRAINING_CRASH: CrashConfig = {
  ...CODE_PRESET,
  days: 32,
  initialCash: 1_000,
  taxRate: 0,
  historyDays: 1,
  bestDays: 1,
}

/** Personas of the firms that do not stabilise, in this order. */
const OPPONENTS: readonly FirmPersona[] = ['competitive', 'competitive', 'reactive', 'volume-seeker']

/** The first day or alone; the cheapest competitor below cost, up to 1.4 times cost, above. */
const SITUATIONS = 4
const LOW_MARGIN = 1.4

export function situationOf({ competitors, competitorMean, unitCost }: FirmView): number {
  const lowest = competitorMean ?? Math.min(...competitors.map(({ price }) => price))
  if (!Number.isFinite(lowest)) return 0
  if (lowest < unitCost) return 1
  return lowest < LOW_MARGIN * unitCost ? 2 : 3
}

export function crashGame(
  config: CrashConfig = TRAINING_CRASH,
  { paperCompat = false, withPrompts = false }: { paperCompat?: boolean; withPrompts?: boolean } = {},
): Game {
  return {
    situations: SITUATIONS,
    actions: PRICE_LEVELS.length,
    curriculum: crashCurriculum,
    play: async (policy, k, seed) => {
      const decisions: Decision[] = []
      const stabilizing = () => learner(policy, config, withPrompts, (decision) => decisions.push(decision))
      const other = (index: number) => personaFirm(OPPONENTS[index] ?? 'competitive')
      const run = await simulateCrash(config, seed, firmsOf(FIRMS, k, stabilizing, other))
      const episode = episodeOf(run)
      return {
        return: crashReturn(episode, paperCompat),
        success: episode.stabilizersAlive / episode.stabilizers,
        measures: measuresOf(run, config),
        decisions,
      }
    },
  }
}

/** A stabilising firm under a policy; its prompts are written only for whoever wants the samples. */
function learner(
  policy: Policy,
  config: CrashConfig,
  withPrompts: boolean,
  take: (decision: Decision) => void,
): FirmAgent['decide'] {
  return (view, random) => {
    const situation = situationOf(view)
    const action = drawAction(policy, situation, random)
    const supply = Math.max(0, TARGET_STOCK - view.inventory)
    const price = (PRICE_LEVELS[action] ?? 1) * view.unitCost
    const prompt = withPrompts ? stabilizingPrompt(view, config.consumers, 'io') : { system: '', user: '' }
    take({
      step: view.day,
      situation,
      action,
      prompt,
      completion: JSON.stringify({ supply, production: 100, price }),
    })
    return { supply, price }
  }
}

function episodeOf({ days, firms }: CrashRun) {
  const own = firms.filter(({ isStabilizing }) => isStabilizing)
  const alive = (some: CrashRun['firms']) => some.filter(({ bankruptOn }) => bankruptOn === null).length
  return {
    steps: days,
    firms: firms.length,
    alive: alive(firms),
    stabilizers: own.length,
    stabilizersAlive: alive(own),
    stabilizerProfit: own.reduce((sum, { profit }) => sum + profit, 0),
    stabilizerDaysAtCost: own.reduce((sum, { daysAtCost }) => sum + daysAtCost, 0),
  }
}

function measuresOf({ firms, series }: CrashRun, { unitCost }: CrashConfig): Record<string, number> {
  const alive = firms.filter(({ bankruptOn }) => bankruptOn === null)
  const others = firms.filter(({ isStabilizing }) => !isStabilizing)
  const meanPrice = series.meanPrice.reduce((sum, price) => sum + price, 0) / series.meanPrice.length
  const squares = series.meanPrice.reduce((sum, price) => sum + (price - meanPrice) ** 2, 0)
  return {
    composite: trainingComposite({
      aliveShare: alive.length / firms.length,
      meanPrice,
      meanCost: unitCost,
      volatility: Math.sqrt(squares / series.meanPrice.length),
    }),
    meanPrice,
    ...(others.length > 0
      ? { othersSurvival: others.filter(({ bankruptOn }) => bankruptOn === null).length / others.length }
      : {}),
  }
}
