import * as z from 'zod'
import { defineExperiment } from '../../experiment'
import { SHARE } from '../../range'
import { BAZAAR_LOG } from '../events'
import { factsIn } from '../fact-world'
import type { Mind } from '../mind'
import { bm25Buyer, buyAll, cheapestFirst, factReader, oracle, randomBuyer, valueForMoney } from '../scripted'
import { factMarket, lexicalParameters, runFactMarket } from './fact-market'
import { seedsFrom } from './model-tools'

/** Agents without a model, in the template of the published heuristic: no follow-ups, no reranker, M = 100 (lab, A.7). */

const AGENTS = [
  'random',
  'cheapest-first',
  'buys-all',
  'bm25',
  'value-for-money',
  'reads-facts',
  'oracle',
] as const
const OPTIONS_MAX = 100

function mindOf(agent: (typeof AGENTS)[number], seed: number, required: readonly string[]): Mind {
  // What each buys is told in the form that the judge of the world reads.
  const telling = (mind: Mind): Mind => ({ ...factReader, name: mind.name, verdict: mind.verdict })
  switch (agent) {
    case 'random':
      return telling(randomBuyer(seed))
    case 'cheapest-first':
      return telling(cheapestFirst)
    case 'buys-all':
      return telling(buyAll)
    case 'bm25':
      return telling(bm25Buyer)
    case 'value-for-money':
      return telling(valueForMoney)
    case 'reads-facts':
      return factReader
    case 'oracle':
      return telling(oracle(({ content }) => factsIn(content ?? '').some((fact) => required.includes(fact))))
  }
}

export const heuristicsCompared = defineExperiment({
  name: 'heuristics-compared',
  title: 'Agents without a model',
  part: 'information-bazaar',
  question: 'How far do simple rules of buying get, and how far is that from knowing the answer?',
  reproduces:
    'The baselines of lab A.7; in the paper’s pilot the BM25 heuristic at 100 beat itself at 25 in 6 of 9 pairs',
  parameters: z.object({
    agent: z.enum(AGENTS).default('bm25').describe('Which rule the buyers follow'),
    budget: z.number().min(0).max(1_000).default(25).describe('Credits that each buyer has'),
    questions: z.int().min(1).max(40).default(20).describe('Questions, each of a buyer of its own'),
  }),
  sweep: { agent: AGENTS, budget: [25, 100] },
  seeds: seedsFrom(1, 10),
  metrics: {
    coverage: { label: 'Facts', unit: 'share', range: SHARE, words: 'Required facts that the answers have.' },
    spent: { label: 'Spent', unit: 'credits', range: [0, 'budget'], words: 'Mean credits spent.' },
  },
  published: [],
  log: BAZAAR_LOG,
  secondsPerRun: 0.05,
  grows: { questions: 1 },
  async run({ agent, budget, questions }, seed, { record }) {
    const market = factMarket(seed, { questions, levels: 1 })
    const parameters = lexicalParameters({ queryDepthMax: 0, usesReranker: false, optionsMax: OPTIONS_MAX })
    const { coverage, spent } = await runFactMarket(market, budget, parameters, record, (buyer) =>
      mindOf(agent, seed, market.world.questions.find(({ id }) => id === buyer.id)?.facts ?? []),
    )
    return { metrics: { coverage, spent } }
  },
})
