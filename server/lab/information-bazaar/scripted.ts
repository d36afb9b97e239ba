import { bm25Index } from '@/server/llm/built-in/bm25'
import { seededRandom, seedFrom } from '@/server/shared/random'
import { termsOf } from '@/server/shared/words'
import { factsIn, LEAD, MARK, PROMISING, REFUTES } from './fact-world'
import { bm25Heuristic, buyWhatFits, inOrder } from './heuristics'
import type { Choice, Mind, Option, VerdictSight } from './mind'
import { NO_CHOICE } from './mind'
import { compareText } from './selection'
import { wordTokensOf } from './tokens'

/**
 * Agents that follow rules instead of a model. Each decides by what it is shown and nothing else; the oracle alone was told
 * before which passages are gold.
 */

/** An agent that differs in how it chooses; it answers with what it bought and asks no follow-ups. */
export function chooser(name: string, choose: (sight: VerdictSight) => readonly number[]): Mind {
  return {
    name,
    verdict: (sight) => ({ buy: choose(sight), ask: [] }),
    answer: ({ passages }) => passages.map(({ content }) => content).join(SEPARATOR),
    followUps: () => [],
    refine: ({ answer, followUps }) => [answer, ...followUps.map((one) => one.answer)].join(SEPARATOR),
  }
}

/** Between the texts of an answer that is not written but put together (`disableAnswerSynthesis`). */
const SEPARATOR = '\n\n'

/** Buys whatever fits, in the order shown. */
export const buyAll = chooser('buys all that fits', ({ options, budget }) =>
  buyWhatFits(
    options.map((_, at) => at),
    options,
    budget,
  ),
)

export const cheapestFirst = chooser('cheapest first', ({ options, budget }) =>
  buyWhatFits(inOrder(options.map(({ price }) => -price)), options, budget),
)

/** In a random order; the order depends on the question and the seed. */
export function randomBuyer(seed: number): Mind {
  return chooser('random', ({ question, options, budget }) => {
    const random = seededRandom(seedFrom(`${seed}/${question}`))
    return buyWhatFits(inOrder(options.map(() => random())), options, budget)
  })
}

/** The published BM25 heuristic, over what it may read. */
export const bm25Buyer = chooser('BM25 heuristic', ({ question, options, budget }) =>
  bm25Heuristic(
    question,
    options.map((option) => ({ text: textOf(option), price: option.price })),
    budget,
  ),
)

/** Relevance for each unit of price, best first. */
export const valueForMoney = chooser('relevance for the price', (sight) => {
  const scores = lexicalValues(sight)
  const order = inOrder(sight.options.map(({ price }, at) => (scores[at] ?? 0) / price)).filter(
    (at) => (scores[at] ?? 0) > 0,
  )
  return buyWhatFits(order, sight.options, sight.budget)
})

/** Of options that say the same it takes the cheapest, of equal prices the first; otherwise as `buyAll`. */
export const dedupesByContent = chooser('takes the cheaper of equals', ({ options, budget }) => {
  const best = new Map<string, number>()
  for (const at of inOrder(options.map(({ price }) => -price))) {
    const said = sameWords(textOf(options[at]))
    if (!best.has(said)) best.set(said, at)
  }
  return buyWhatFits([...best.values()], options, budget)
})

/** Buys the one option whose words answer the question best; of equals the one whose text comes first in the alphabet. */
export const bestWords = chooser('best words', (sight) => {
  const scores = lexicalValues(sight)
  const [best] = inOrder(scores)
  if (best === undefined) return []
  const equals = sight.options.flatMap((_, at) => (scores[at] === scores[best] ? [at] : []))
  const pick = equals.sort((a, b) => compareText(textOf(sight.options[a]), textOf(sight.options[b])))[0]
  return pick === undefined ? [] : buyWhatFits([pick], sight.options, sight.budget)
})

/** Buys whatever is shown first: what an agent with a bias for a place does, and a measure of it must show. */
export const firstShown = chooser('first shown', ({ options, budget }) => buyWhatFits([0], options, budget))

/** Buys the one option with most facts, or with a title that promises some; of equals one that the seed picks. */
export function factPicker(seed: number): Mind {
  return chooser('picker of facts', ({ question, options, budget }) => {
    const random = seededRandom(seedFrom(`${seed}/${question}`))
    const counts = options.map((option) => factsOf(option, new Set()).length)
    const top = Math.max(...counts)
    const equals = counts.flatMap((count, at) => (count === top ? [at] : []))
    const pick = equals[Math.floor(random() * equals.length)]
    return pick === undefined ? [] : buyWhatFits([pick], options, budget)
  })
}

/**
 * Was told what the gold passage is worth and what others are, in units of the shown budget, and buys the one option with most
 * left over after its price.
 */
