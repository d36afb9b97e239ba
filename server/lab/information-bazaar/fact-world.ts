import { stream } from '../stream'
import type { Buyer, Passage, PricedPassage, Vendor } from './entities'
import { microsOfCredits } from './price-display'

/**
 * A market of made-up passages in which it is known what each is worth: every question wants some facts, every passage carries
 * facts or none, some facts lie behind leads that only bought passages name, and some claims are false until somebody asks.
 * Words are invented, so that vendors really search and agents really read. Source: lab, A.10.
 */

export type FactWorldRules = {
  questions: number
  /** Facts that a question wants, spread over its levels. */
  factsPerQuestion: number
  /** 1: all facts are found with the question itself; 2: some behind its leads; 3: some behind theirs. */
  levels: number
  /** Passages that carry the same fact: substitutes at different prices. */
  copies: number
  /** Passages about a subject that carry none of its facts. */
  decoysPerSubject: number
  /** From 0 (a title says nothing of what its passage holds) to 1 (it says it truly). */
  titleSignal: number
  /** Share of passages with facts that are false. A check for sale says so to whoever asks, and what is true. */
  falseShare: number
  authors: number
  institutions: number
}

export const FACT_WORLD: FactWorldRules = {
  questions: 20,
  factsPerQuestion: 32,
  levels: 3,
  copies: 1,
  decoysPerSubject: 2,
  titleSignal: 0,
  falseShare: 0,
  authors: 8,
  institutions: 4,
}

export type FactWorld = {
  vendors: Vendor[]
  questions: { id: string; text: string; facts: readonly string[] }[]
  /** Marks of passages whose facts are false. */
  falseMarks: ReadonlySet<string>
  texts: string[]
}

/** In a title, what is said to hold facts; true only as far as the signal goes. */
export const PROMISING = 'account'
export const UNPROMISING = 'remarks'
/** Before the mark of a passage that a check found false. */
export const REFUTES = 'refutes'

/** Mean of the logarithm of a price in credits and its deviation: mean about 10, most below 20, few near 100 (IB, App. C). */
const PRICE_LOG_MEAN = 1.9
const PRICE_LOG_DEVIATION = 0.85
const PRICE_MAX = 100
/** Checks cost a fraction of what they are about. */
const CHECK_PRICE = 0.5
/** Words that fill passages and mean nothing. */
const FILLERS = 160
const FILLERS_PER_PASSAGE = 24
const FACTS_PER_PASSAGE = 2
/** Leads that one subject has to the next level. */
const LEADS = 3

type Draft = {
  subject: string
  words: string[]
  title: string
  section: string
  author: number
  price: number
}

/** The same rules and seed give the same world. */
export function factWorld(rules: FactWorldRules, seed: number): FactWorld {
  const random = stream(seed, 'fact-world')
  const below = (count: number) => Math.floor(random() * count)
  const drafts: Draft[] = []
  const falseMarks = new Set<string>()
  let marks = 0

  const add = (subject: string, words: readonly string[], hasFacts: boolean, price: number): string => {
    marks += 1
    const mark = `mark${marks}`
    const isTold = random() < rules.titleSignal ? hasFacts : random() < 0.5
    drafts.push({
      subject,
      words: [subject, subject, mark, ...words],
      title: `${isTold ? PROMISING : UNPROMISING} of ${subject}`,
      section: mark,
      author: below(rules.authors),
      price,
    })
    return mark
  }
  const price = () => Math.min(PRICE_MAX, Math.exp(PRICE_LOG_MEAN + PRICE_LOG_DEVIATION * normal(random)))

  const fill = (subject: string, facts: readonly string[], level: number): void => {
    const isLast = level + 1 >= rules.levels
    const own = isLast ? facts : facts.slice(0, Math.ceil(facts.length / 2))
    const rest = isLast ? [] : facts.slice(own.length)
    const leads = rest.length > 0 ? Array.from({ length: LEADS }, (_, at) => `${subject}lead${at + 1}`) : []
    for (let at = 0; at < own.length; at += FACTS_PER_PASSAGE) {
      const facts = own.slice(at, at + FACTS_PER_PASSAGE)
      for (let copy = 0; copy < rules.copies; copy += 1) {
        const mark = add(subject, [...facts, ...leads], true, price())
        const isFalse = random() < rules.falseShare
        if (isFalse) falseMarks.add(mark)
        if (rules.falseShare > 0) {
          const words = isFalse ? [REFUTES, mark, ...facts] : ['confirms', mark]
          add(`check${mark}`, words, false, CHECK_PRICE)
        }
      }
    }
    for (let decoy = 0; decoy < rules.decoysPerSubject; decoy += 1) add(subject, [], false, price())
    leads.forEach((lead, at) => {
      fill(
        lead,
        rest.filter((_, index) => index % leads.length === at),
        level + 1,
      )
    })
  }

  const questions = Array.from({ length: rules.questions }, (_, at) => {
    const subject = `topic${at + 1}`
    const facts = Array.from({ length: rules.factsPerQuestion }, (_, index) => `${subject}fact${index + 1}`)
    fill(subject, facts, 0)
    return { id: `buyer${at + 1}`, text: `What is known about ${subject}?`, facts }
  })
  const passages = drafts.map((draft, at) => priced(draft, at, below))
  return {
    vendors: vendorsOf(drafts, passages, rules),
    questions,
    falseMarks,
    texts: passages.map(({ passage }) => passage.content),
  }
}

export function buyersOf(world: FactWorld, budgetMicros: bigint): Buyer[] {
  return world.questions.map(({ id, text }) => ({ id, question: text, budgetMicros }))
}

function priced(draft: Draft, at: number, below: (count: number) => number): PricedPassage {
  const fillers = Array.from({ length: FILLERS_PER_PASSAGE }, () => `filler${below(FILLERS)}`)
  const passage: Passage = {
    documentId: `document${at}`,
    documentTitle: draft.title,
    sectionTitle: draft.section,
    publishedOn: '2023-01-01',
    tokenStart: 0,
    tokenEnd: FILLERS_PER_PASSAGE + draft.words.length,
    content: [...draft.words, ...fillers].join(' '),
  }
  return { passage, priceMicros: microsOfCredits(Number(draft.price.toFixed(2))) }
}

/** Every passage is on sale twice: by its author and by the author's institution (lab, A.1). */
function vendorsOf(
  drafts: readonly Draft[],
  passages: readonly PricedPassage[],
  rules: FactWorldRules,
): Vendor[] {
  const ownedBy = (isOwner: (author: number) => boolean) =>
    passages.filter((_, at) => isOwner(drafts[at]?.author ?? -1))
  const vendor = (id: string, kind: Vendor['kind'], publicPassages: PricedPassage[]): Vendor => ({
    id,
    kind,
    publicPassages,
    privatePassages: [],
  })
  return [
    ...Array.from({ length: rules.authors }, (_, at) =>
      vendor(
        `author${at}`,
        'author',
        ownedBy((author) => author === at),
      ),
    ),
    ...Array.from({ length: rules.institutions }, (_, at) =>
      vendor(
        `institution${at}`,
        'institution',
        ownedBy((author) => author % rules.institutions === at),
      ),
    ),
  ]
}

/** Standard normal, by Box and Muller. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

const FACT = /^topic\d+fact\d+$/
export const LEAD = /^topic\d+(?:lead\d+)+$/
export const MARK = /^mark\d+$/

/** Facts that a text states, each once, in order. */
export function factsIn(text: string): string[] {
  return [...new Set(text.split(/\s+/).filter((word) => FACT.test(word)))]
}
