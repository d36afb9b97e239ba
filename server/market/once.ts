import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '@/db/client'
import { requestKeys } from '@/db/schema'
import { AppError } from '../errors'

/** Ids that a request answered with. */
export type RequestResult = Record<string, string>

/**
 * Runs `effect` once per (person, route, key): a repeated call with the same input gets the first result, one with other
 * input is refused. Two calls at once wait for each other. Must run in the transaction that has the effect.
 *
 * @throws AppError `request.key_reused` when the key came before with other input.
 */
export async function once<T extends RequestResult>(
  tx: Tx,
  request: { userId: string; route: string; key: string; input: unknown; at: Date },
  effect: () => Promise<T>,
): Promise<T> {
  const { userId, route, key, at } = request
  const inputHash = hashOf(request.input)
  const found = await tx.execute(sql`select request_seen(${userId}, ${route}, ${key}) as seen`)
  const seen = rowsOf<{ seen: { input_hash: string; result: T } | null }>(found)[0]?.seen
  if (seen) {
    if (seen.input_hash !== inputHash) throw new AppError('request.key_reused')
    return seen.result
  }
  const result = await effect()
  await tx.insert(requestKeys).values({ userId, route, key, inputHash, result, createdAt: at })
  return result
}

function hashOf(input: unknown): string {
  const text = JSON.stringify(input, (_key, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
  return createHash('sha256').update(text).digest('hex')
}
