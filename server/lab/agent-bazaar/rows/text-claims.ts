import { figureOf, pointAt, summaryAt } from '../../result'
import type { Figure, Result, Row } from '../../row'
import { TEN_SEEDS } from '../experiments/crash-parameters'
import { FIRMS_SEE_CACHE, MODEL_LEMON } from '../experiments/published'
import { allHold, meanAt, meanOver } from './judging'

/** What the Agent Bazaar's text says beside the figures that the closing table has; ids are the experiments' (B.5, B.6). */

const SEE = [1, 3, 5] as const
const KS = [0, 1, 3, 5] as const
/** Of a mean over seeds. */
const ROUNDING = 1e-9

const SIGHT = {
  id: 'B-E5',
  what: 'Firms that see more competitors race down faster',
  published:
    'the introduction’s claim, without a number; cached b_r of Gemini 3 Flash at 1 / 3 / 5 competitors seen: .80 .87 .87 (k 0), .93 1.00 .80 (k 1), .87 .87 .87 (k 3), .47 .80 .33 (k 5), which show no clear trend',
  source: 'AB §1, exp5 figure caches',
}

function judgeSight([result]: readonly Result[]) {
  const at = (k: number, see: number) => pointAt(result, { stabilizers: k, firmsSee: see })
  const isNoLater = KS.every((k) =>
    SEE.every(
      (see, index) =>
        index === 0 ||
        meanAt(at(k, see), 'firstBankruptcy') <=
          meanAt(at(k, SEE[index - 1] ?? see), 'firstBankruptcy') + ROUNDING,
    ),
  )
  const figures = KS.flatMap((k) =>
    SEE.flatMap((see): Figure[] => {
      const cached = FIRMS_SEE_CACHE.find((one) => one.at.stabilizers === k && one.at.firmsSee === see)?.value
      return [
        figureOf(
          `b_r, k ${k}, seeing ${see}`,
          typeof cached === 'number' ? cached : null,
          summaryAt(at(k, see), 'bankruptcyRate'),
        ),
        figureOf(
          `day of the first bankruptcy, k ${k}, seeing ${see}`,
          null,
          summaryAt(at(k, see), 'firstBankruptcy'),
        ),
      ]
    }),
  )
  const [few, many] = [1, 5].map((see) => meanOver(result, 'firmsSee', see, 'bankruptcyRate'))
  const finding = allHold(
    [{ claim: 'the first bankruptcy comes no later at any k when firms see more', holds: isNoLater }],
    figures,
  )
  return {
    ...finding,
    why: `${finding.why} How many go bankrupt is another matter: ${few?.toFixed(2)} of the firms over all k when they see one competitor, ${many?.toFixed(2)} when they see five.`,
  }
}

const scriptedSight: Row = {
  ...SIGHT,
  kind: 'stat',
  runs: [{ experiment: 'crash-firms-see', seeds: TEN_SEEDS, seedsInTests: 10 }],
  judge: judgeSight,
}

const modelSight: Row = {
  ...SIGHT,
  kind: 'llm',
  runs: [
    {
      experiment: 'crash-with-model',
      set: { firmsSee: SEE, consumersSee: [3], stabilizers: KS },
      seeds: [8, 16, 64],
      seedsInTests: 0,
    },
  ],
  judge: judgeSight,
}

const withoutIds: Row = {
  id: 'B-E2.2',
  kind: 'llm',
  what: 'Guardians who cannot tell that they have met a seller before lose more to Sybils',
  published: 'Gemini 3 Flash, K 6: share ≈ .23 without sellers’ ids, .170 with; surplus ≈ −5700 and −3993',
  source: 'AB exp2.2 and Fig 4, figure caches',
  runs: [
    {
      experiment: 'lemon-with-model',
      set: { sybils: [6], reputationVisible: [true], sellerIds: [true, false] },
      seeds: [8, 16, 64],
      seedsInTests: 0,
    },
  ],
  judge: ([result]) => {
    const at = (sellerIds: boolean) => pointAt(result, { sellerIds })
    const metrics = { sybilRevenueShare: 'Sybil share', surplus: 'surplus' }
    const figures = [true, false].flatMap((sellerIds) =>
      Object.entries(metrics).map(([metric, label]) => {
        const printed = MODEL_LEMON.find(
          ({ metric: of, by, at: point }) =>
            of === metric &&
            by === 'Gemini 3 Flash' &&
            point.buyers === 'guardian' &&
            point.sybils === 6 &&
            point.reputationVisible === true &&
            (point.sellerIds ?? true) === sellerIds,
        )?.value
        const name = `${label}, ${sellerIds ? 'with' : 'without'} sellers’ ids`
        return figureOf(name, typeof printed === 'number' ? printed : null, summaryAt(at(sellerIds), metric))
      }),
    )
    return allHold(
      [
        {
          claim: 'Sybils take more where sellers have no ids',
          holds: meanAt(at(false), 'sybilRevenueShare') > meanAt(at(true), 'sybilRevenueShare') + ROUNDING,
        },
      ],
      figures,
    )
  },
}

const sizes: Row = {
  id: 'B-E1s',
  kind: 'cited',
  what: 'Health S of fifteen open-weight models does not rise with their size',
  published:
    'S at limit 3, k 0 / 3 / 5 together: Hermes-3-405B .755, Nemotron-70B .689, Gemma-3-4B .637, Llama-3.1-70B .600, Gemma-3-27B .570, Phi-4 .510, Llama-3.3-70B .488, Mistral-Small-24B .398, Llama-3.2-3B .392, R1-distill-32B .381, Hermes-4 .206, Gemma-3-12B .138, Llama-3.1-8B 0, Qwen-2.5-72B 0, R1-distill-70B .979 (n = 2)',
  source: 'ab:scripts/exp1_eas_sweep.py, figure caches',
  judge: () => ({
    verdict: 'not determined',
    ours: [],
    why: 'It is cited and not run: one server has one model. crash-with-model gives S of the model that is set; a correlation takes fifteen of them.',
  }),
}

export const textClaimRows: readonly Row[] = [scriptedSight, modelSight, withoutIds, sizes]
