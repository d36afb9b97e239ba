import * as z from 'zod'
import { lineSchema } from '../shared/text'

/**
 * The three protocols of the paper: `single` is the Information Bazaar (no sub-contexts), `successive` lets each level see
 * only the next level's purchases, `recursive` lets everything bought flow up to every decision above it.
 * Source: "Extrapolating Volition with Recursive Information Markets", sections 3.1 and 3.2.
 */
export const PROTOCOLS = ['recursive', 'successive', 'single'] as const
export type Protocol = (typeof PROTOCOLS)[number]

/** How a model is asked to reach a verdict. Source: "Redesigning Information Markets…", prompts L2–L4. */
export const STRATEGIES = ['direct', 'chain-of-thought', 'debate'] as const
export type Strategy = (typeof STRATEGIES)[number]

/** `joint`: one call reads all offers. `isolated`: each offer is read alone, so that no offer can argue with another. */
export const APPRAISALS = ['joint', 'isolated'] as const

/** What becomes of a tree whose model fails for good: it waits for a person's word, or the built-in inspector finishes it. */
export const ON_FAILURE = ['pause', 'built-in'] as const

/** `site`: the operator's model, or the built-in inspector when there is none. */
export const INSPECTORS = ['site', 'built-in'] as const

/** Five levels below the root: a sixth multiplies cost and was never needed to settle a question. */
export const DEPTH_LIMIT = 5
/** Five verdicts per context: each later one may only react to what the one before asked. */
export const ROUNDS_LIMIT = 5
/** Five sub-questions per context: with five levels already thousands of contexts. */
export const CHILDREN_LIMIT = 5
/** Twenty sittings: a question that is open for weeks is still read once a day. */
export const SITTINGS_LIMIT = 20
/** A minute: offers that come one after another are read together, and who sells later still has an answer soon. */
export const SITTING_GAP_SECONDS = 60
/** A day: who wants to be read less often says so with fewer sittings. */
const SITTING_GAP_SECONDS_LIMIT = 24 * 3600
/** The paper's trees had a root and two levels of follow-ups below it; a third is dear and was never asked for. */
export const FOLLOW_UP_DEPTH_LIMIT = 3
/** A follow-up closes a gap in an answer that there is; what the question itself is asked for keeps most of the budget. */
const FOLLOW_UP_SHARE = 30
const PERCENT = 100
/** All contexts of one tree together, whatever depth and breadth would allow: bounds cost and the size of the picture. */
export const TREE_CONTEXTS_MAX = 200
/** What fits a model's attention and one screen of the tree; more offers are cut by relevance first. */
export const SHORTLIST_LIMIT = 50
/** Thirty days: the longest a sub-question may wait for people. */
export const WAIT_SECONDS_LIMIT = 30 * 24 * 3600

/** What an operator may call a model; names of providers and files are long. */
export const MODEL_NAME_CHARS_MAX = 200

/** Three minds on one table: a fourth costs as much again and can only make a tie. */
export const OPINIONS_LIMIT = 3
/** What only the largest questions cost. */
const OPINIONS_ABOVE_CREDITS_LIMIT = 1_000_000

