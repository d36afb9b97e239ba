import * as z from 'zod'
import { ACTOR_KINDS } from '../actors/actor'
import { OUTCOMES, RESOLVER_ROLES } from '../protocol/decision'
import { lineSchema } from '../shared/text'
import { STOPS, SUBJECT_KINDS, SUSPENDABLE } from '../words/moderation'
import { handleSchema } from './auth'

/**
 * The closed list of acts that the audit log keeps: what somebody did, through whatever door, to money, to keys and ways in, to
 * settings, or as a moderator. What the market carries out of it afterwards, a purchase of an inspection, a credit that
 * returns, stands in the ledger and in the tree's events. Ids, amounts and words of closed lists; never a text that somebody wrote.
 */
const idOf = () => z.string().min(1).max(100)

const questionAct = <A extends string>(act: A) =>
  z.object({ act: z.literal(act), questionId: idOf(), amountMicros: z.bigint() })
const botAct = <A extends string>(act: A) => z.object({ act: z.literal(act), botId: idOf() })
const gameAct = <A extends string>(act: A) => z.object({ act: z.literal(act), gameId: idOf() })
const bareAct = <A extends string>(act: A) => z.object({ act: z.literal(act) })
const caseAct = <A extends string>(act: A) =>
  z.object({ act: z.literal(act), caseId: idOf(), thing: z.enum(SUBJECT_KINDS), thingId: idOf() })
/** Of one bot where it names one. */
const rightAct = <A extends string>(act: A) =>
  z.object({
    act: z.literal(act),
    suspensionId: idOf(),
    right: z.enum(SUSPENDABLE),
    botId: idOf().optional(),
  })

