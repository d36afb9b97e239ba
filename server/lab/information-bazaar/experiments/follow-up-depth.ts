import * as z from 'zod'
import { defineExperiment } from '../../experiment'
import { AT_LEAST_0, SHARE } from '../../range'
import { BAZAAR_LOG } from '../events'
import { factMarket, lexicalParameters, runFactMarket } from './fact-market'
import { compatOf, meanOf, paperCompatParameter, seedsFrom } from './model-tools'

/** How far follow-up questions carry. Source: lab, A.6 and A.10 (iii): facts that sit behind follow-ups want depth. */
export const followUpDepth = defineExperiment({
  name: 'follow-up-depth',
  title: 'Depth of follow-up questions',
  part: 'information-bazaar',
  question: 'What do follow-up questions add when facts lie behind leads?',
  reproduces: 'IB section 3.3: the tree of questions, its levels and its refinement',
  parameters: z.object({
    depth: z.int().min(0).max(4).default(2).describe('Levels of follow-up questions below the first'),
    budget: z.number().min(0).max(1_000).default(200).describe('Credits that each buyer has'),
    questions: z.int().min(1).max(40).default(20).describe('Questions, each of a buyer of its own'),
    paperCompat: paperCompatParameter,
  }),
  sweep: { depth: [0, 1, 2] },
  seeds: seedsFrom(1, 10),
  metrics: {
    coverage: { label: 'Facts', unit: 'share', range: SHARE, words: 'Required facts that the answers have.' },
    spent: {
      label: 'Spent',
      unit: 'credits',
      range: [0, { unless: 'paperCompat', bound: 'budget' }],
      words: 'Mean credits spent.',
    },
    levels: {
      label: 'Levels',
      unit: 'count',
      range: [1, { sum: ['depth', 1] }],
      words: 'Levels of the deepest tree, the first question included.',
    },
    refined: {
      label: 'Refined',
      unit: 'share',
      range: SHARE,
      words: 'Principals’ answers that were refined by those of follow-ups.',
    },
    open: {
      label: 'Left open',
      unit: 'count',
      range: AT_LEAST_0,
      words: 'Nodes that still waited for something in the end: none, or a rule is broken.',
    },
  },
  published: [],
  log: BAZAAR_LOG,
  secondsPerRun: 0.2,
  grows: { questions: 1, depth: { 0: 0.25, 1: 0.6, 3: 5, 4: 12 }, paperCompat: { true: 5 } },
  async run({ depth, budget, questions, paperCompat }, seed, { record }) {
    const { result, coverage, spent } = await runFactMarket(
      factMarket(seed, { questions }),
      budget,
      lexicalParameters({ queryDepthMax: depth, compat: compatOf(paperCompat) }),
      record,
    )
    const nodes = result.buyers.flatMap((buyer) => buyer.nodes)
    const roots = nodes.filter(({ parentId }) => parentId === null)
    return {
      metrics: {
        coverage,
        spent,
        levels: 1 + Math.max(...nodes.map((node) => node.depth)),
        refined: meanOf(roots.map(({ status }) => Number(status === 'refined'))),
        open: nodes.filter(({ status }) => status === 'unanswered' || status === 'pending-follow-up').length,
      },
    }
  },
})
