/** A value at once, or a promise of one: scripted agents need not wait, agents with a model must. */
export type Reply<T> = T | Promise<T>

/**
 * A buyer's agent: functions from what it may see to what it does. What it is shown is made by `inspection.ts` from the
 * protocol's information set, and nothing else reaches it.
 */
export type Mind = {
  name: string
  /** What it gives may be anything, and what is not legal is dropped: for tests of the rules. Otherwise that ends the run. */
  mayErr?: boolean
  /** Which options to buy, and what to ask before that where the protocol allows it. */
  verdict(sight: VerdictSight): Reply<Choice>
  /** An answer from what was bought; null when it fails. */
  answer(sight: AnswerSight): Reply<string | null>
  /** Questions that would make the answer better; none is an ordinary reply. */
  followUps(sight: FollowUpSight): Reply<readonly string[]>
  /** The answer made better by its follow-ups' answers; null when it fails. */
  refine(sight: RefineSight): Reply<string | null>
}

export type VerdictSight = {
  question: string
  /** Questions above it, root first. */
  questionsAbove: readonly string[]
  /** What may be bought; numbered from 1. */
  options: readonly Option[]
  /** Read for a decision above, and not for sale here. */
  readAbove: readonly Read[]
  /** Bought already, at this level or below. */
  bought: readonly Read[]
  /** Always `BUDGET_SHOWN`; prices are shares of it. */
  budget: number
  /** Sub-questions that may be put before the decision; 0 in the paper's protocol. */
  asksAllowed: number
}

/** An option as it is shown; `content` is null where only metadata may be seen. `price` is a share of `budget`. */
export type Option = { number: number; title: string; content: string | null; price: number }

export type Read = { title: string; content: string | null }

export type Choice = {
  /** Numbers of options, the dearest wish first. */
  buy: readonly number[]
  ask: readonly SubQuestion[]
}

/** A question about options on the table; `share` of what is left pays for its answers. */
export type SubQuestion = { about: readonly number[]; question: string; share: number }

export type AnswerSight = { question: string; passages: readonly { title: string; content: string }[] }
export type FollowUpSight = { question: string; answer: string }
export type RefineSight = {
  question: string
  answer: string
  followUps: readonly { question: string; answer: string }[]
}

/** Buys nothing and asks nothing. */
export const NO_CHOICE: Choice = { buy: [], ask: [] }

/**
 * What vendors search with, and what ranks their quotes: keywords and an imagined answer of a model's, or of rules; closeness
 * of texts by words, or by an embedding.
 */
export type Sense = {
  keywords(question: string): Reply<readonly string[]>
  /** A passage that might answer the question (HyDE); null where none can be imagined. */
  imagine(question: string): Reply<string | null>
  /** Cosine of the query with each text, from −1 to 1. */
  cosines(query: string, texts: readonly string[]): Reply<readonly number[]>
  /** How well each text answers the question; any scale. */
  rerank(question: string, texts: readonly string[]): Reply<readonly number[]>
}