export function willingToPay(
  isGold: (option: Option) => boolean,
  goldValue: number,
  otherValue: number,
): Mind {
  return chooser('willing to pay', ({ options, budget }) => {
    const gains = options.map((option) => (isGold(option) ? goldValue : otherValue) - option.price)
    const [best] = inOrder(gains)
    if (best === undefined || (gains[best] ?? -1) < 0) return []
    return buyWhatFits([best], options, budget)
  })
}

/** Was told which passages are gold, and buys these alone, the cheapest first. */
export function oracle(isGold: (option: Option) => boolean): Mind {
  return chooser('oracle', ({ options, budget }) =>
    buyWhatFits(
      inOrder(options.map(({ price }) => -price)).filter((at) => isGoldAt(options[at], isGold)),
      options,
      budget,
    ),
  )
}

function isGoldAt(option: Option | undefined, isGold: (option: Option) => boolean): boolean {
  return option !== undefined && isGold(option)
}

function textOf(option: Pick<Option, 'title' | 'content'> | undefined): string {
  return option ? (option.content ?? option.title) : ''
}

function lexicalValues({ question, options }: VerdictSight): number[] {
  return bm25Index(options.map((option) => termsOf(textOf(option)))).scores(termsOf(question))
}

/** Equal for texts with the same words in any order: what a rephrasing by moved sentences keeps. */
function sameWords(text: string): string {
  return termsOf(text).sort().join(' ')
}

/**
 * Reads the fact world: knows a fact, a lead and a refutation when it sees one, and nothing of what it does not see. Under
 * inspection it buys new facts, most for the price first; by metadata alone it buys what a title promises. Where it may ask
 * first, it has what it would buy checked.
 */
export const factReader: Mind = {
  name: 'reader of facts',
  verdict: readFacts,
  answer: ({ question, passages }) =>
    passages.map(({ title, content }) => statement(question, title, content)).join('\n'),
  followUps: ({ answer }) =>
    [...new Set(answer.split(/\s+/).filter((word) => LEAD.test(word)))].map(
      (lead) => `What is known about ${lead}?`,
    ),
  refine: ({ answer, followUps }) => [answer, ...followUps.map((one) => one.answer)].join('\n'),
}

function readFacts(sight: VerdictSight): Choice {
  const { options, budget, bought, asksAllowed } = sight
  if (options.some((option) => isCheck(option))) return { buy: checksOf(sight), ask: [] }
  const refuted = new Set(bought.flatMap(({ content }) => refutedIn(content ?? '')))
  const order: number[] = []
  const known = new Set<string>()
  const values = options.map((option) => factsOf(option, refuted))
  for (const at of inOrder(options.map(({ price }, index) => (values[index]?.length ?? 0) / price))) {
    const fresh = (values[at] ?? []).filter((fact) => !known.has(fact))
    if (fresh.length === 0) continue
    order.push(at)
    for (const fact of fresh) known.add(fact)
  }
  const buy = buyWhatFits(order, options, budget)
  if (asksAllowed === 0) return { buy, ask: [] }
  const doubtful = buy.slice(0, asksAllowed)
  if (doubtful.length === 0) return NO_CHOICE
  return {
    buy: [],
    ask: doubtful.map((number) => ({
      about: [number],
      question: `Is it so? check${markOf(options[number - 1])}`,
      share: CHECK_SHARE,
    })),
  }
}

/** Of what is left, for one check; what it does not spend comes back. */
const CHECK_SHARE = 0.25

/** A fact that was read counts, one that is promised by a title too; what was refuted does not. */
function factsOf(option: Option, refuted: ReadonlySet<string>): string[] {
  if (refuted.has(markOf(option))) return []
  if (option.content !== null) return factsIn(option.content)
  return option.title.startsWith(PROMISING) ? [option.title + option.number] : []
}

function isCheck(option: Option): boolean {
  return / check/.test(option.title)
}

/** One check of a claim is enough: the cheapest. */
function checksOf({ options, budget }: VerdictSight): number[] {
  return buyWhatFits(inOrder(options.map(({ price }) => -price)).slice(0, 1), options, budget)
}

function refutedIn(content: string): string[] {
  const words = content.split(/\s+/)
  return words.filter((_, at) => words[at - 1] === REFUTES)
}

function markOf(option: Pick<Option, 'title'> | undefined): string {
  return option?.title.split(/\s+/).find((word) => MARK.test(word)) ?? ''
}

/** What a passage says, with its mark, so that a judge knows whose word it is. What was asked itself is no new lead. */
function statement(question: string, title: string, content: string): string {
  const asked = new Set(wordTokensOf(question))
  const leads = content.split(/\s+/).filter((word) => LEAD.test(word) && !asked.has(word))
  return [`${markOf({ title })}:`, ...factsIn(content), ...new Set(leads)].join(' ')
}
