import { initTRPC } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import * as z from 'zod'
import { type Actor, inCapacity, requireScopes, type Scope } from '../actors/actor'
import type { Me } from '../contract/auth'
import type { Deps } from '../deps'
import { AppError, ERRORS } from '../errors'
import { inTurnOf } from '../prose/renderer'
import { installInputWords } from '../words/input'
import { appErrorOf, type ErrorData, fieldErrorsOf, logFault, toTrpcError } from './errors'
import { type CostClass, forgiveGuess, type Quota, spend, spendGuess } from './rate-limit'
import { wireFormat } from './wire-format'

/** The only file that builds tRPC: context, procedures, and the one translation of errors. */

/** Facts about a call that came over the network. */
export type CallFacts = {
  /** Address of the caller, as far as it is known. */
  ip: string
  /** The cookie of a browser that somebody signed in with before. */
  device?: string | undefined
  /** What a connected program asks for, where this browser was sent here to answer it. */
  connecting?: string | undefined
  /** A page of ours sent it, or a program with a key, as JSON: the condition for changing anything (reliability, W4). */
  isOurs: boolean
  /** Told what is left of the limit that the call counted against. */
  onQuota?: (quota: Quota) => void
}

export type ApiContext = {
  deps: Deps
  /** Whose things these are: the signed-in person, or the owner of the key. */
  user: Me | null
  /** Who acts. */
  actor: Actor
  sessionId: string | null
  /** The key that a program showed; null for pages. */
  keyId: string | null
  /** Of the connected program whose token was shown. */
  clientId?: string | undefined
  /** The agent that registered itself and shows its key, while nobody has adopted it. */
  agentId?: string | undefined
  /** Null when the server itself calls, while it draws a page. */
  call: CallFacts | null
}

/** Proxies close a silent connection after 60 s or less. */
const SSE_PING_MS = 15_000
/** Two pings missed and a bit. */
const SSE_SILENCE_MS = 40_000
/** Then the browser connects again by itself, with its cookie checked anew and from the event it saw last. */
const SSE_LIFE_MS = 5 * 60_000

installInputWords()

/** What a procedure asks of whoever calls it. */
export type ProcedureMeta = {
  scopes: readonly [Scope, ...Scope[]]
  /** For whoever is not signed in too. */
  isPublic: boolean
  /** For the key of a bot too, about that bot alone. What is public it sees as a visitor does. */
  isForBots?: boolean
}

const t = initTRPC
  .context<ApiContext>()
  .meta<ProcedureMeta>()
  .create({
    transformer: wireFormat,
    isDev: false,
    errorFormatter({ shape, error, path }) {
      const known = appErrorOf(error)
      // What a subscription throws on its way comes here as it is; a browser asks again for ever after what looks like a fault.
      const told = error.cause instanceof AppError ? toTrpcError(known) : error
      const fieldErrors = fieldErrorsOf(error.cause ?? error) ?? fieldErrorsOf(error)
      const data: ErrorData = {
        code: told.code,
        httpStatus: getHTTPStatusCodeFromError(told),
        path,
        appCode: known.code,
        field: known.details.field ?? null,
        isRetriable: ERRORS[known.code].retriable,
        zod: fieldErrors && { fieldErrors },
      }
      return { ...shape, code: TRPC_ERROR_CODES_BY_KEY[told.code], message: known.message, data }
    },
    sse: {
      ping: { enabled: true, intervalMs: SSE_PING_MS },
      client: { reconnectAfterInactivityMs: SSE_SILENCE_MS },
      maxDurationMs: SSE_LIFE_MS,
    },
  })

/** Translates what a procedure threw, once, and writes what nobody expected to the log. */
const translateErrors = t.middleware(async ({ ctx, path, type, next }) => {
  const result = await next()
  if (result.ok) return result
  logFault(ctx.deps.log, result.error, { path, type, userId: ctx.user?.id })
  throw toTrpcError(result.error)
})

const refuseForeignCalls = t.middleware(({ ctx, type, next }) => {
  if (type === 'mutation' && ctx.call && !ctx.call.isOurs) throw new AppError('request.foreign')
  return next()
})

/** Whose calls these count as. All keys of one person count together, and apart from that person: a program that runs wild locks nobody out. */
function payerOf({ user, keyId }: ApiContext, { ip }: CallFacts): string {
  if (!user) return ip
  return keyId === null ? user.id : `${user.id}|keys`
}

