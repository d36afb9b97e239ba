import * as z from 'zod'
import type { NoticeEvent } from '../words/notices'
import { PAUSE_REASONS } from '../words/sellers'
import { followedQuestionSchema } from './follows'
import { inboxItemSchema, noticeSchema } from './inbox'
import { questionCardSchema } from './market-view'

/** What a member finds on the first page. Each list shows the first few; the number beside it counts all. */

/** A first screen has room for so many; each list leads to the whole. */
export const HOME_ROWS_MAX = 5
/** What was earned, and what bots did, is told of so many days: a week is what a member remembers. */
export const HOME_DAYS = 7

/** What other parts of the page tell beside the question that it is about: the news would say it again. */
export const TOLD_ELSEWHERE: readonly NoticeEvent[] = [
  'question.offered',
  'question.answered',
  'question.revised',
  'question.matched',
  'question.addressed',
  'question.raised',
  'followed.asked',
  'followed.answered',
  'followed.ended',
]

/** One's own open question, with what is unread about it. */
export const homeQuestionSchema = questionCardSchema.extend({
  newOffers: z.int(),
  /** An answer was written or revised since its asker looked. */
  hasNewAnswer: z.boolean(),
})
export type HomeQuestion = z.infer<typeof homeQuestionSchema>

/** A question to answer, with what it can still spend. */
export const homeItemSchema = inboxItemSchema.extend({ leftMicros: z.bigint() })
export type HomeItem = z.infer<typeof homeItemSchema>

/** What a bot of one's own did in the last `HOME_DAYS` days. */
export const homeBotSchema = z.object({
  id: z.string(),
  name: z.string(),
  pausedFor: z.enum(PAUSE_REASONS).nullable(),
  /** Questions that it was asked about. */
  asked: z.int(),
  offers: z.int(),
  bought: z.int(),
  /** After fees. */
  earnedMicros: z.bigint(),
})
export type HomeBot = z.infer<typeof homeBotSchema>

export const homeSchema = z.object({
  /** Newest first. */
  questions: z.array(homeQuestionSchema),
  openQuestions: z.int(),
  /** Unread and told nowhere else on the page, what changed last first. */
  news: z.array(noticeSchema),
  unread: z.int(),
  /** New, by what they can still spend. */
  toAnswer: z.array(homeItemSchema),
  waiting: z.int(),
  hasAlerts: z.boolean(),
  /** Sold in the last `HOME_DAYS` days, by hand and by bots, after fees. */
  sales: z.int(),
  earnedMicros: z.bigint(),
  /** Earned, and not available yet; from when on. */
  pendingMicros: z.bigint(),
  pendingFrom: z.date().nullable(),
  pendingUntil: z.date().nullable(),
  /** Those that did most first. */
  bots: z.array(homeBotSchema),
  ownBots: z.int(),
  /** Of the last `HOME_DAYS` days, newest first. */
  following: z.array(followedQuestionSchema),
  /** How many things are followed. */
  followed: z.int(),
})
export type Home = z.infer<typeof homeSchema>
