import * as z from 'zod'
import { PROTOCOLS } from '@/server/protocol/policy'
import { defineExperiment } from '../../experiment'
import { AT_LEAST_0 } from '../../range'
import { BAZAAR_LOG } from '../events'
import { factMarket, lexicalParameters, runFactMarket } from './fact-market'
import { seedsFrom } from './model-tools'

/**
 * The Information Bazaar's single inspection beside those of recursive information markets, on one market in which some claims
 * are false until somebody asks. Source: "Extrapolating Volition with Recursive Information Markets", sections 3.1 and 3.2.
 */
export const inspectionProtocols = defineExperiment({
  name: 'inspection-protocols',
  title: 'Single, successive and recursive inspection',
  part: 'information-bazaar',
  question: 'What is gained when a reading may ask the market before it buys?',
  reproduces: 'Nothing printed: the two papers’ protocols side by side on one market',
  parameters: z.object({
    protocol: z
      .enum(PROTOCOLS)
      .default('recursive')
      .describe('Who sees what, and whether a reading may ask before it buys'),
    falseShare: z
      .number()
      .min(0)
      .max(1)
      .default(0.3)
      .describe('Share of passages with facts that are false; a check of each is for sale'),
    budget: z.number().min(0).max(1_000).default(100).describe('Credits that each buyer has'),
    questions: z.int().min(1).max(40).default(10).describe('Questions, each of a buyer of its own'),
  }),
  sweep: { protocol: ['single', 'successive', 'recursive'] },
  seeds: seedsFrom(1, 10),
  metrics: {
    coverage: {
      label: 'Facts',
      unit: 'share',
      words: 'Required facts that the answers have, minus those that they have from false passages.',
      range: [-1, 1],
    },
    spent: { label: 'Spent', unit: 'credits', range: [0, 'budget'], words: 'Mean credits spent.' },
    contexts: {
      label: 'Contexts',
      unit: 'count',
      range: AT_LEAST_0,
      words: 'Contexts of all inspections, the tenders’ own included.',
    },
  },
  published: [],
  log: BAZAAR_LOG,
  secondsPerRun: 0.35,
  grows: { questions: 1, protocol: { single: 0.5, successive: 0.8 } },
  async run({ protocol, falseShare, budget, questions }, seed, { record }) {
    const market = factMarket(seed, { questions, falseShare })
    const { coverage, spent, contexts } = await runFactMarket(
      market,
      budget,
      lexicalParameters({ protocol }),
      record,
    )
    return { metrics: { coverage, spent, contexts } }
  },
})
