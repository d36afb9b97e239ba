import { setTimeout as sleep } from 'node:timers/promises'
import {
  type RateLimiterAbstract,
  RateLimiterDrizzle,
  RateLimiterMemory,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Db } from '@/db/client'
import { rateLimits } from '@/db/schema'
import { isKnownAddress } from '../auth/known-addresses'
import { deviceDigest, isKnownDevice } from '../auth/known-devices'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { appErrorOf } from './errors'

/**
 * How often one person, or one address when nobody is signed in, may call. What every call spends is counted in the memory of
 * each process, because a row for each would cost more than the call (reliability, D5): with several web processes those limits are
 * so many times as wide, which is still far below what hurts. What guesses, makes persons or costs money is counted in the
 * database, for all processes together and over restarts.
 */
const LIMITS = {
  /** A page makes about ten reads. */
  read: { points: 1_200, seconds: 60 },
  /** Nobody writes two questions a second; a bot owner's program may. */
  write: { points: 120, seconds: 60 },
  /** Each one reads 500 questions; whoever edits a matcher asks for one every half a second at most. */
  preview: { points: 120, seconds: 60 },
  /** A preview of a text, at a pause in typing: each may take a process for more than a second. */
  layOut: { points: 60, seconds: 60 },
  /** Each one may be a call of a model or of somebody’s server: ten questions, six times an hour. */
  rehearse: { points: 60, seconds: 60 * 60 },
  /** Files of a folder come one by one, 500 at most; each is held in memory for a moment. */
  upload: { points: 600, seconds: 10 * 60 },
  /** Each one reads all that somebody has. */
  ownData: { points: 6, seconds: 60 * 60 },
  /** Each one starts a whole inspection. */
  demoRun: { points: 20, seconds: 60 * 60 },
  /** Each one makes a person with credits. A classroom behind one address fits. */
  register: { points: 60, seconds: 60 * 60 },
  /** Each one makes a row for a week. Whoever tries an agent out registers it a few times; a script does so without end. */
  registerAgent: { points: 5, seconds: 60 * 60 },
  /** Each one makes a row for a week. Whoever tries several programs, or one again and again, fits. */
  registerProgram: { points: 20, seconds: 60 * 60 },
  /** Each one makes a row for half an hour, and may fetch a page of the program's. */
  connect: { points: 60, seconds: 5 * 60 },
  /** Each one makes a demo person with credits and bots. As many as register. */
  stepIn: { points: 60, seconds: 60 * 60 },
  /** Sign-ins from one address. argon2id takes about 20 ms of a core each time. */
  signIn: { points: 60, seconds: 5 * 60 },
  /** Mails with links that one address asks for, to whomever. */
  askMail: { points: 20, seconds: 60 * 60 },
  /**
   * Mails with links to one mailbox, whoever asks. A link for a new password is good for an hour, so whoever uses this up for somebody
   * else leaves them with a link that works.
   */
  mailTo: { points: 3, seconds: 60 * 60 },
  /** Challenges for passkeys: a sign-in page asks for one when it opens, and each is a row for some minutes. */
  challenge: { points: 60, seconds: 5 * 60 },
  /** Guesses at one account from one address, or from one browser of its owner's; starts again after the right password. */
  guess: { points: 10, seconds: 15 * 60 },
  /** Guesses at one account from anywhere but its owner's browsers: two addresses' worth. Past it each is slower than the last. */
  account: { points: 20, seconds: 60 * 60 },
} as const

export type CostClass = keyof typeof LIMITS

const IN_MEMORY: ReadonlySet<CostClass> = new Set([
  'read',
  'write',
  'preview',
  'layOut',
  'upload',
  'challenge',
])

/** Tests have a database each. */
const limiters = new WeakMap<Db, Map<CostClass, RateLimiterAbstract>>()

type Needs = Pick<Deps, 'db'>

function limiterOf({ db }: Needs, cost: CostClass): RateLimiterAbstract {
  const ofDb = limiters.get(db) ?? new Map<CostClass, RateLimiterAbstract>()
  limiters.set(db, ofDb)
  const known = ofDb.get(cost)
  if (known) return known
  const { points, seconds } = LIMITS[cost]
  const rule = { keyPrefix: cost, points, duration: seconds }
  const memory = new RateLimiterMemory(rule)
  const made = IN_MEMORY.has(cost)
    ? memory
    : // While the database is away each process counts for itself.
      new RateLimiterDrizzle({ ...rule, storeClient: db, schema: rateLimits, insuranceLimiter: memory })
  ofDb.set(cost, made)
  return made
}

