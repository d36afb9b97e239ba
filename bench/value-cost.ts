import { performance } from 'node:perf_hooks'
import { recommendBuiltIn } from '@/server/llm/built-in/answer'
import type { KnownInfo, QuestionText } from '@/server/llm/model'
import { type CountPlan, type Known, planOf, setsToAsk, sharesOf } from '@/server/protocol/shares'
import { MICROS_PER_CREDIT } from '@/server/shared/money'
import { medianFigure } from './lib/bootstrap'
import type { Bench, BenchResult } from './lib/result'

/** As many as are counted exactly with a model, with none, and by drawn orders. */
const SIZES = [2, 4, 8, 12]

const QUESTION: QuestionText = {
  title: 'Which should heat an old stone house?',
  body: '',
  decision: { kind: 'choice', options: ['a heat pump', 'a gas boiler', 'a pellet stove'] },
  pages: [],
}
const SIDES = [
  'A heat pump is cheap to run even in an old stone house.',
  'A gas boiler is expensive once its carbon price is paid.',
  'A pellet stove is laborious and dusty.',
  'A heat pump is noisy, and loud at night.',
]

/**
 * What it takes to count the shares of so many purchases: model calls (sets that are asked; the market stops at a cap), and milliseconds with the built-in inspector
 * answering every one of them.
 */
export const valueCost: Bench = async ({ pairs, seed }) => {
  const results: BenchResult[] = []
  for (const size of SIZES) {
    const dossier = Array.from({ length: size }, (_, place) => textAt(place))
    for (const isFree of [true, false]) {
      const plan = planOf(
        dossier.map(({ privateInfo }) => privateInfo),
        { seed, isFree },
      )
      const sets = setsToAsk(plan)
      const name = `value_cost_${size}_${plan.isExact ? 'exact' : 'sampled'}`
      if (results.some((one) => one.name === `${name}_calls`)) continue
      const calls = sets.length
      results.push({ name: `${name}_calls`, value: calls, unit: 'calls', n: 1, low: calls, high: calls })
      const values = Array.from({ length: pairs }, () => millisecondsOf(plan, sets, dossier))
      results.push(medianFigure(`${name}_ms`, 'ms', { values, seed }))
    }
  }
  return results
}

function textAt(place: number): KnownInfo {
  const privateInfo = `${SIDES[place % SIDES.length]} Measured in house ${place}.`
  const handle = String(place + 1)
  return {
    handle,
    teaser: 'On heating',
    privateInfo,
    priceMicros: MICROS_PER_CREDIT,
    level: 0,
    answers: null,
  }
}

function millisecondsOf(plan: CountPlan, sets: readonly Known[], dossier: readonly KnownInfo[]): number {
  const startMs = performance.now()
  const asked = new Map(
    sets.map((set) => {
      const known = set.flatMap((place) => dossier[place] ?? [])
      return [set.join(), recommendBuiltIn({ question: QUESTION, dossier: known, token: '' })]
    }),
  )
  const shares = sharesOf(plan, (set) => {
    const recommended = asked.get(set.join())
    return recommended && recommended.kind !== 'open' ? recommended : null
  })
  if (!shares) throw new Error('Nothing was counted')
  return performance.now() - startMs
}
