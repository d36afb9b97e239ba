import * as z from 'zod'
import { cursorSchema, idSchema, textSchema } from '../shared/text'
import { APPEAL_OUTCOMES, OUTCOMES, RULES, SUBJECT_KINDS, SUSPENDABLE } from '../words/moderation'
import { handleSchema, personSchema } from './auth'

/** Enough to say what is wrong; a moderator reads many. */
export const FLAG_WORDS_MAX = 500
/** What a moderator tells those concerned, and what an author says against it. */
export const NOTE_CHARS_MAX = 1_000
/** A right that is gone for longer is taken by an operator who looks at the person again. */
export const SUSPENSION_DAYS_MAX = 365
/** Rows of the public log, of the queue and of one's own lists that are read in one go. */
export const MODERATION_PAGE_SIZE = 50

const wordsSchema = (most: number) => textSchema().trim().max(most)

/** `person` goes by the handle, the others by their ids; `answer` by its question's. */
export const flagSchema = z.object({
  kind: z.enum(SUBJECT_KINDS),
  id: idSchema(),
  rule: z.enum(RULES),
  words: wordsSchema(FLAG_WORDS_MAX).default(''),
})
export type FlagInput = z.infer<typeof flagSchema>

export const decideCaseSchema = z
  .object({
    caseId: idSchema(),
    outcome: z.enum(OUTCOMES),
    /** The rule that it breaks; null to keep it. */
    rule: z.enum(RULES).nullable(),
    note: wordsSchema(NOTE_CHARS_MAX).default(''),
  })
  .refine(({ outcome, rule }) => (outcome === 'hidden') === (rule !== null), {
    path: ['rule'],
    message: 'Name the rule that it breaks to hide it, and none to keep it.',
  })
export type DecideCase = z.infer<typeof decideCaseSchema>

export const appealSchema = z.object({
  caseId: idSchema(),
  words: wordsSchema(NOTE_CHARS_MAX).min(1, 'Say why it should be shown.'),
})

export const decideAppealSchema = z.object({
  caseId: idSchema(),
  outcome: z.enum(APPEAL_OUTCOMES),
  note: wordsSchema(NOTE_CHARS_MAX).default(''),
})
export type DecideAppeal = z.infer<typeof decideAppealSchema>

export const suspendSchema = z.object({
  handle: handleSchema,
  /** Only this bot of theirs; null for the person with all keys and bots. */
  botId: idSchema().nullable().default(null),
  right: z.enum(SUSPENDABLE),
  days: z.int().min(1).max(SUSPENSION_DAYS_MAX),
  rule: z.enum(RULES),
  note: wordsSchema(NOTE_CHARS_MAX).default(''),
})
export type SuspendInput = z.infer<typeof suspendSchema>

/** The thing that a case is about, as moderators read it. */
export const subjectSchema = z.object({
  kind: z.enum(SUBJECT_KINDS),
  id: z.string(),
  author: personSchema,
  title: z.string(),
  text: z.string(),
  /** Its page; null where there is none any more. */
  path: z.string().nullable(),
})
export type Subject = z.infer<typeof subjectSchema>

export const caseSchema = z.object({
  id: z.string(),
  subject: subjectSchema,
  openedAt: z.date(),
  flags: z.array(z.object({ rule: z.enum(RULES), words: z.string(), createdAt: z.date() })),
  /** Set where an appeal waits: what was decided first, and what its author says. */
  appeal: z
    .object({ rule: z.enum(RULES), note: z.string(), words: z.string(), appealedAt: z.date() })
    .nullable(),
})
export type ModerationCase = z.infer<typeof caseSchema>

/** A line of the public log: what was decided, never who flagged it nor anybody's private words. */
export const logLineSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('decided'),
    id: z.string(),
    at: z.date(),
    subject: z.enum(SUBJECT_KINDS),
    author: z.string(),
    outcome: z.enum(OUTCOMES),
    rule: z.enum(RULES).nullable(),
    appeal: z.enum(['waiting', ...APPEAL_OUTCOMES]).nullable(),
  }),
  z.object({
    kind: z.literal('suspended'),
    id: z.string(),
    at: z.date(),
    person: z.string(),
    ofBot: z.boolean(),
    right: z.enum(SUSPENDABLE),
    rule: z.enum(RULES),
    until: z.date(),
    liftedAt: z.date().nullable(),
  }),
])
export type LogLine = z.infer<typeof logLineSchema>

export const moderationLogSchema = z.object({
  lines: z.array(logLineSchema),
  nextCursor: z.string().nullable(),
})
export const moderationLogInput = z.object({ cursor: cursorSchema().nullable().default(null) })

export const suspensionSchema = z.object({
  id: z.string(),
  bot: z.object({ id: z.string(), name: z.string() }).nullable(),
  right: z.enum(SUSPENDABLE),
  rule: z.enum(RULES),
  note: z.string(),
  createdAt: z.date(),
  until: z.date(),
  liftedAt: z.date().nullable(),
})
export type Suspension = z.infer<typeof suspensionSchema>

/** What moderation has to do with one person, for them alone. */
export const ownModerationSchema = z.object({
  flags: z.array(
    z.object({
      caseId: z.string(),
      kind: z.enum(SUBJECT_KINDS),
      rule: z.enum(RULES),
      createdAt: z.date(),
      /** Null while it waits. */
      outcome: z.enum(OUTCOMES).nullable(),
      note: z.string(),
    }),
  ),
  hidden: z.array(
    z.object({
      caseId: z.string(),
      subject: subjectSchema,
      rule: z.enum(RULES),
      note: z.string(),
      decidedAt: z.date(),
      appeal: z
        .object({
          words: z.string(),
          outcome: z.enum(APPEAL_OUTCOMES).nullable(),
          note: z.string(),
        })
        .nullable(),
    }),
  ),
  suspensions: z.array(suspensionSchema),
  muted: z.array(z.object({ person: personSchema, isBlocked: z.boolean(), createdAt: z.date() })),
})
export type OwnModeration = z.infer<typeof ownModerationSchema>

export const muteSchema = z.object({
  handle: handleSchema,
  /** `shown` takes it back. */
  as: z.enum(['muted', 'blocked', 'shown']),
})
export type MuteInput = z.infer<typeof muteSchema>
