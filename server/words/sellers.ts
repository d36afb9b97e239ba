/** Closed lists of the sellers' room, shared by tables, contracts and pages. */

export const BOT_KINDS = ['fixed', 'llm', 'corpus', 'webhook', 'queue'] as const
export type BotKind = (typeof BOT_KINDS)[number]

/** Whose questions a bot answers: everyone's, only some people's, or everyone's except theirs. */
export const AUDIENCES = ['everyone', 'only', 'except'] as const
export type Audience = (typeof AUDIENCES)[number]

/**
 * How an offer of a bot is priced. `fixed`: always the same. `chosen`: by the model or the owner's server, within bounds.
 * `per-document`: each document has its price. `per-length`: so much for a hundred words, within bounds. `follows-demand`: one price
 * that rises while offers are bought and falls while they are not, within bounds.
 */
export const PRICE_RULES = ['fixed', 'chosen', 'per-document', 'per-length', 'follows-demand'] as const
export type PriceRule = (typeof PRICE_RULES)[number]

/** Price rules a kind can follow. */
export const RULES_OF_KIND: Readonly<Record<BotKind, readonly PriceRule[]>> = {
  fixed: ['fixed', 'follows-demand'],
  llm: ['fixed', 'chosen', 'follows-demand'],
  corpus: ['fixed', 'per-document', 'per-length', 'follows-demand'],
  webhook: ['fixed', 'chosen', 'follows-demand'],
  queue: ['fixed', 'chosen', 'follows-demand'],
}

/** A bot as history names it: a name of a bot that was removed may have gone to another one. */
export function nameInHistory({ name, removedAt }: { name: string; removedAt: Date | null }): string {
  return removedAt === null ? name : `${name} (removed)`
}

/** Why a bot does not answer. `not-live`: it has not been put to work yet. */
export const PAUSE_REASONS = ['not-live', 'owner', 'failures', 'dead-address'] as const
export type PauseReason = (typeof PAUSE_REASONS)[number]

/** `awaited`: the owner's server said that its answer comes later, or the question waits in the bot's queue. */
export const RUN_STATES = ['queued', 'awaited', 'answered', 'silent', 'failed'] as const
export type RunState = (typeof RUN_STATES)[number]

/** Why a run ended without an offer and without a fault. */
export const SILENCES = [
  'nothing-to-say',
  'over-budget',
  'too-many',
  'closed',
  'duplicate',
  'day-cap',
  'asker-cap',
  'token-cap',
  'too-late',
  'paused',
  'no-bond',
] as const
export type Silence = (typeof SILENCES)[number]

export const DOCUMENT_STATES = ['waiting', 'reading', 'ready', 'failed'] as const
