import { expect, it } from 'vitest'
import type { Db } from '@/db/client'
import { AppError } from '../errors'
import { retryAfter, toTrpcError } from './errors'
import { spend } from './rate-limit'

/** More than anybody may make in a minute. */
const CALLS = 1_000

it('says when to come back after too many calls, and after an answer that the market is busy', async () => {
  const key = 'retry-after.test'
  const refusal = async () => {
    // Counted in memory, so the database is a name.
    const deps = { db: {} as Db }
    for (let times = 0; times < CALLS; times += 1) await spend(deps, 'preview', key)
  }
  const error = await refusal().catch((thrown: unknown) => thrown)
  const { 'retry-after': seconds } = retryAfter([toTrpcError(error)])
  expect(Number(seconds)).toBeGreaterThan(0)
  expect(Number(seconds)).toBeLessThanOrEqual(60 * 60)
  for (const code of ['request.busy', 'ledger.frozen'] as const) {
    expect(retryAfter([new AppError(code)])).toHaveProperty('retry-after')
  }
  expect(retryAfter([new AppError('market.context_not_found'), new Error('a fault')])).toEqual({})
})
