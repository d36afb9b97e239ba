import * as z from 'zod'
import { shuffled } from '@/server/shared/random'
import { defineExperiment, type Metric } from '../../experiment'
import { SHARE } from '../../range'
import { compareBothWays } from '../judge'
import { modelJudge } from '../model-mind'
import { triosFor } from './library'
import { askOf, atSeed, seedsFrom } from './model-tools'

/**
 * Whether an evaluator can be believed. The paper compares it with two people (A-E8); without people, ours has to tell an answer
 * that rests on the gold passage from one that rests on the next best. Source: "Language Models Can Reduce Asymmetry in
 * Information Markets", section 4.2, figure 6b.
 */

/** As many judgements as the paper's sample has. */
const JUDGEMENTS = 50

export const evaluatorAgreement = defineExperiment({
  name: 'evaluator-agreement-of-a-model',
  title: 'A language model as evaluator',
  part: 'information-bazaar',
  question: 'Does the evaluator prefer the answer that is known to be right, whichever is shown first?',
  reproduces: 'IB Figure 6b (A-E8), with a known truth in the place of people',
  parameters: z.object({
    sentences: z.int().min(1).max(10).default(3).describe('Sentences of a passage that make an answer'),
  }),
  // A seed is the number of a judgement.
  seeds: seedsFrom(0, JUDGEMENTS),
  metrics: {
    agrees: {
      label: 'Agrees with the truth',
      unit: 'share',
      range: SHARE,
      words: 'Judgements for the answer from the gold passage; ½ when each order named another.',
    },
    byPlace: {
      label: 'Judged by place',
      unit: 'share',
      range: SHARE,
      isYesOrNo: true,
      words: 'Pairs for which both orders named the same place.',
    },
  } satisfies Record<string, Metric<never>>,
  published: [],
  takesData: 'corpus',
  secondsPerRun: 30,
  needsModel: true,
  async run({ sentences }, seed, tools) {
    const { ask } = askOf(tools)
    const trios = await triosFor(tools.data)
    const { question, alternatives } = atSeed(trios, seed)
    // With more judgements than questions the second round takes the other alternative.
    const [other] = shuffled(alternatives, Math.floor(seed / trios.length))
    const answer = (content: string) =>
      content
        .split(/(?<=[.!?])\s+/)
        .slice(0, sentences)
        .join(' ')
    const outcome = await compareBothWays(
      modelJudge(ask, () => question.gold.content),
      {
        question: question.text,
        first: { player: 'gold', answer: answer(question.gold.content), costMicros: 0n },
        second: { player: 'other', answer: answer(other?.content ?? ''), costMicros: 0n },
      },
    )
    return { metrics: { agrees: outcome.score, byPlace: Number(outcome.isByPlace) } }
  },
})
