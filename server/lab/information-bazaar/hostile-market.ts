import { stream } from '../stream'
import type { Buyer, Passage, PricedPassage, Vendor } from './entities'
import type { AnswerSight, FollowUpSight, Mind, RefineSight, VerdictSight } from './mind'
import { type BazaarParameters, DEFAULT_PARAMETERS } from './parameters'
import { microsOfCredits } from './price-display'

/** Markets and agents that try the rules: every text can be traced, and agents do anything at all. */

export type Sight =
  | { of: 'verdict'; sight: VerdictSight }
  | { of: 'answer'; sight: AnswerSight }
  | { of: 'follow-ups'; sight: FollowUpSight }
  | { of: 'refine'; sight: RefineSight }

/** The same agent, telling what it is shown before it is. */
export function watched(mind: Mind, see: (sight: Sight) => void): Mind {
  return {
    ...mind,
    verdict(sight) {
      see({ of: 'verdict', sight })
      return mind.verdict(sight)
    },
    answer(sight) {
      see({ of: 'answer', sight })
      return mind.answer(sight)
    },
    followUps(sight) {
      see({ of: 'follow-ups', sight })
      return mind.followUps(sight)
    },
    refine(sight) {
      see({ of: 'refine', sight })
      return mind.refine(sight)
    },
  }
}

/** A market of passages in which every word but a few is met nowhere else: whatever is told can be traced. */
export type CanaryMarket = {
  vendors: Vendor[]
  buyers: Buyer[]
  /** The words of a passage's content, and of its title, that no other passage has. */
  canaryOf(passage: Passage): { content: string; title: string }
}

const SUBJECTS = ['beans', 'lamps', 'boats', 'clocks', 'ploughs', 'kites', 'wells', 'gates']

/** Buyers of such a market, unless another number is asked for. */
export const CANARY_BUYERS = 2

export function canaryMarket(
  seed: number,
  { vendors = 4, passages = 9, buyers = CANARY_BUYERS, budget = 25 } = {},
): CanaryMarket {
  const random = stream(seed, 'canary-market')
  const below = (count: number) => Math.floor(random() * count)
  const subject = () => SUBJECTS[below(SUBJECTS.length)] ?? ''
  const made = Array.from({ length: vendors * passages }, (_, at): PricedPassage => {
    const words = Array.from({ length: 2 + below(3) }, subject)
    const content = `${words.join(' ')} canarycontent${at}x`
    return {
      passage: traced(content, `Title canarytitle${at}x`, `Section ${words[0]}`),
      priceMicros: microsOfCredits(below(40) / 2),
    }
  })
  const owned = (owner: number) =>
    made.filter((_, at) => at % vendors === owner || at % (vendors + 1) === owner)
  return {
    vendors: Array.from({ length: vendors }, (_, at) => ({
      id: `vendor${at}`,
      kind: at % 2 === 0 ? 'author' : 'institution',
      publicPassages: owned(at),
      privatePassages: [
        { passage: traced(`beans lamps private${at}x`, `Hidden private${at}x`, 'Hidden'), priceMicros: 0n },
      ],
    })),
    buyers: Array.from({ length: buyers }, (_, at) => ({
      id: `buyer${at}`,
      question: `What of ${subject()} and ${subject()}?`,
      budgetMicros: microsOfCredits(budget),
    })),
    canaryOf: ({ content, documentTitle }) => ({
      content: content.split(' ').at(-1) ?? '',
      title: documentTitle.split(' ').at(-1) ?? '',
    }),
  }
}

/** Does anything at all: numbers of options that are not there, everything twice, questions without end. */
export function erraticMind(seed: number): Mind {
  const random = stream(seed, 'erratic-mind')
  const below = (count: number) => Math.floor(random() * count)
  const subject = () => SUBJECTS[below(SUBJECTS.length)] ?? ''
  return {
    name: 'erratic',
    mayErr: true,
    verdict: ({ options }) => ({
      buy: Array.from({ length: below(6) }, () => below(options.length + 2)),
      ask: Array.from({ length: below(4) }, () => ({
        about: [below(options.length + 2)],
        question: `Is it so of ${subject()}?`,
        share: random() * 3 - 1,
      })),
    }),
    answer: ({ passages }) =>
      random() < 0.2 ? null : passages.map(({ title, content }) => `${title} ${content}`).join(' '),
    followUps: () => Array.from({ length: below(4) }, () => `And what of ${subject()}?`),
    refine: ({ answer, followUps }) =>
      random() < 0.2 ? null : `${answer} ${followUps.map((one) => one.answer).join(' ')}`,
  }
}

/** Search by words alone, so that small markets have hits. */
export const SMALL_MARKET: BazaarParameters = {
  ...DEFAULT_PARAMETERS,
  retrieval: {
    stageOne: { topK: 30, scoreAbove: 0, query: 'question' },
    stageTwo: { topK: 10, scoreAbove: 0, halfSphere: true, hyde: false },
  },
}

function traced(content: string, title: string, section: string): Passage {
  return {
    documentId: title.toLowerCase().replaceAll(' ', '-'),
    documentTitle: title,
    sectionTitle: section,
    publishedOn: '2023-05-01',
    tokenStart: 0,
    tokenEnd: content.split(' ').length,
    content,
  }
}
