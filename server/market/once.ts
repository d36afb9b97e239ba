import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Db, rowsOf, type Tx } from '@/db/client'
import { requestSeen } from '@/db/functions/market'
import { requestKeys } from '@/db/schema'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import type { Cipher } from '../shared/cipher'

/** Ids that a request answered with. */
export type RequestResult = Record<string, string>

/** Does what belongs to a request in the transaction that has its effect. What it throws undoes that. */
export type Settle = (tx: Tx, result: RequestResult) => Promise<void>

/**
 * A form is sent again within seconds, a program's request within hours. What a request was asked with is kept no longer, in no
 * form at all. Source: reliability, D1.
 */
const KEPT_MS = 24 * 3_600_000

/**
 * Runs `effect` once per (person, route, key): a repeated call with the same input gets the first result, one with other
 * input is refused, and so is a key that came with another route. Two calls at once wait for each other. Must run in the transaction that has the effect.
 *
 * @throws AppError `request.key_reused` when the key came before with other input, `request.key_of_another` with another route.
 */
export async function once<T extends RequestResult>(
  tx: Tx,
  { cipher }: Pick<Deps, 'cipher'>,
  request: { userId: string; route: string; key: string; input: unknown; at: Date },
  effect: () => Promise<T>,
): Promise<T> {
  const { userId, route, key, at } = request
  const inputHash = inputDigest(cipher, request.input)
  const seen = await requestSeen(tx, { userId, route, key })
  if (seen) {
    if (seen.route !== route) throw new AppError('request.key_of_another')
    if (seen.inputHash !== inputHash) throw new AppError('request.key_reused')
    // Written below by a call of the same route.
    return seen.result as T
  }
  const result = await effect()
  await tx.insert(requestKeys).values({ userId, route, key, inputHash, result, createdAt: at })
  return result
}

/** By which the same input is known again, and nothing else. */
export const inputDigest = (cipher: Cipher, input: unknown) => keyedDigest(cipher, digestOf(input))

function digestOf(input: unknown): string {
  const text = JSON.stringify(input, (_key, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
  return createHash('sha256').update(text).digest('hex')
}

/**
 * Under the market's own key: an input holds private information, and a digest that anybody can make gives back whatever can be
 * guessed. Source: reliability, W8.
 */
const keyedDigest = (cipher: Cipher, digest: string) => cipher.digest('request', digest)

/** Forgets up to `most` requests that nobody repeats any more; returns how many. */
export async function forgetRequests(db: Db, { at, most }: { at: Date; most: number }): Promise<number> {
  const until = new Date(at.getTime() - KEPT_MS).toISOString()
  const gone = await db.execute(sql`
    delete from request_key where ctid = any (array(
      select ctid from request_key where created_at <= ${until}::timestamptz order by created_at limit ${most}
    ))
    returning 1`)
  return rowsOf(gone).length
}

/** Puts up to `most` digests that an earlier version made without a key under it; returns how many there were. */
export async function keyRequests(db: Db, cipher: Cipher, most: number): Promise<number> {
  const bare = rowsOf<{ id: string; digest: string }>(
    await db.execute(
      sql`select ctid::text as id, input_hash as digest from request_key where input_hash ~ '^[0-9a-f]{64}$' limit ${most}`,
    ),
  )
  for (const { id, digest } of bare)
    await db.execute(
      sql`update request_key set input_hash = ${keyedDigest(cipher, digest)} where ctid = ${id}::tid and input_hash = ${digest}`,
    )
  return bare.length
}
