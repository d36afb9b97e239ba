import * as z from 'zod'
import { DECISION_KINDS } from '../protocol/decision'
import { REASONS } from '../protocol/verdict'
import { cursorSchema, idSchema } from '../shared/text'
import { NOTICE_EVENTS, NOTICE_TOPICS } from '../words/notices'
import { personSchema } from './auth'
import { askerCountsSchema } from './market-view'

/** Lines on one page of the inbox. */
export const INBOX_PAGE_SIZE = 30
/** Items that one bulk action may name. */
export const INBOX_BULK_MAX = 200

/** Where an item of "To answer" stands; each item is in exactly one. */
export const INBOX_STATES = ['new', 'seen', 'ignored', 'answered', 'expired'] as const
export type InboxState = (typeof INBOX_STATES)[number]

/** How an asker treated sellers so far, as matchers ask for it: shares of the questions that ended, null when none has. */
export type AskerRecord = { ended: number; inspectedPercent: number | null; boughtPercent: number | null }

/** A line of "To answer". */
export const inboxItemSchema = z.object({
  contextId: z.string(),
  rootId: z.string(),
  isRoot: z.boolean(),
  title: z.string(),
  decision: z.enum(DECISION_KINDS),
  tags: z.array(z.string()),
  asker: personSchema,
  record: askerCountsSchema,
  budgetMicros: z.bigint(),
  offers: z.int(),
  /** It has a provisional answer, and stays open for better offers. */
  isAnswered: z.boolean(),
  /** Its asker put it to this person by name. */
  isAddressed: z.boolean(),
  /** The matcher that found it; null when it is gone. */
  matcher: z.object({ id: z.string(), name: z.string() }).nullable(),
  state: z.enum(INBOX_STATES),
  matchedAt: z.date(),
  /** Until when offers are taken. */
  closesAt: z.date(),
})
export type InboxItem = z.infer<typeof inboxItemSchema>

export const inboxListSchema = z.object({
  state: z.enum(INBOX_STATES),
  cursor: cursorSchema().nullable().default(null),
})
export const inboxPageSchema = z.object({
  items: z.array(inboxItemSchema),
  nextCursor: z.string().nullable(),
})
export type ItemPage = z.infer<typeof inboxPageSchema>

/** Badges; each equals the length of its whole list. `toAnswer` counts new items, `forYou` unread notices. */
export const inboxCountsSchema = z.object({
  states: z.record(z.enum(INBOX_STATES), z.int()),
  toAnswer: z.int(),
  forYou: z.int(),
})
export type InboxCounts = z.infer<typeof inboxCountsSchema>

export const inboxMarkSchema = z.object({
  contextIds: z.array(idSchema()).min(1).max(INBOX_BULK_MAX),
  /** `new` brings an ignored item back. */
  as: z.enum(['seen', 'ignored', 'new']),
})

/** A line of "For you". */
export const noticeSchema = z.object({
  id: z.string(),
  event: z.enum(NOTICE_EVENTS),
  count: z.int(),
  amountMicros: z.bigint().nullable(),
  reason: z.enum(REASONS).nullable(),
  context: z.object({ id: z.string(), title: z.string() }).nullable(),
  offer: z.object({ id: z.string(), teaser: z.string() }).nullable(),
  bot: z.object({ id: z.string(), name: z.string() }).nullable(),
  game: z.object({ id: z.string(), title: z.string() }).nullable(),
  changedAt: z.date(),
  isRead: z.boolean(),
})
export type Notice = z.infer<typeof noticeSchema>
export const noticeListSchema = z.object({ cursor: cursorSchema().nullable().default(null) })
export const noticePageSchema = z.object({ items: z.array(noticeSchema), nextCursor: z.string().nullable() })
export type NoticePage = z.infer<typeof noticePageSchema>

/** A mail as the outbox of development shows it. */
export const outboxMailSchema = z.object({
  id: z.string(),
  to: z.string().nullable(),
  subject: z.string(),
  body: z.string(),
  state: z.enum(['queued', 'sent', 'failed']),
  createdAt: z.date(),
})
export type OutboxMail = z.infer<typeof outboxMailSchema>

export const noticeSwitchSchema = z.object({
  topic: z.enum(NOTICE_TOPICS),
  onSite: z.boolean(),
  byMail: z.boolean(),
})
export type NoticeSwitch = z.infer<typeof noticeSwitchSchema>
