import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../errors'

/**
 * How often one person, or one address when nobody is signed in, may call. Kept in the memory of each process: with several
 * web processes the limits are so many times as wide, which is still far below what hurts.
 */
const LIMITS = {
  /** A page makes about ten reads. */
  read: { points: 1_200, seconds: 60 },
  /** Nobody writes two questions a second; a bot owner's program may. */
  write: { points: 120, seconds: 60 },
  /** Each one reads 500 questions; whoever edits a matcher asks for one every half a second at most. */
  preview: { points: 120, seconds: 60 },
  /** A preview of a text, at a pause in typing: each may take a thread for more than a second. */
  layOut: { points: 60, seconds: 60 },
  /** Each one may be a call of a model or of somebody’s server: ten questions, six times an hour. */
  rehearse: { points: 60, seconds: 60 * 60 },
  /** Files of a folder come one by one, 500 at most; each is held in memory for a moment. */
  upload: { points: 600, seconds: 10 * 60 },
  /** Each one starts a whole inspection. */
  demoRun: { points: 20, seconds: 60 * 60 },
  /** Each one makes a person with credits. A classroom behind one address fits. */
  register: { points: 60, seconds: 60 * 60 },
  /** Each one makes a demo person with credits and bots. As many as register. */
  stepIn: { points: 60, seconds: 60 * 60 },
  /** Sign-ins from one address. argon2id takes about 20 ms of a core each time. */
  signIn: { points: 60, seconds: 5 * 60 },
  /** Guesses at one account from one address; starts again after the right password. */
  guess: { points: 10, seconds: 15 * 60 },
  /** Guesses at one account from anywhere: wide enough that one address alone cannot lock somebody out. */
  account: { points: 200, seconds: 60 * 60 },
} as const

export type CostClass = keyof typeof LIMITS

const limiters = new Map<CostClass, RateLimiterMemory>()

function limiterOf(cost: CostClass): RateLimiterMemory {
  const known = limiters.get(cost)
  if (known) return known
  const { points, seconds } = LIMITS[cost]
  const made = new RateLimiterMemory({ keyPrefix: cost, points, duration: seconds })
  limiters.set(cost, made)
  return made
}

/** @throws AppError `request.too_many`. */
export async function spend(cost: CostClass, key: string): Promise<void> {
  try {
    await limiterOf(cost).consume(key)
  } catch (error) {
    if (error instanceof RateLimiterRes) {
      const retryAfterSeconds = Math.max(1, Math.ceil(error.msBeforeNext / 1_000))
      throw new AppError('request.too_many', { details: { retryAfterSeconds } })
    }
    throw error
  }
}

/** Who tries a password: which account's, and from where. */
export type Guess = { account: string; ip: string }

/** One try of an account's password. @throws AppError `request.too_many`. */
export async function spendGuess({ account, ip }: Guess): Promise<void> {
  await spend('account', account)
  await spend('guess', `${account}|${ip}`)
}

/** It was the right one. */
export async function forgiveGuess({ account, ip }: Guess): Promise<void> {
  await forgive('guess', `${account}|${ip}`)
}

/** Starts a key's count again. */
export async function forgive(cost: CostClass, key: string): Promise<void> {
  await limiterOf(cost).delete(key)
}
