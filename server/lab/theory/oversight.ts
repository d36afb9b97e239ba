import * as z from 'zod'
import { defineExperiment } from '../experiment'
import { SHARE } from '../range'
import { stream } from '../stream'
import { claimsOf, equilibriumOf, type Game, hasTies, shortfallOf } from './oversight-game'
import { EPSILON, generateWorld, type Size } from './world'

const yesOrNo = (label: string, words: string) => ({
  label,
  unit: 'share' as const,
  range: SHARE,
  isYesOrNo: true,
  words,
})

/** Everybody knows the state, drawn by its probability; what can be revealed is the offers of one level. */
function gameOf(size: Omit<Size, 'levels' | 'offers'> & { parts: number }, seed: number): Game {
  const world = generateWorld({ ...size, offers: size.parts, levels: 1 }, seed)
  const random = stream(seed, 'state')
  let rest = random()
  const drawn = world.probabilities.findIndex((probability) => {
    rest -= probability
    return rest < 0
  })
  const state = drawn === -1 ? world.probabilities.length - 1 : drawn
  return { world, parts: world.levels[0] ?? [], state, isClosedUnderUnion: true }
}

/** Utilities lie between −1 and 1; all parts at most cost so much. */
const PRICE_OF_ALL = { product: ['parts', 'priceMax'] } as const

const sizes = {
  parts: z.int().min(1).max(4).default(3).describe('Parts of what the players know'),
  states: z.int().min(2).max(16).default(8).describe('States of the world'),
  choices: z.int().min(2).max(5).default(3).describe('Choices of the decision'),
}

export const oversightGame = defineExperiment({
  name: 'oversight-game',
  title: 'The marginal value mechanism as a game',
  part: 'theory',
  question:
    'In equilibrium, does the first player say the best thing that nobody can profitably extend, and all others nothing?',
  reproduces:
    'Theorem 4.4 of “Extrapolating Volition with Recursive Information Markets”, and worlds without its silent conditions.',
  parameters: z.object({
    conditions: z
      .enum(['all', 'single-parts', 'free', 'null-moves'])
      .default('all')
      .describe(
        'All that the proof uses; or moves of one part only, prices of 0 (ties), or null moves that count as extensions',
      ),
    ...sizes,
    priceMax: z.number().min(0).max(2).default(0.3).describe('Prices are uniform from 0 to this'),
  }),
  sweep: { conditions: ['all', 'single-parts', 'free', 'null-moves'] },
  seeds: Array.from({ length: 1000 }, (_, i) => i + 1),
  metrics: {
    holds: yesOrNo('Theorem holds', 'Worlds in which all three claims hold.'),
    isFirstInextensible: yesOrNo('First is inextensible', 'The first claim.'),
    areLaterNull: yesOrNo('Later players pass', 'The second claim.'),
    isFirstBest: yesOrNo('First is the best such', 'The third claim.'),
    hasTies: yesOrNo('Ties', 'Worlds with a reward of exactly 0, or two equal ones.'),
    moves: {
      label: 'Moves',
      unit: 'count',
      range: [0, 'parts'],
      words: 'How many players reveal something.',
    },
  },
  published: [
    { at: { conditions: 'all' }, metric: 'holds', value: 1, by: 'proof', source: '004 Theorem 4.4' },
  ],
  secondsPerRun: 0.001,
  grows: { parts: { 1: 0.5, 4: 1.5 } },
  run({ conditions, priceMax, ...size }, seed) {
    const drawn = gameOf({ ...size, priceMax: conditions === 'free' ? 0 : priceMax }, seed)
    const game = { ...drawn, isClosedUnderUnion: conditions !== 'single-parts' }
    const claims = claimsOf(game, { countsNull: conditions === 'null-moves' })
    const { isFirstInextensible, areLaterNull, isFirstBest } = claims
    return {
      metrics: {
        holds: Number(isFirstInextensible && areLaterNull && isFirstBest),
        isFirstInextensible: Number(isFirstInextensible),
        areLaterNull: Number(areLaterNull),
        isFirstBest: Number(isFirstBest),
        hasTies: Number(hasTies(game)),
        moves: equilibriumOf(game).moves.length,
      },
    }
  },
})

export const defenceCost = defineExperiment({
  name: 'defence-cost',
  title: 'What defence costs',
  part: 'theory',
  question:
    'How does the shortfall of the equilibrium fall when defending the right information gets cheaper?',
  reproduces:
    'Section 6 of “Extrapolating Volition with Recursive Information Markets”, which hopes for such a bound.',
  parameters: z.object({
    ...sizes,
    priceMax: z
      .number()
      .min(0)
      .max(10)
      .default(0.3)
      .describe('Prices are uniform from 0 to this: what defence costs'),
  }),
  sweep: { priceMax: [0.01, 0.03, 0.1, 0.3, 1, 3] },
  seeds: Array.from({ length: 1000 }, (_, i) => i + 1),
  metrics: {
    shortfall: {
      label: 'Shortfall',
      unit: 'utility',
      range: [0, { sum: [4, PRICE_OF_ALL] }],
      words: 'The best first move’s value less that of the one played, both valued with everything known.',
    },
    best: {
      label: 'Best first move',
      unit: 'utility',
      range: [0, 2],
      words: 'Its value with everything known.',
    },
    costOfAll: {
      label: 'Price of everything',
      unit: 'utility',
      range: [0, PRICE_OF_ALL],
      words: 'What it costs to reveal all parts.',
    },
    isBoundBroken: yesOrNo(
      'Bound broken',
      'Worlds in which the shortfall is more than the price of everything.',
    ),
  },
  published: [],
  secondsPerRun: 0.001,
  grows: { parts: { 1: 0.5, 4: 1.5 } },
  run(size, seed) {
    const found = shortfallOf(gameOf(size, seed))
    return { metrics: { ...found, isBoundBroken: Number(found.shortfall > found.costOfAll + EPSILON) } }
  },
})
