import { expect, it } from 'vitest'
import { AppError } from '../errors'
import { retryAfter, toTrpcError } from './errors'
import { spend } from './rate-limit'

it('says when to come back after too many calls, and after an answer that the market is busy', async () => {
  const key = 'retry-after.test'
  const refusal = async () => {
    for (;;) await spend('rehearse', key)
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
