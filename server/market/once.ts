import { createHash } from 'node:crypto'
import type { Tx } from '@/db/client'
import { requestSeen } from '@/db/functions/market'
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
  const seen = await requestSeen(tx, { userId, route, key })
  if (seen) {
    if (seen.inputHash !== inputHash) throw new AppError('request.key_reused')
    // Written below by a call of the same route.
    return seen.result as T
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