export const actSchema = z.discriminatedUnion('act', [
  /** The amount is the budget that was held. */
  questionAct('question.asked'),
  /** The amount is what was put in. */
  questionAct('question.raised'),
  /** The amount is what came back. */
  questionAct('question.cancelled'),
  /** The amount is the budget that was held anew. */
  questionAct('question.reopened'),
  z.object({ act: z.literal('answer.published'), questionId: idOf() }),
  z.object({ act: z.literal('answer.withdrawn'), questionId: idOf() }),
  /** By its asker, a moderator or an operator; a correction is an operator's. */
  z.object({
    act: z.enum(['question.resolved', 'question.corrected']),
    questionId: idOf(),
    outcome: z.enum(OUTCOMES),
    as: z.enum(RESOLVER_ROLES),
  }),
  /** A claim that was shown with others stands alone again, by a moderator. */
  bareAct('claim.parted').extend({ questionId: idOf() }),
  /** Whom a claim is about, by a moderator. */
  bareAct('subject.named').extend({ questionId: idOf() }),
  bareAct('inspection.started').extend({ questionId: idOf() }),
  bareAct('inspection.resumed').extend({ questionId: idOf() }),
  /** The buyer had heard enough: what was left comes back. */
  bareAct('inspection.ended').extend({ questionId: idOf() }),
  questionAct('offer.bought-unseen').extend({ offerId: idOf() }),
  /** The amount is the pot. */
  gameAct('game.opened').extend({ amountMicros: z.bigint() }),
  /** The amount is the stake. */
  gameAct('game.joined').extend({ amountMicros: z.bigint() }),
  gameAct('game.moved'),
  gameAct('game.judged'),
  /** The amount is the pot that came back. */
  gameAct('game.called-off').extend({ amountMicros: z.bigint() }),
  /** Its seller lets what was sold for the asker alone be quoted in public. */
  z.object({ act: z.literal('offer.quotable'), offerId: idOf() }),
  questionAct('offer.bought-at-resale').extend({ offerId: idOf() }),
  /** The asker lets others buy what a published answer rests on, or no longer. */
  bareAct('resale.agreed').extend({ questionId: idOf() }),
  bareAct('resale.ended').extend({ questionId: idOf() }),
  /** The amount is what may come back. */
  questionAct('complaint.filed').extend({ offerId: idOf() }),
  questionAct('complaint.answered').extend({ offerId: idOf() }),
  /** By a moderator; the amount is what came back. */
  questionAct('complaint.decided').extend({ offerId: idOf() }),
  /** A moderator opened the text that it is about. */
  bareAct('complaint.read').extend({ questionId: idOf(), offerId: idOf() }),
  /** By an operator, because a check found it wrong; the reason stands in `mending`. */
  bareAct('account.corrected').extend({ account: idOf(), check: idOf() }),
  bareAct('person.registered'),
  bareAct('password.changed'),
  /** For good; the row names nobody any more but by an id. */
  bareAct('account.deleted'),
  /** Everything that is theirs, in one file. */
  bareAct('account.downloaded'),
  /** By a link in a mail. */
  bareAct('password.reset'),
  /** The first one, or another in its place. */
  bareAct('email.proven'),
  bareAct('passkey.added'),
  bareAct('passkey.removed'),
  /** The amount is its cap a day; none for a key that may not spend. */
  bareAct('key.created').extend({
    keyId: idOf(),
    scopes: z.string().max(60),
    amountMicros: z.bigint().optional(),
  }),
  /** A connected program that its person connected again: what it may do from then on. */
  bareAct('key.changed').extend({
    keyId: idOf(),
    scopes: z.string().max(60),
    amountMicros: z.bigint().optional(),
  }),
  bareAct('key.revoked').extend({ keyId: idOf() }),
  /** What a key asked its owner for; a yes carried it out. */
  bareAct('spending.approved').extend({ requestId: idOf(), keyId: idOf(), amountMicros: z.bigint() }),
  bareAct('spending.declined').extend({ requestId: idOf(), keyId: idOf(), amountMicros: z.bigint() }),
  bareAct('login.ended'),
  bareAct('logins.ended'),
  botAct('bot.secret-rotated'),
  botAct('bot.created'),
  botAct('bot.changed'),
  botAct('bot.paused'),
  botAct('bot.resumed'),
  botAct('bot.removed'),
  /** Without an amount it costs what its bot asks. */
  botAct('document.priced').extend({ documentId: idOf(), amountMicros: z.bigint().optional() }),
  bareAct('profile.changed'),
  bareAct('notices.switched').extend({ topic: z.string().max(40) }),
  /** A person's own, which is told what their inbox is told. */
  bareAct('webhook.added').extend({ webhookId: idOf() }),
  bareAct('webhook.changed').extend({ webhookId: idOf() }),
  bareAct('webhook.removed').extend({ webhookId: idOf() }),
  bareAct('webhook.secret-rotated').extend({ webhookId: idOf() }),
  /** A site of the web said whose it is; or no longer, or could not be reached for weeks. */
  bareAct('site.proven').extend({ siteId: idOf() }),
  bareAct('site.lapsed').extend({ siteId: idOf() }),
  bareAct('site.changed').extend({ siteId: idOf() }),
  bareAct('site.left').extend({ siteId: idOf() }),
  bareAct('site.decided').extend({ siteId: idOf(), questionId: idOf(), isShown: z.enum(['yes', 'no']) }),
  bareAct('role.given').extend({ role: z.enum(['person', 'moderator', 'operator']) }),
  caseAct('thing.hidden'),
  caseAct('thing.kept'),
  /** Upon an appeal. */
  caseAct('thing.shown'),
  caseAct('appeal.refused'),
  rightAct('right.suspended').extend({ until: z.iso.datetime() }),
  /** Before its end. */
  rightAct('right.restored'),
  bareAct('market.stopped').extend({ what: z.enum(STOPS) }),
  bareAct('market.resumed').extend({ what: z.enum(STOPS) }),
  /** As an operator set it; lists are cut. */
  bareAct('setting.changed').extend({
    key: z.string().max(40),
    before: z.string().max(100),
    after: z.string().max(100),
  }),
  /** By hand; the reason stands in `mending`. */
  bareAct('credits.given').extend({ transferKey: z.string().max(200), amountMicros: z.bigint() }),
  /** By an operator; the reason stands in `mending`. */
  bareAct('transfer.reversed').extend({ transferKey: z.string().max(200), amountMicros: z.bigint() }),
])
export type AuditAct = z.infer<typeof actSchema>
export type ActName = AuditAct['act']

export const AUDIT_KINDS = ['money', 'keys', 'settings', 'moderation'] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]

