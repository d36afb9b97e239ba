import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../shared/random'
import { crashGame, PRICE_LEVELS, TRAINING_CRASH } from './crash-game'
import { crashCurriculum, drawDifficulty, lemonCurriculum, type Weights } from './curriculum'
import { lemonGame } from './lemon-game'
import { evaluate, type Game, type TrainingConfig, train } from './loop'
import { drawAction, probabilities, uniformPolicy } from './policy'
import { adamW, advantagesOf, descend, formatReturn, gradient, loss, penalty, scoreWithin } from './reinforce'
import { crashReturn, lemonReturn } from './returns'
import { sampleLine, type TrainingSample } from './sample'

const logit = fc.double({ min: -4, max: 4, noNaN: true })
const table = fc.array(fc.array(logit, { minLength: 3, maxLength: 3 }), { minLength: 2, maxLength: 2 })
const scored = fc.array(
  fc.record({
    situation: fc.nat(1),
    action: fc.nat(2),
    advantage: fc.double({ min: -3, max: 3, noNaN: true }),
  }),
  { minLength: 1, maxLength: 6 },
)

describe('the mathematics of training (B15)', () => {
  it('scores returns 1, 2, 3 as −1.2247, 0, 1.2247', () => {
    const [low = 0, middle = 1, high = 0] = advantagesOf([1, 2, 3])
    expect(low).toBeCloseTo(-1.2247, 4)
    expect(middle).toBeCloseTo(0, 12)
    expect(high).toBeCloseTo(1.2247, 4)
  })

  it('holds advantages to ±3, whatever is added to all returns, and gives equals none', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 1 }),
        fc.integer(),
        (returns, more) => {
          const scores = advantagesOf(returns)
          expect(scores.every((score) => Math.abs(score) <= 3)).toBe(true)
          advantagesOf(returns.map((value) => value + (more % 1_000))).forEach((score, index) => {
            expect(score).toBeCloseTo(scores[index] ?? Number.NaN, 6)
          })
        },
      ),
    )
    expect(advantagesOf([7, 7, 7])).toEqual([0, 0, 0])
    expect(Math.max(...advantagesOf([...Array.from({ length: 99 }, () => 0), 1]))).toBe(3)
  })

  it('compares a sample with its group only', () => {
    const samples = [
      { step: 0, return: 1 },
      { step: 1, return: 100 },
      { step: 0, return: 3 },
      { step: 1, return: 100 },
    ]
    const advantages = scoreWithin(samples, ({ step }) => step).map(({ advantage }) => advantage)
    expect(advantages.map((value) => Number(value.toFixed(6)))).toEqual([-1, 0, 1, 0])
  })

  it('adds 2 for the required form and takes 2 for another', () => {
    expect([formatReturn(1.5, true), formatReturn(1.5, false)]).toEqual([3.5, -0.5])
  })

  it('has a penalty that is never negative, and none at the reference', () => {
    fc.assert(
      fc.property(table, table, fc.nat(1), fc.nat(2), (policy, reference, situation, action) => {
        expect(penalty(policy, reference, { situation, action })).toBeGreaterThanOrEqual(0)
        expect(penalty(policy, policy, { situation, action })).toBe(0)
      }),
    )
  })

  it('has the gradient of its loss, by finite differences', () => {
    fc.assert(
      fc.property(table, table, scored, fc.constantFrom(0, 0.02, 0.2), (policy, reference, samples, beta) => {
        const exact = gradient(policy, reference, samples, beta)
        const step = 1e-5
        policy.forEach((row, situation) => {
          row.forEach((_, action) => {
            const moved = (by: number) =>
              policy.map((line, s) =>
                line.map((value, a) => (s === situation && a === action ? value + by : value)),
              )
            const rise =
              loss(moved(step), reference, samples, beta) - loss(moved(-step), reference, samples, beta)
            expect(exact[situation]?.[action]).toBeCloseTo(rise / (2 * step), 5)
          })
        })
      }),
      { numRuns: 50 },
    )
  })

  it('moves by at most the learning rate in its first step, however steep', () => {
    const start = adamW([[0, 0, 0]])
    const after = descend(start, [[1_000, -1_000, 0]], 0.1)
    expect(after.policy[0]?.map((value) => Number(value.toFixed(4)))).toEqual([-0.1, 0.1, 0])
    expect(start.policy).toEqual([[0, 0, 0]])
  })

  it('draws actions as often as their probabilities say', () => {
    const row = [0, 1, -2]
    const random = seededRandom(2)
    const counts = [0, 0, 0]
    for (let draw = 0; draw < 20_000; draw += 1) {
      const action = drawAction([row], 0, random)
      counts[action] = (counts[action] ?? 0) + 1
    }
    probabilities(row).forEach((share, action) => {
      expect((counts[action] ?? 0) / 20_000).toBeCloseTo(share, 1.7)
    })
  })
})

