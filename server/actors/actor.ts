import { AppError } from '../errors'
import { exactCredits } from '../shared/money'

/**
 * Who acts here, and what they may do: the one model that every door asks, pages, keys, programs and commands alike. Pure: what is
 * known of the actor is passed in, and nothing is looked up.
 */

/** What an actor may do. Each procedure names those that it needs. */
export const SCOPES = [
  /** Read what is public, and what is one's own. */
  'read',
  /** What somebody without an account may do besides: register, run an example. */
  'visit',
  /** Put questions, have them inspected, end them. */
  'ask',
  /** Post offers; make bots, change them, give them documents. */
  'sell',
  /** Record what was decided. */
  'decide',
  /** Move one's own credits: into a question's budget, or for an offer. */
  'spend',
  /** One's own profile, ways in, switches and keys. */
  'account',
  /** Say that something breaks the rules. */
  'flag',
  /** Hide what breaks the rules, suspend rights. */
  'moderate',
  /** Run the market: settings, roles, grants, everybody's audit log. */
  'operate',
] as const
export type Scope = (typeof SCOPES)[number]

/** `market` is the market itself, carrying out what somebody did before: no request reaches a procedure as it. */
export const ACTOR_KINDS = ['visitor', 'person', 'bot', 'key', 'operator', 'market'] as const
export type ActorKind = (typeof ACTOR_KINDS)[number]

export const ROLES = ['person', 'moderator', 'operator'] as const
export type Role = (typeof ROLES)[number]

/** The most that may be spent, in micro-credits; null is no limit of the actor's own. */
export type Caps = {
  /** In a day (UTC). What returns unspent from a question is not given back. */
  readonly spendPerDayMicros: bigint | null
  /** For one question: its budget, and what is bought unseen there. */
  readonly spendPerQuestionMicros: bigint | null
  /** More than this, at once or for one question, waits for its owner's yes. */
  readonly askAboveMicros: bigint | null
}

export const NO_CAPS: Caps = { spendPerDayMicros: null, spendPerQuestionMicros: null, askAboveMicros: null }

export type Actor = {
  readonly kind: ActorKind
  /** Of the person, bot or key; null for a visitor, for the market, and for a command on the market's own machine. */
  readonly id: string | null
  /** Whose credits, offers and settings it acts on: of a bot or key its owner's. Null when nobody's. */
  readonly personId: string | null
  /** As which bot of that person's it acts: it then sees what is public and the bot's own. Null for everybody else. */
  readonly botId: string | null
  readonly scopes: ReadonlySet<Scope>
  readonly caps: Caps
  /** Rights that a moderator has taken for a time, and until when: none of them is among the scopes. */
  readonly suspended: ReadonlyMap<Scope, Date>
  /** Whoever has not proven an e-mail may not earn. */
  readonly isVerified: boolean
  /** Network the call came from, shortened; null without one. */
  readonly network: string | null
}

const EVERYBODYS: readonly Scope[] = ['read', 'visit']
const OF_PEOPLE: readonly Scope[] = [...EVERYBODYS, 'ask', 'decide', 'spend', 'account', 'flag']
const OF_ROLE: Readonly<Record<Role, readonly Scope[]>> = {
  person: [],
  moderator: ['moderate'],
  operator: ['moderate', 'operate'],
}

/** What can be handed on to a program; the rest is for its owner in person. */
export const DELEGABLE_SCOPES = ['read', 'ask', 'sell', 'decide', 'spend'] as const satisfies readonly Scope[]
export type DelegableScope = (typeof DELEGABLE_SCOPES)[number]

export const isDelegable = (scope: Scope): scope is DelegableScope =>
  (DELEGABLE_SCOPES as readonly Scope[]).includes(scope)

const NONE_SUSPENDED: ReadonlyMap<Scope, Date> = new Map()

/** Somebody who is not signed in. */
export function visitor(network: string | null = null): Actor {
  const scopes = new Set(EVERYBODYS)
  return {
    kind: 'visitor',
    id: null,
    personId: null,
    botId: null,
    scopes,
    caps: NO_CAPS,
    suspended: NONE_SUSPENDED,
    isVerified: false,
    network,
  }
}

/** The market itself, and its own people of the demo. */
export const MARKET: Actor = { ...visitor(), kind: 'market', scopes: new Set(), isVerified: true }

/** Somebody at the market's own machine: whoever can run its commands holds its data and keys anyway. */
export const COMMAND: Actor = { ...MARKET, kind: 'operator', scopes: new Set(['moderate', 'operate']) }

export type KnownPerson = {
  id: string
  role: Role
  isVerified: boolean
  /** Standing now, of the person and not of one bot; none where it is left out. */
  suspended?: readonly { right: Scope; until: Date }[]
}