/** What the buyer chooses for a whole tree, with the site's defaults. Units are in the names. */
export const policySchema = z.object({
  protocol: z.enum(PROTOCOLS).default('recursive'),
  inspector: z.enum(INSPECTORS).default('site'),
  /** With `site`: one of the operator's models by its name; null for the first, which is asked too when that one is offered no longer. */
  model: lineSchema().trim().min(1).max(MODEL_NAME_CHARS_MAX).nullable().default(null),
  /**
   * How many minds read the same table before more than `opinionsAboveCredits` are spent on it: others are asked when the first would
   * spend more. Each reads in another order and, where the operator has several models, is another one.
   */
  opinions: z.int().min(1).max(OPINIONS_LIMIT).default(1),
  opinionsAboveCredits: z.int().min(0).max(OPINIONS_ABOVE_CREDITS_LIMIT).default(5),
  strategy: z.enum(STRATEGIES).default('direct'),
  appraisal: z.enum(APPRAISALS).default('joint'),
  onFailure: z.enum(ON_FAILURE).default('pause'),
  /** N: offers kept by relevance to the question before anything is read. */
  shortlistMax: z.int().min(1).max(SHORTLIST_LIMIT).default(SHORTLIST_LIMIT),
  /** M: offers the inspector reads at once after the rerank (M = 3 in the paper; people expect more to be read). */
  readMax: z.int().min(1).max(SHORTLIST_LIMIT).default(12),
  maxDepth: z.int().min(0).max(DEPTH_LIMIT).default(3),
  maxRounds: z.int().min(1).max(ROUNDS_LIMIT).default(3),
  maxChildren: z.int().min(0).max(CHILDREN_LIMIT).default(3),
  /**
   * How many follow-ups may lie one below another: with 0 nothing is asked after an answer. Otherwise a question that has bought something
   * gets a first answer from it, what that lacks is asked, and the answer is refined. Models only: words alone do not show what is missing.
   */
  followUpDepth: z.int().min(0).max(FOLLOW_UP_DEPTH_LIMIT).default(0),
  /** Of each question's budget, what it may give to follow-ups, and to checks of offers, in all; in per cent. At 100 only what is left limits it. */
  followUpShare: z.int().min(0).max(PERCENT).default(FOLLOW_UP_SHARE),
  checkShare: z.int().min(0).max(PERCENT).default(PERCENT),
  /**
   * A verdict that asks pays at once for what it would buy, instead of reserving it until its sub-questions are answered. By
   * Theorem 3.3 of the paper that is never better.
   */
  buyAtOnce: z.boolean().default(false),
  /** The inspector is shown of each seller how earlier sales held up (`server/market/reputation/`), beside the offer. */
  showsRecords: z.boolean().default(true),
  /**
   * How often a question is read while it is open: after each but the last sitting its answer is provisional, and later offers are
   * read in another one. With 1 it is answered once.
   */
  maxSittings: z.int().min(1).max(SITTINGS_LIMIT).default(1),
  /** The least time between the end of the first sitting and the beginning of the second; see `nextSittingAt`. */
  sittingGapSeconds: z.int().min(0).max(SITTING_GAP_SECONDS_LIMIT).default(SITTING_GAP_SECONDS),
  /** A sub-question waits at most this long for bots it has triggered. */
  botWaitSeconds: z.int().min(0).max(3600).default(60),
  /** A sub-question waits this long for people as well; 0 means bots only. */
  peopleWaitSeconds: z.int().min(0).max(WAIT_SECONDS_LIMIT).default(0),
  /** Model tokens for the whole tree, prompts and replies together; the tree finishes with what it has when they are used up. */
  tokenCap: z.int().min(1_000).max(5_000_000).default(400_000),
})

export type Policy = z.infer<typeof policySchema>
export const DEFAULT_POLICY: Policy = policySchema.parse({})

/**
 * When a root that has just ended a sitting may have its next one. The gap doubles with every sitting, so that a few of them reach
 * far, and the last is kept for the deadline, so that no run of offers ends a question before its time. With a gap of 0 they are
 * not spaced: each is held as soon as an offer comes.
 *
 * @param sittingsLeft how many may follow the one that ended; at least 1.
 */
export function nextSittingAt(
  { maxSittings, sittingGapSeconds }: Pick<Policy, 'maxSittings' | 'sittingGapSeconds'>,
  { sittingsLeft, now, deadlineAt }: { sittingsLeft: number; now: Date; deadlineAt: Date },
): Date {
  if (sittingGapSeconds === 0) return now
  if (sittingsLeft === 1) return deadlineAt
  const held = maxSittings - sittingsLeft
  const at = now.getTime() + sittingGapSeconds * 1_000 * 2 ** (held - 1)
  return new Date(Math.min(at, deadlineAt.getTime()))
}

/**
 * What a question of this budget may still give to sub-questions of one sort, follow-ups or checks, having given so much to that sort; null
 * where only what is left limits it. What comes back unspent does not count again: so a share is never exceeded, whenever one looks.
 */
export function shareLeft(
  percent: number,
  { budgetMicros, givenMicros }: { budgetMicros: bigint; givenMicros: bigint },
): bigint | null {
  if (percent === PERCENT) return null
  const leftMicros = (budgetMicros * BigInt(percent)) / BigInt(PERCENT) - givenMicros
  return leftMicros > 0n ? leftMicros : 0n
}

/** The depth the protocol really allows: `single` never asks. */
export function depthAllowed(policy: Policy): number {
  return policy.protocol === 'single' ? 0 : policy.maxDepth
}
