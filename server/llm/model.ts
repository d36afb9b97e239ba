import type { ProductFacts } from '../contract/product'
import type { ClaimVerdict } from '../protocol/decision'
import type { Strategy } from '../protocol/policy'
import type { AskKind, BuyReason, PassReason } from '../protocol/verdict'
import type { ModelFailure } from '../words/failures'
import type { Licence } from '../words/licence'

/**
 * The model port: five tasks, each with a closed answer. Behind it stand `openai.ts` (any OpenAI-compatible server) and
 * `built-in.ts` (deterministic, no network). An expected failure is a value, never an exception, and carries no text of
 * the prompt or the reply: both may hold private information.
 */
export interface Model {
  /** What the UI says ran: "Built-in agent" or the model's own name. */
  readonly name: string
  /** Names the words that it is asked with; empty where there are none. */
  readonly promptVersion: string
  inspect(task: InspectTask, signal: AbortSignal): Promise<ModelResult<InspectReply>>
  appraise(task: AppraiseTask, signal: AbortSignal): Promise<ModelResult<AppraiseReply>>
  recommend(task: RecommendTask, signal: AbortSignal): Promise<ModelResult<Recommended>>
  answer(task: AnswerTask, signal: AbortSignal): Promise<ModelResult<AnswerReply>>
  offer(task: OfferTask, signal: AbortSignal): Promise<ModelResult<OfferReply>>
}

export type Tokens = { promptTokens: number; completionTokens: number }
/** `calls`: requests that were sent, whatever came of them. */
export type Usage = Tokens & { calls: number }

export type ModelResult<T> =
  /** `by` names who answered when it was not the model that was asked. */
  | { ok: true; value: T; usage: Usage; by?: string }
  /**
   * `isTransient` says that the same call may succeed later (a server that is down, slow or limiting); `status` is the HTTP
   * status of the server's refusal, where it gave one; `retryAfterMs` how long the server asks to be left alone.
   */
  | {
      ok: false
      failure: ModelFailure
      isTransient: boolean
      usage: Usage
      status?: number
      retryAfterMs?: number
    }

/** How a question is put to a model; all of it is data, never an instruction. */
export type QuestionText = {
  title: string
  body: string
  decision: DecisionText
  pages: readonly string[]
  /** What was read of them; of pages that stand here without an entry nobody tried. */
  read?: readonly PageText[]
}

/** A page that a question is about. A text of a stranger like any other: what it says need not be so. */
export type PageText = {
  /** "P1", "P2", … in the order of the question's pages; what a citation names: [P1]. */
  handle: string
  url: string
  title: string
  /** Whole paragraphs; one that the asker quotes stands first. */
  passages: readonly string[]
  /** Nothing of its text is left out. */
  isWhole: boolean
  /** Why it was not read, to follow "because"; null when it was. */
  notRead: string | null
  /** What it says in schema.org data of the product that it sells; left out, or null, where it says nothing. */
  product?: ProductFacts | null
}

export type DecisionText =
  | { kind: 'open' }
  | { kind: 'choice'; options: readonly string[] }
  | { kind: 'belief'; claim: string }
  /** `event`: a statement that will turn out to be so or not. `source`: where that will be read; may be empty. */
  | { kind: 'forecast'; event: string; closesAt: Date; resolvesAt: Date; source: string }
  /** `product`: the address of its page. The options are those of `BUY_OPTIONS`. */
  | { kind: 'buy'; product: string; price: string; needs: string }

/** An offer as the inspector reads it. `handle` is a short label made for this call ("A", "B", …). */
export type ReadOffer = {
  handle: string
  teaser: string
  privateInfo: string
  priceMicros: bigint
  /** How its seller's earlier sales held up, from 0 towards 1, and of how many; left out where the policy leaves it out, or there are none. */
  record?: { standing: number; bought: number }
  /** What its buyer may do with it besides reading; left out where nothing. */
  licence?: Exclude<Licence, 'asker'>
}

/** Information that is bought already. */
export type KnownInfo = {
  handle: string
  teaser: string
  privateInfo: string
  priceMicros: bigint
  level: number
  /** The sub-question that it answers; null when it was offered on the root question. */
  answers: Answered | null
}

/**
 * What a sub-question asked: its words, or null where they may give away what the reader does not know; what it was for; and the offers
 * that it was about, by the handles of this call.
 */
export type Answered = { question: string | null; kind: AskKind; about: readonly string[] }