/** What each act is about. */
export const KIND_OF_ACT = {
  'question.asked': 'money',
  'question.raised': 'money',
  'question.cancelled': 'money',
  'question.reopened': 'money',
  'answer.published': 'settings',
  'answer.withdrawn': 'settings',
  'question.resolved': 'moderation',
  'question.corrected': 'moderation',
  'inspection.started': 'money',
  'inspection.resumed': 'money',
  'inspection.ended': 'money',
  'offer.bought-unseen': 'money',
  'game.opened': 'money',
  'game.joined': 'money',
  'game.moved': 'money',
  'game.judged': 'money',
  'game.called-off': 'money',
  'offer.bought-at-resale': 'money',
  'offer.quotable': 'settings',
  'resale.agreed': 'settings',
  'resale.ended': 'settings',
  'complaint.filed': 'money',
  'complaint.answered': 'money',
  'complaint.decided': 'moderation',
  'complaint.read': 'moderation',
  'account.corrected': 'money',
  'person.registered': 'keys',
  'password.changed': 'keys',
  'account.deleted': 'keys',
  'account.downloaded': 'keys',
  'password.reset': 'keys',
  'email.proven': 'keys',
  'passkey.added': 'keys',
  'passkey.removed': 'keys',
  'key.created': 'keys',
  'key.changed': 'keys',
  'key.revoked': 'keys',
  'spending.approved': 'money',
  'spending.declined': 'money',
  'login.ended': 'keys',
  'logins.ended': 'keys',
  'bot.secret-rotated': 'keys',
  'bot.created': 'settings',
  'bot.changed': 'settings',
  'bot.paused': 'settings',
  'bot.resumed': 'settings',
  'bot.removed': 'settings',
  'document.priced': 'settings',
  'profile.changed': 'settings',
  'notices.switched': 'settings',
  'site.proven': 'settings',
  'site.lapsed': 'settings',
  'site.changed': 'settings',
  'site.left': 'settings',
  'site.decided': 'settings',
  'webhook.added': 'keys',
  'webhook.changed': 'settings',
  'webhook.removed': 'keys',
  'webhook.secret-rotated': 'keys',
  'role.given': 'moderation',
  'claim.parted': 'moderation',
  'subject.named': 'moderation',
  'thing.hidden': 'moderation',
  'thing.kept': 'moderation',
  'thing.shown': 'moderation',
  'appeal.refused': 'moderation',
  'right.suspended': 'moderation',
  'right.restored': 'moderation',
  'market.stopped': 'settings',
  'market.resumed': 'settings',
  'setting.changed': 'settings',
  'credits.given': 'money',
  'transfer.reversed': 'money',
} as const satisfies Record<ActName, AuditKind>

/** A page is read in one go. */
export const AUDIT_ROWS_MAX = 100
const AUDIT_ROWS_DEFAULT = 50

export const auditFilterSchema = z.object({
  /** Null: all kinds. */
  kind: z.enum(AUDIT_KINDS).nullable().default(null),
  cursor: z
    .string()
    .regex(/^\d{1,18}$/)
    .nullable()
    .default(null),
  limit: z.int().min(1).max(AUDIT_ROWS_MAX).default(AUDIT_ROWS_DEFAULT),
})
export type AuditFilter = z.input<typeof auditFilterSchema>

/** For operators: everybody's, or a part of it. */
export const auditAllSchema = auditFilterSchema.extend({
  handle: handleSchema.nullable().default(null),
  /** Who acted, by kind. */
  by: z.enum(ACTOR_KINDS).nullable().default(null),
  /** An id that the act names: a question, a bot, a key, a payment. */
  subject: lineSchema().trim().max(200).nullable().default(null),
  /** From the one day on, and up to the other, both whole and in UTC. */
  from: z.iso.date().nullable().default(null),
  to: z.iso.date().nullable().default(null),
})
export type AuditAllFilter = z.input<typeof auditAllSchema>

export const auditRowSchema = z.object({
  id: z.string(),
  at: z.date(),
  /** Who acted; a name only where the reader may know it. */
  actor: z.object({
    kind: z.enum(ACTOR_KINDS),
    isYou: z.boolean(),
    handle: z.string().nullable(),
    /** Of a key of the reader's: what the reader calls it. */
    keyName: z.string().nullable(),
  }),
  /** Whose things it concerned; null for the market's own. */
  person: z.object({ handle: z.string() }).nullable(),
  /** Network it came from, shortened; null for what came from none. */
  network: z.string().nullable(),
  deed: actSchema,
})
export type AuditRow = z.infer<typeof auditRowSchema>

export const auditPageSchema = z.object({
  rows: z.array(auditRowSchema),
  nextCursor: z.string().nullable(),
})
export type AuditPage = z.infer<typeof auditPageSchema>
