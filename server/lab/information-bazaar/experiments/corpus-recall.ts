import * as z from 'zod'
import { defineExperiment, type Metric } from '../../experiment'
import { AT_LEAST_0, SHARE } from '../../range'
import { stream } from '../../stream'
import { isGold } from '../corpus'
import { libraryOf, rankedQuotes } from '../micro'
import { DEFAULT_PARAMETERS } from '../parameters'
import { LEXICAL_SCORE_ABOVE } from '../sense'
import { libraryFor } from './library'
import { meanOf, ownersParameter } from './model-tools'

/** Every seed but 0 draws the questions again. */
const METRICS = Object.fromEntries(
  Object.entries<Metric<never>>({
    quoted: {
      label: 'Gold is quoted',
      unit: 'share',
      range: SHARE,
      words: 'Questions whose gold passage a vendor quotes.',
    },
    read: {
      label: 'Gold is read',
      unit: 'share',
      range: SHARE,
      words: 'Questions whose gold passage is among the options that the buyer reads.',
    },
    first: {
      label: 'Gold is first',
      unit: 'share',
      range: SHARE,
      words: 'Questions whose gold passage is ranked first.',
    },
    rank: {
      label: 'Reciprocal rank',
      unit: 'score',
      range: SHARE,
      words: 'Mean of 1 / rank of the gold passage; 0 where it is not quoted.',
    },
    quotes: {
      label: 'Quotes',
      unit: 'count',
      range: AT_LEAST_0,
      words: 'Mean number of different passages quoted for a question.',
    },
    questions: { label: 'Questions', unit: 'count', range: AT_LEAST_0, words: 'Questions that are asked.' },
  }).map(([name, metric]) => [name, { ...metric, isResampled: true }]),
)

/** How often the vendors' search finds what answers a question. Source: lab, A.3; "Language Models Can…", section 3.4. */
export const corpusRecall = defineExperiment({
  name: 'corpus-recall',
  title: 'Recall on the lab’s corpus',
  part: 'information-bazaar',
  question: 'How often do the vendors quote the passage that answers the question, and where does it rank?',
  reproduces: 'Nothing printed: the paper’s search on a corpus of 12 documents and 48 questions of our own',
  parameters: z.object({
    query: z
      .enum(['keywords', 'question'])
      .default('keywords')
      .describe('Search by the three rarest words, or by the whole question'),
    stages: z
      .enum(['words', 'words-and-meaning'])
      .default('words-and-meaning')
      .describe('BM25 alone, or closeness of hashed words after it'),
    topK: z.int().min(1).max(100).default(10).describe('Passages that each vendor quotes at most'),
    optionsMax: z.int().min(1).max(50).default(3).describe('Options that the buyer reads (M)'),
    scoreAbove: z
      .number()
      .min(0)
      .max(20)
      .default(DEFAULT_PARAMETERS.retrieval.stageOne.scoreAbove)
      .describe('BM25 score that a passage must exceed: 0.5 in the published main runs, 0.1 in its pilot'),
    owners: ownersParameter,
    privateShare: z.number().min(0).max(1).default(0).describe('Share of passages that are not for sale'),
  }),
  sweep: { query: ['keywords', 'question'], stages: ['words', 'words-and-meaning'] },
  // 0 is the questions as they are; every other seed draws as many of them, with replacement.
  seeds: [0],
  metrics: METRICS,
  published: [],
  takesData: 'corpus',
  secondsPerRun: 0.05,
  async run({ query, stages, topK, optionsMax, scoreAbove, owners, privateShare }, seed, tools) {
    const { corpus, sense } = libraryFor(tools.data)
    const library = libraryOf(corpus, sense, { owners, privateShare, seed })
    const near = { topK, scoreAbove: LEXICAL_SCORE_ABOVE, halfSphere: true, hyde: false }
    const retrieval = {
      stageOne: {
        ...DEFAULT_PARAMETERS.retrieval.stageOne,
        scoreAbove,
        query,
        ...(stages === 'words' ? { topK } : {}),
      },
      stageTwo: stages === 'words' ? null : near,
    }
    const draw = stream(seed, 'questions')
    const asked =
      seed === 0
        ? corpus.questions
        : corpus.questions.flatMap((_, __, all) => all[Math.floor(draw() * all.length)] ?? [])
    const ranks: number[] = []
    const counts: number[] = []
    for (const question of asked) {
      const quotes = await rankedQuotes(library, question.text, retrieval)
      ranks.push(1 + quotes.findIndex(({ passage }) => isGold(question, passage)))
      counts.push(quotes.length)
    }
    const share = (holds: (rank: number) => boolean) =>
      meanOf(ranks.map((rank) => Number(rank > 0 && holds(rank))))
    return {
      metrics: {
        questions: asked.length,
        quoted: share(() => true),
        read: share((rank) => rank <= optionsMax),
        first: share((rank) => rank === 1),
        rank: meanOf(ranks.map((rank) => (rank > 0 ? 1 / rank : 0))),
        quotes: meanOf(counts),
      },
    }
  },
})