/** A limit, and what is left of it. */
export type Quota = { name: CostClass; points: number; seconds: number; left: number; resetSeconds: number }

const inSeconds = (ms: number) => Math.max(1, Math.ceil(ms / 1_000))

const isCostClass = (name: unknown): name is CostClass =>
  typeof name === 'string' && Object.hasOwn(LIMITS, name)

/** The limit that a call was refused by; null for any other refusal. */
export function usedUp(error: unknown): Quota | null {
  const { retryAfterSeconds, limit } = appErrorOf(error).details
  if (!isCostClass(limit) || typeof retryAfterSeconds !== 'number') return null
  return { name: limit, ...LIMITS[limit], left: 0, resetSeconds: retryAfterSeconds }
}

/** @throws AppError `request.too_many`. */
export async function spend(deps: Needs, cost: CostClass, key: string): Promise<Quota> {
  try {
    const { remainingPoints, msBeforeNext } = await limiterOf(deps, cost).consume(key)
    return { name: cost, ...LIMITS[cost], left: remainingPoints, resetSeconds: inSeconds(msBeforeNext) }
  } catch (error) {
    if (error instanceof RateLimiterRes) {
      const retryAfterSeconds = inSeconds(error.msBeforeNext)
      throw new AppError('request.too_many', { details: { retryAfterSeconds, limit: cost } })
    }
    throw error
  }
}

/** As `spend`, of what is never refused: by how much the limit is passed now. */
async function spendOver(deps: Needs, cost: CostClass, key: string): Promise<number> {
  try {
    await limiterOf(deps, cost).consume(key)
    return 0
  } catch (error) {
    if (error instanceof RateLimiterRes) return error.consumedPoints - LIMITS[cost].points
    throw error
  }
}

/** Who tries a password: which account's, an e-mail or an id; from where; and with what cookie of a known browser. */
export type Guess = { account: string; ip: string; device: string | undefined }

/**
 * Makes guessing from many addresses slow without shutting anybody out: a hundred guesses of an hour take nine minutes, one after
 * another, and whoever has the right password, but comes from a browser and an address that nobody knows, waits as long at most.
 */
const GUESS_STEP_MS = 250
export const GUESS_WAIT_MS_MAX = 8_000

type GuessDeps = Pick<Deps, 'db' | 'clock' | 'authSecret'>

/**
 * One try of an account's password (OWASP, "device cookies"). A browser that its owner signed in with before has ten tries of its own,
 * whatever others do. Elsewhere one address has ten, and then none for a while; and when many come from everywhere, each waits longer,
 * but for those from where this person has signed in before: a wall here would let anybody lock somebody out.
 *
 * @throws AppError `request.too_many`.
 */
export async function spendGuess(
  deps: GuessDeps,
  guess: Guess,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<void> {
  if (await isKnownDevice(deps, guess)) {
    await spend(deps, 'guess', deviceKey(deps, guess))
    return
  }
  const { account, ip } = guess
  await spend(deps, 'guess', addressKey(guess))
  const over = await spendOver(deps, 'account', account)
  if (over > 0 && !(await isKnownAddress(deps, { account, ip })))
    await wait(Math.min(over * GUESS_STEP_MS, GUESS_WAIT_MS_MAX))
}

/** It was the right one. */
export async function forgiveGuess(deps: GuessDeps, guess: Guess): Promise<void> {
  const key = (await isKnownDevice(deps, guess)) ? deviceKey(deps, guess) : addressKey(guess)
  await forgive(deps, 'guess', key)
}

const addressKey = ({ account, ip }: Guess) => `${account}|${ip}`
const deviceKey = (deps: GuessDeps, { account, device }: Guess) =>
  `${account}|device|${deviceDigest(deps, device ?? '')}`

/** Starts a key's count again. */
export async function forgive(deps: Needs, cost: CostClass, key: string): Promise<void> {
  await limiterOf(deps, cost).delete(key)
}
