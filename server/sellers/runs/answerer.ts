import type { BotRow } from '@/db/schema'
import type { Deps } from '../../deps'
import type { QuestionText, Tokens } from '../../llm/model'
import type { AskKind } from '../../protocol/verdict'

/** What a bot is shown of a context: public text only (design, section 2: what a seller sees). */
export type BotQuestion = {
  contextId: string
  /** Who asked the root; null of a question that nobody has asked yet. */
  askerId: string | null
  question: QuestionText
  tags: readonly string[]
  /** For a sub-question: its kind and the public teasers it is about. */
  subject: { kind: AskKind; teasers: readonly string[] } | null
  /** For a sub-question about offers: the question of its root, which is public, and when that was asked. */
  root?: { question: QuestionText; askedAt: Date }
  budgetMicros: bigint
  /** Until when it takes offers, as far as it is known. */
  closesAt?: Date
}

/** One offer as a bot would post it; its price already follows the bot's rule. */
export type BotDraft = {
  teaser: string
  privateInfo: string
  priceMicros: bigint
  /** What it may be one of instead, for as much. */
  choice?: PassageChoice
}

/** Passages that public words name, the draft's own first: what is sealed chooses one of them (`choose-passage.ts`). */
export type PassageChoice = {
  /** The same whichever is chosen. */
  teaser: string
  passages: readonly string[]
}

/**
 * What came of asking a bot. `failed` posts nothing and counts against the bot; a `note` is the code of something that did not
 * work though the bot answered, for its run.
 */
export type BotAnswer =
  | { kind: 'offers'; offers: BotDraft[]; usage: Tokens; costMicroUsd: bigint; note?: string }
  | { kind: 'silent'; silence?: 'asker-cap'; usage: Tokens; costMicroUsd: bigint; note?: string }
  /** The owner's server answers later. */
  | { kind: 'later' }
  | { kind: 'failed'; failure: string; usage: Tokens; costMicroUsd: bigint }

/**
 * How a kind of bot answers one question. Reads the database at most (never inside a transaction), may call a model or a
 * server, posts nothing: posting, caps and counting are the run's (`ask-bot.ts`), so that a rehearsal is the same call.
 * `runId` identifies the question towards outside servers; the same on every try. A rehearsal is told so: nothing is posted.
 */
export type Answerer = (
  deps: Deps,
  bot: BotRow,
  asked: BotQuestion,
  call: { runId: string; signal: AbortSignal; isRehearsal?: boolean },
) => Promise<BotAnswer>
