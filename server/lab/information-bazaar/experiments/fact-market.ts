import type { RunTools } from '../../experiment'
import { type BazaarResult, runBazaar } from '../bazaar'
import type { Buyer } from '../entities'
import { eventJson } from '../events'
import { buyersOf, FACT_WORLD, type FactWorld, factWorld } from '../fact-world'
import { coverageOf, type Truth } from '../judge'
import type { Mind, Sense } from '../mind'
import { type BazaarParameters, DEFAULT_PARAMETERS } from '../parameters'
import { creditsOfMicros, microsOfCredits } from '../price-display'
import { factReader } from '../scripted'
import { LEXICAL_SCORE_ABOVE, lexicalSense } from '../sense'
import { meanOf } from './model-tools'

/** A market in the made-up world, with its search by words. */
export type FactMarket = { world: FactWorld; sense: Sense; seed: number }

export function factMarket(seed: number, rules: Partial<typeof FACT_WORLD> = {}): FactMarket {
  const world = factWorld({ ...FACT_WORLD, ...rules }, seed)
  return { world, sense: lexicalSense(world.texts), seed }
}

/** The paper's parameters, with a threshold for cosines of words; ranked by the vendors' scores where nothing is read. */
export function lexicalParameters(over: Partial<BazaarParameters> = {}): BazaarParameters {
  const { stageOne } = DEFAULT_PARAMETERS.retrieval
  return {
    ...DEFAULT_PARAMETERS,
    retrieval: {
      stageOne,
      stageTwo: { topK: 10, scoreAbove: LEXICAL_SCORE_ABOVE, halfSphere: true, hyde: false },
    },
    usesReranker: over.inspection !== 'metadata',
    ...over,
  }
}

export type FactAnswer = {
  question: string
  answer: string | null
  spentMicros: bigint
  truth: Truth
  coverage: number
}
export type FactRun = {
  result: BazaarResult
  /** One for each question, in their order. */
  answers: FactAnswer[]
  /** Mean share of the required facts that an answer has, false ones taken off. */
  coverage: number
  /** Mean credits spent. */
  spent: number
  /** Contexts of all inspections, tenders included. */
  contexts: number
}

/** All buyers of the world with the same budget, each for itself: vendors do not run out of information. */
export async function runFactMarket(
  { world, sense, seed }: FactMarket,
  budget: number,
  parameters: BazaarParameters,
  record?: RunTools['record'],
  mindOf: (buyer: Buyer) => Mind = () => factReader,
): Promise<FactRun> {
  let contexts = 0
  const result = await runBazaar(
    {
      vendors: world.vendors,
      buyers: buyersOf(world, microsOfCredits(budget)),
      parameters,
      sense,
      mindOf,
      record(event) {
        if (event.type === 'tender-decided') contexts += event.contexts
        record?.(eventJson(event))
      },
    },
    seed,
  )
  const answers = world.questions.map(({ id, text, facts }) => {
    const buyer = result.buyers.find(({ buyerId }) => buyerId === id)
    const truth = { facts, falseMarks: world.falseMarks }
    const answer = buyer?.answer ?? null
    return {
      question: text,
      answer,
      spentMicros: buyer?.spentMicros ?? 0n,
      truth,
      coverage: coverageOf(answer, truth) / facts.length,
    }
  })
  return {
    result,
    answers,
    coverage: meanOf(answers.map(({ coverage }) => coverage)),
    spent: meanOf(answers.map(({ spentMicros }) => creditsOfMicros(spentMicros))),
    contexts,
  }
}
