import * as z from 'zod'
import { defineExperiment } from '../experiment'
import { SHARE } from '../range'
import { bestAdmissible } from './act-codes'
import { recursive } from './protocols'
import { EPSILON, generateWorld } from './world'

/** Utilities lie between −1 and 1, and no offer is paid for twice. */
const PRICE_OF_ALL = { product: ['offers', 'priceMax'] } as const
const UTILITY = [{ sum: [-1, { product: [-1, PRICE_OF_ALL] }] }, 1] as const
/** Recursive inspection is one of the admissible protocols. */
const GAIN = [0, { sum: [2, PRICE_OF_ALL] }] as const

export const codeOfBuying = defineExperiment({
  name: 'code-of-buying',
  title: 'Buying as a code',
  part: 'theory',
  question:
    'How often does a protocol beat recursive inspection by telling the decision something through what it buys?',
  reproduces:
    'Definition 3.2, which does not exclude such protocols, so that Theorem 3.3 does not hold against them.',
  parameters: z.object({
    offers: z.int().min(1).max(2).default(2).describe('Offers at the one level'),
    states: z.int().min(2).max(8).default(6).describe('States of the world'),
    choices: z.int().min(2).max(3).default(2).describe('Choices of the root decision'),
    priceMax: z.number().min(0).max(2).default(0.2).describe('Prices are uniform from 0 to this'),
  }),
  sweep: { offers: [1, 2] },
  seeds: Array.from({ length: 1000 }, (_, i) => i + 1),
  metrics: {
    recursive: { label: 'Recursive', unit: 'utility', range: UTILITY, words: 'Equations 6 to 8 at depth 1.' },
    admissible: {
      label: 'Best admissible',
      unit: 'utility',
      range: UTILITY,
      words: 'The best of all protocols of Definition 3.2, found by trying every rule.',
    },
    gain: { label: 'Gain by a code', unit: 'utility', range: GAIN, words: 'Best admissible less recursive.' },
    isBeaten: {
      label: 'Beaten',
      unit: 'share',
      range: SHARE,
      isYesOrNo: true,
      words: 'Worlds in which a code does better.',
    },
  },
  published: [{ at: {}, metric: 'isBeaten', value: 0, by: 'proof', source: '004 Theorem 3.3' }],
  secondsPerRun: 0.0005,
  grows: { states: 0.5, choices: { 3: 3 } },
  run(size, seed) {
    const world = generateWorld({ ...size, levels: 1 }, seed)
    const ours = recursive(world)
    const admissible = bestAdmissible(world)
    const gain = admissible - ours
    return { metrics: { recursive: ours, admissible, gain, isBeaten: gain > EPSILON ? 1 : 0 } }
  },
})