/** A signed-in person. */
export function personActor(
  { id, role, isVerified, suspended: taken = [] }: KnownPerson,
  network: string | null = null,
): Actor {
  const suspended = lastOf(taken)
  const given = [...OF_PEOPLE, ...(isVerified ? (['sell'] as const) : []), ...OF_ROLE[role]]
  const scopes = new Set(given.filter((scope) => !suspended.has(scope)))
  return {
    kind: 'person',
    id,
    personId: id,
    botId: null,
    scopes,
    caps: NO_CAPS,
    suspended,
    isVerified,
    network,
  }
}

/** Of several suspensions of one right the one that ends last. */
function lastOf(taken: readonly { right: Scope; until: Date }[]): Map<Scope, Date> {
  const last = new Map<Scope, Date>()
  for (const { right, until } of taken) {
    const known = last.get(right)
    if (!known || known < until) last.set(right, until)
  }
  return last
}

/** A bot or key that acts for its owner: never with more than the owner has, nor with what only people do. */
export function delegate(
  owner: Actor,
  given: { kind: 'bot' | 'key'; id: string; scopes: readonly Scope[]; caps: Caps; botId?: string | null },
): Actor {
  const scopes = given.scopes.filter((scope) => isDelegable(scope) && owner.scopes.has(scope))
  return {
    ...owner,
    kind: given.kind,
    id: given.id,
    botId: given.botId ?? owner.botId,
    scopes: new Set(scopes),
    caps: {
      spendPerDayMicros: lower(owner.caps.spendPerDayMicros, given.caps.spendPerDayMicros),
      spendPerQuestionMicros: lower(owner.caps.spendPerQuestionMicros, given.caps.spendPerQuestionMicros),
      askAboveMicros: lower(owner.caps.askAboveMicros, given.caps.askAboveMicros),
    },
  }
}

function lower(one: bigint | null, other: bigint | null): bigint | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}

/** A person who does what needs a role does it as an operator; the audit log says so. */
export function inCapacity(actor: Actor, needed: readonly Scope[]): Actor {
  const isOffice = needed.some((scope) => OF_ROLE.operator.includes(scope))
  return isOffice && actor.kind === 'person' ? { ...actor, kind: 'operator' } : actor
}

/**
 * Every scope that is needed, or the refusal that names the first that is missing.
 *
 * @throws AppError `auth.signed_out` for a visitor, `actor.suspended` (detail `until`) for a right that is taken for a time, `actor.unverified` for a person without a proven e-mail who would earn,
 * `actor.scope_missing` (detail `scope`) otherwise.
 */
export function requireScopes(actor: Actor, needed: readonly Scope[]): void {
  const missing = needed.find((scope) => !actor.scopes.has(scope))
  if (missing === undefined) return
  if (actor.kind === 'visitor') throw new AppError('auth.signed_out')
  const until = actor.suspended.get(missing)
  if (until) throw suspended(until)
  if (missing === 'sell' && !actor.isVerified) throw new AppError('actor.unverified')
  throw new AppError('actor.scope_missing', { details: { scope: missing } })
}

/** What somebody reads whose right is suspended; the day and the minute are in UTC. */
export function suspended(until: Date): AppError {
  const words = until.toISOString().slice(0, UTC_MINUTE_CHARS).replace('T', ' ')
  return new AppError('actor.suspended', { details: { until: `${words} UTC` } })
}

/** Of 2031-05-01T09:30:00.000Z what is read as a minute. */
const UTC_MINUTE_CHARS = 16

/**
 * That this much more stays within the caps of whoever spends it.
 *
 * @throws AppError `actor.over_cap` with the cap's name, how high it is and what is left of it.
 */
export function requireWithinCaps(
  { caps }: Pick<Actor, 'caps'>,
  spent: { amountMicros: bigint; spentTodayMicros: bigint; spentOnQuestionMicros: bigint },
): void {
  const { spendPerDayMicros: perDay, spendPerQuestionMicros: perQuestion } = caps
  const { amountMicros, spentTodayMicros, spentOnQuestionMicros } = spent
  if (perQuestion !== null && spentOnQuestionMicros + amountMicros > perQuestion)
    throw overCap('a question', perQuestion, spentOnQuestionMicros)
  if (perDay !== null && spentTodayMicros + amountMicros > perDay)
    throw overCap('a day', perDay, spentTodayMicros)
}

/**
 * That this much more needs no yes of the owner's: what is put into one question counts together, or a program would ask for it in
 * pieces.
 *
 * @throws AppError `actor.yes_needed`.
 */
export function requireNoYes(
  { caps: { askAboveMicros } }: Pick<Actor, 'caps'>,
  { amountMicros, spentOnQuestionMicros }: { amountMicros: bigint; spentOnQuestionMicros: bigint },
): void {
  if (askAboveMicros === null || spentOnQuestionMicros + amountMicros <= askAboveMicros) return
  throw new AppError('actor.yes_needed', { details: { above: exactCredits(askAboveMicros) } })
}

function overCap(per: string, capMicros: bigint, spentMicros: bigint): AppError {
  const left = capMicros > spentMicros ? capMicros - spentMicros : 0n
  const details = { per, cap: exactCredits(capMicros), left: exactCredits(left) }
  return new AppError('actor.over_cap', { details })
}