/** Counts a call that came over the network. @throws AppError `request.too_many`. */
export async function spendCall(ctx: ApiContext, cost: 'read' | 'write'): Promise<void> {
  if (!ctx.call) return
  const quota = await spend(ctx.deps, cost, payerOf(ctx, ctx.call))
  ctx.call.onQuota?.(quota)
}

const limitRate = t.middleware(async ({ ctx, type, next }) => {
  await spendCall(ctx, type === 'mutation' ? 'write' : 'read')
  return next()
})

/** Who is told that something was done may rely on it, also after a power cut. */
const acknowledgeWhenSafe = t.middleware(async ({ ctx, type, next }) => {
  const result = await next()
  if (result.ok && type === 'mutation') await ctx.deps.database.flush()
  return result
})

/** A narrower limit for what costs more than an ordinary call, by person or address. */
export function limited(cost: CostClass) {
  return t.middleware(async ({ ctx, next }) => {
    if (ctx.call) await spend(ctx.deps, cost, payerOf(ctx, ctx.call))
    return next()
  })
}

/** Mails to one mailbox are few, whoever asks for them and whoever has it. */
export const mailsTo = t.middleware(async ({ ctx, input, next }) => {
  if (ctx.call) await spend(ctx.deps, 'mailTo', mailboxSchema.parse(input).email)
  return next()
})

const mailboxSchema = z.object({ email: z.string() })

/**
 * As often as at the sign-in, for a procedure that asks for one's password: what succeeds had the right one. Where the password may be
 * left out (`password: null`), leaving it out is no guess.
 */
export const guessesPassword = t.middleware(async ({ ctx, input, next }) => {
  if (!ctx.call || !ctx.user || isWithoutPassword(input)) return next()
  const guess = { account: ctx.user.id, ip: ctx.call.ip, device: ctx.call.device }
  await spendGuess(ctx.deps, guess)
  const result = await next()
  if (result.ok) await forgiveGuess(ctx.deps, guess)
  return result
})

const isWithoutPassword = (input: unknown) =>
  typeof input === 'object' && input !== null && 'password' in input && input.password === null

export const router = t.router
export const createCallerFactory = t.createCallerFactory

/** The one place where it is decided who may call what, before the input is read. */
const checkScopes = t.middleware(async ({ ctx, meta, getRawInput, next }) => {
  if (!meta) throw new Error('A procedure without scopes')
  requireScopes(ctx.actor, meta.scopes)
  const user = ctx.actor.botId === null ? ctx.user : ownerOfBot(ctx, meta, await getRawInput())
  const actor = inCapacity(ctx.actor, meta.scopes)
  const prose = inTurnOf(hand(ctx), ctx.deps.prose)
  return next({ ctx: { ...ctx, user, deps: { ...ctx.deps, actor, prose } } })
})

/** Whose share of what everybody shares a call takes: a person's, whatever acts for them, or an address's. */
function hand({ actor: { personId, network }, call }: ApiContext): string {
  return personId ?? call?.ip ?? network ?? 'nobody'
}

/** Whom a bot's key acts for here: its owner where it is about the bot, nobody where everybody may read. */
function ownerOfBot({ user, actor }: ApiContext, { isPublic, isForBots }: ProcedureMeta, input: unknown) {
  if (isPublic) return null
  const about = typeof input === 'object' && input !== null && 'botId' in input ? input.botId : actor.botId
  if (!isForBots || about !== actor.botId) throw new AppError('actor.bot_only')
  return user
}

/** For anyone with these scopes, signed in or not. */
export function publicProcedure(...scopes: ProcedureMeta['scopes']) {
  return procedureFor({ scopes, isPublic: true })
}

function procedureFor(meta: ProcedureMeta) {
  return t.procedure
    .meta(meta)
    .use(translateErrors)
    .use(refuseForeignCalls)
    .use(limitRate)
    .use(checkScopes)
    .use(acknowledgeWhenSafe)
}

/** For people with these scopes; `ctx.user` is there. What belongs to whom is for the function behind it to check. */
export function protectedProcedure(...scopes: ProcedureMeta['scopes']) {
  return ownProcedure({ scopes, isPublic: false })
}

/** As `protectedProcedure`, and for the key of a bot: about that bot, so an input that names another is refused. */
export function botProcedure(...scopes: ProcedureMeta['scopes']) {
  return ownProcedure({ scopes, isPublic: false, isForBots: true })
}

function ownProcedure(meta: ProcedureMeta) {
  return procedureFor(meta).use(({ ctx, next }) => {
    if (!ctx.user) throw new AppError('auth.signed_out')
    return next({ ctx: { ...ctx, user: ctx.user } })
  })
}
