import * as z from 'zod'
import { defineExperiment } from '../experiment'
import { SHARE } from '../range'
import { faceValueProtocol } from './act-codes'
import {
  bestContentOnly,
  expectedUtility,
  informationGain,
  none,
  playProtocol,
  recursive,
  successive,
  successivePlays,
} from './protocols'
import { EPSILON, generateWorld } from './world'

/** Protocols drawn for each world and each level; the best one of their class is computed exactly besides. */
const DRAWN = 5

/** Utilities lie between −1 and 1, and no offer is paid for twice. */
const PRICE_OF_ALL = { product: ['levels', 'offers', 'priceMax'] } as const
const LEAST = { sum: [-1, { product: [-1, PRICE_OF_ALL] }] } as const
/** Of two utilities. */
const MOST_APART = { sum: [2, PRICE_OF_ALL] } as const
const LEAST_APART = { product: [-1, MOST_APART] } as const

const utility = (label: string, words: string) => ({
  label,
  unit: 'utility' as const,
  range: [LEAST, 1] as const,
  words,
})
const difference = (label: string, words: string) => ({
  ...utility(label, words),
  range: [LEAST_APART, MOST_APART] as const,
})

export const inspectionDepth = defineExperiment({
  name: 'inspection-depth',
  title: 'Recursive inspection against other protocols',
  part: 'theory',
  question:
    'By how much does recursive inspection win, and is it ever beaten by a protocol that uses contents alone?',
  reproduces:
    'Theorem 3.3, Lemmas A.1 and A.2 of “Extrapolating Volition with Recursive Information Markets”.',
  parameters: z.object({
    levels: z.int().min(1).max(3).default(2).describe('How deep the recursion goes (N)'),
    offers: z.int().min(1).max(3).default(2).describe('Offers at each level'),
    states: z.int().min(2).max(16).default(8).describe('States of the world'),
    choices: z.int().min(2).max(5).default(3).describe('Choices of the root decision'),
    priceMax: z.number().min(0).max(2).default(0.2).describe('Prices are uniform from 0 to this'),
  }),
  sweep: { levels: [1, 2, 3], offers: [1, 2, 3] },
  seeds: Array.from({ length: 1200 }, (_, i) => i + 1),
  metrics: {
    none: utility('No information', 'Expected utility of deciding on the prior.'),
    unseen: utility('Bought unseen', 'The best fixed purchase from the first level, nothing inspected.'),
    single: utility('Single inspection', 'One level inspected: the Information Bazaar.'),
    successive: utility('Successive', 'Each level sees only what the next one bought (equations 3 to 5).'),
    contentOnly: utility(
      'Best by contents',
      'The best protocol that buys and decides by the content of purchases alone.',
    ),
    recursive: utility('Recursive', 'Equations 6 to 8.'),
    lead: difference('Lead', 'Recursive less the best by contents.'),
    drawnLead: difference(
      'Lead over drawn protocols',
      'Recursive less the best of the protocols drawn at random.',
    ),
    isBeaten: {
      label: 'Beaten',
      unit: 'share',
      range: SHARE,
      isYesOrNo: true,
      words: 'Worlds in which a protocol that uses contents alone does better than the recursive one.',
    },
    informationGain: difference('Lemma A.1', 'The least gain from one free offer; not below 0.'),
    inspectionGain: difference(
      'Lemma A.2',
      'The least gain of a level of successive inspection; not below 0.',
    ),
  },
  published: [{ at: {}, metric: 'isBeaten', value: 0, by: 'proof', source: '004 Theorem 3.3' }],
  secondsPerRun: 0.001,
  grows: { levels: { 1: 0.5, 3: 2 }, offers: { 1: 0.7, 3: 2 }, states: 0.5, choices: 0.5 },
  run(size, seed) {
    const world = generateWorld(size, seed)
    const best = recursive(world)
    const contentOnly = bestContentOnly(world)
    const drawn = Array.from({ length: (size.levels + 1) * DRAWN }, (_, i) => {
      const protocol = faceValueProtocol(world, i % (size.levels + 1), seed * 1000 + i)
      return expectedUtility(world, (state) => playProtocol(world, protocol, state))
    })
    const single = recursive(world, 1)
    const inTurn = successive(world)
    const rival = Math.max(contentOnly, single, inTurn, ...drawn)
    return {
      metrics: {
        none: none(world),
        unseen: bestContentOnly(world, 1),
        single,
        successive: inTurn,
        contentOnly,
        recursive: best,
        lead: best - contentOnly,
        drawnLead: best - Math.max(...drawn),
        isBeaten: rival > best + EPSILON ? 1 : 0,
        informationGain: Math.min(...world.levels.flat().map((offer) => informationGain(world, offer))),
        inspectionGain: Math.min(...successivePlays(world).gains),
      },
    }
  },
})