export type InspectTask = {
  /** Root question first; the last one is the question the offers answer. */
  questions: readonly QuestionText[]
  /** For a sub-question: its kind and the teasers it is about. */
  subject: { kind: AskKind; teasers: readonly string[] } | null
  /** On the table: these may be bought. */
  offers: readonly ReadOffer[]
  /** Read for an ancestor's decision: known here, not for sale here. */
  above: readonly ReadOffer[]
  known: readonly KnownInfo[]
  /** Handles of what the last verdict, which asked, would buy, as far as it still fits; nothing is bought unless it is named again. */
  reserved: readonly string[]
  /** A verdict that asks pays at once for what it would buy. */
  buysAtOnce: boolean
  budgetMicros: bigint
  /** How many sub-questions may be put now; 0 means the verdict is final. */
  asksAllowed: number
  /** The least a sub-question's budget may be. */
  askBudgetMicrosMin: bigint
  round: number
  strategy: Strategy
  /** With `isolated` appraisal: what each offer got when read alone. Then texts of offers and of what is known are empty. */
  appraisals: Readonly<Record<string, Appraised>> | null
  /** Marks where untrusted text begins and ends in this one call. */
  token: string
}

export type InspectReply = {
  buy: { handle: string; reason: BuyReason }[]
  pass: { handle: string; reason: PassReason }[]
  /** Offers whose teaser promises what their text does not hold; all others that were read keep to theirs. Left out: not judged. */
  misleading?: string[]
  /** About no offer: a follow-up to the question itself. */
  ask: { about: string[]; kind: AskKind; question: string; budgetMicros: bigint }[]
}

export type AppraiseTask = Pick<InspectTask, 'questions' | 'subject' | 'known' | 'token'> & {
  offer: ReadOffer
  /** Whether a check of this offer may be proposed. */
  mayAsk: boolean
}
/** Scores from 0 to 10; `isTeaserFair` says whether teaser and private information agree. */
export type Scores = { relevance: number; credibility: number; novelty: number; isTeaserFair: boolean }
/** `check`: the kind of the one sub-question about this offer that whoever read it alone proposes. */
export type Appraised = Scores & { check?: AskKind | null }
export type AppraiseReply = Appraised

/** What to decide, knowing exactly this: of what else was bought, or will be, the call is told nothing. */
export type RecommendTask = {
  question: QuestionText
  /** In the order of purchase. */
  dossier: readonly KnownInfo[]
  token: string
}

export type AnswerTask = RecommendTask & {
  /** `handle` is "1", "2", … and is what a citation names: [1]. */
  dossier: readonly KnownInfo[]
  /** What is recommended to who knows everything bought: the answer states it. Left out, or `open`, where there is none. */
  recommended?: Recommended
  /**
   * Handles of purchases that are left out of the dossier because they stay sealed: they repeat an offer that was not bought. They
   * have weighed in the recommendation; of what they say the answer knows nothing.
   */
  sealed?: readonly string[]
  /** An answer on the way that it refines; left out where there is none. */
  refines?: Refines
  /** What else is asked of it: what it lacks. */
  lacks?: LacksTask
}

/** A first answer, and what its follow-ups found; citations in both are handles of the dossier. */
export type Refines = { first: string; followUps: readonly { question: string; answer: string }[] }

/** Parts of the question, and of what is public of the dossier, that a follow-up may be about; how many, and for how much together. */
export type LacksTask = {
  parts: readonly string[]
  asksAllowed: number
  budgetMicros: bigint
  strategy: Strategy
}

/**
 * `belief`: probability that the claim is true, with what it is held to be, or that what is forecast comes. `choice`: a utility from −10 to
 * 10 for each option, in the asker's order; for buy or not, of buying and of not buying.
 */
export type Recommended =
  | { kind: 'open' }
  | { kind: 'belief'; probability: number; verdict?: ClaimVerdict | null }
  | { kind: 'choice'; utilities: number[] }

export type AnswerReply = {
  /** Markdown; each claim that rests on the dossier ends with its citation, for example "[1]" or "[1][3]". */
  markdown: string
  /** Where it was asked what is missing: places in `parts`, and what asking on each may cost. */
  missing?: { part: number; budgetMicros: bigint }[]
}

/** What an `llm` bot is asked: public text only (design, section 2: what a seller sees). */
export type OfferTask = {
  prompt: string
  question: QuestionText
  subject: { kind: AskKind; teasers: readonly string[] } | null
  budgetMicros: bigint
  /** Set when the model names the price; whoever asks holds it within these bounds, a model may leave them. */
  priceBounds?: { minMicros: bigint; maxMicros: bigint } | null
  token: string
}

/** `null` when the bot has nothing to say: then nothing is posted. `priceMicros` is null when no price was named. */
export type OfferReply = { teaser: string; privateInfo: string; priceMicros?: bigint | null } | null

export const NO_USAGE: Usage = { calls: 0, promptTokens: 0, completionTokens: 0 }

export function addUsage(one: Usage, other: Usage): Usage {
  return {
    calls: one.calls + other.calls,
    promptTokens: one.promptTokens + other.promptTokens,
    completionTokens: one.completionTokens + other.completionTokens,
  }
}