describe('returns', () => {
  const crash = {
    steps: 32,
    firms: 5,
    alive: 4,
    stabilizers: 5,
    stabilizersAlive: 4,
    stabilizerProfit: 320,
    stabilizerDaysAtCost: 80,
  }

  it('of the Crash: profit, survival, days at cost, and 5 for a survivor', () => {
    expect(crashReturn(crash)).toBeCloseTo(0.4 * 10 + 0.3 * 0.8 + 0.3 * 0.5 + 5, 12)
    expect(crashReturn(crash, true)).toBeCloseTo(0.4 * 10 + 0.3 * 0.8 + 0.3 * 2.5 + 5, 12)
    expect(crashReturn({ ...crash, stabilizersAlive: 0 })).toBeCloseTo(0.4 * 10 + 0.3 * 0.8 + 0.3 * 0.5, 12)
  })

  it('of the Lemon Market: detection, own surplus, everybody’s', () => {
    const episode = { steps: 40, buyers: 12, detection: 0.9, surplus: -200_000, allSurplus: -2_400_000 }
    expect(lemonReturn(episode)).toBeCloseTo(0.36 - 0.3 * 0.1 - 0.3 * 0.1, 12)
  })
})

describe('the curriculum', () => {
  it.each([
    [0.59, { 5: 100 }],
    [0.6, { 5: 60, 4: 40 }],
    [0.75, { 5: 40, 4: 30, 3: 30 }],
    [0.85, { 5: 20, 4: 20, 3: 30, 2: 15, 1: 15 }],
  ])('of the Crash at survival %d', (survival, weights) => {
    expect(asTable(crashCurriculum(survival))).toEqual(weights)
  })

  it.each([
    [0.49, { 3: 100 }],
    [0.5, { 3: 60, 6: 40 }],
    [0.7, { 3: 30, 6: 40, 9: 30 }],
    [0.85, { 3: 20, 6: 40, 9: 40 }],
  ])('of the Lemon Market at detection %d', (detection, weights) => {
    expect(asTable(lemonCurriculum(detection))).toEqual(weights)
  })

  it('draws as its weights say, the same for the same iteration and episode', () => {
    const weights = crashCurriculum(0.9)
    const drawn = Array.from({ length: 10_000 }, (_, episode) => drawDifficulty(weights, 42, 3, episode))
    for (const [difficulty, weight] of weights) {
      const share = drawn.filter((one) => one === difficulty).length / drawn.length
      expect(Math.abs(share - weight / 100)).toBeLessThan(0.02)
    }
    expect(drawDifficulty(weights, 42, 3, 17)).toBe(drawn[17])
  })

  const asTable = (weights: Weights) => Object.fromEntries(weights)
})

const CONFIG: TrainingConfig = {
  iterations: 12,
  episodes: 24,
  batch: 1_024,
  beta: 0.02,
  learningRate: 0.1,
  groupsByDifficulty: true,
  hasCurriculum: false,
  difficulty: 0,
}

describe('training', () => {
  it('finds the better of two arms', async () => {
    const game: Game = {
      situations: 1,
      actions: 2,
      curriculum: () => [[0, 100]],
      play: async (policy, _difficulty, seed) => {
        const action = drawAction(policy, 0, seededRandom(seed))
        return {
          return: action,
          success: action,
          measures: {},
          decisions: [{ step: 0, situation: 0, action, prompt: { system: '', user: '' }, completion: '' }],
        }
      },
    }
    const { policy } = await train(game, CONFIG, 1)
    expect(probabilities(policy[0] ?? [])[1]).toBeGreaterThan(0.8)
  })

  it('raises the return of poor firms in the Crash on seeds that it has not seen', async () => {
    const game = crashGame({ ...TRAINING_CRASH, initialCash: 100 })
    const { policy, reference } = await train(game, { ...CONFIG, difficulty: 5 }, 42)
    const seeds = Array.from({ length: 10 }, (_, index) => 900_000 + index)
    const before = await evaluate(game, reference, 5, seeds)
    const after = await evaluate(game, policy, 5, seeds)
    expect(after.return).toBeGreaterThan(before.return + 2)
  })

  it('teaches a guardian to pass over more Sybils', async () => {
    const game = lemonGame()
    const { policy, reference } = await train(game, { ...CONFIG, difficulty: 6 }, 42)
    const seeds = Array.from({ length: 10 }, (_, index) => 900_000 + index)
    const before = await evaluate(game, reference, 6, seeds)
    const after = await evaluate(game, policy, 6, seeds)
    expect(after.success).toBeGreaterThan(before.success)
  })

  it('is the same for the same seed, and writes what a language model would have been asked', async () => {
    const config = { ...CONFIG, iterations: 2, episodes: 3, hasCurriculum: true, difficulty: 5 }
    const game = crashGame({ ...TRAINING_CRASH, days: 4 }, { withPrompts: true })
    const samples: TrainingSample[] = []
    const one = await train(game, config, 42, (sample) => samples.push(sample))
    expect((await train(game, config, 42)).policy).toEqual(one.policy)
    expect(one.reference).toEqual(uniformPolicy(4, PRICE_LEVELS.length))
    expect(samples.length).toBeGreaterThanOrEqual(2 * 3 * 4)
    const read: TrainingSample = JSON.parse(sampleLine(samples[0] as TrainingSample))
    expect(Object.keys(read).sort()).toEqual(
      ['advantage', 'completion', 'episode', 'iteration', 'prompt', 'reward', 'step'].sort(),
    )
    expect(read.prompt.system).toContain('stabilizing firm')
    expect(JSON.parse(read.completion)).toHaveProperty('price')
  })
})
