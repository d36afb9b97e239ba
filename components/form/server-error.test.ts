import { describe, expect, it } from 'vitest'
import { messagesOf, readServerError } from '@/components/form/server-error'

function refusal(data: object): Error {
  return Object.assign(new Error('The price is too high.'), { data })
}

describe('readServerError', () => {
  it('says that the server was not reached when no answer came back', () => {
    const error = readServerError(new TypeError('Failed to fetch'))
    expect(error.code).toBeNull()
    expect(error.message).toContain('could not be reached')
    expect(error.message).toContain('kept')
  })

  it('names the field that the server named', () => {
    const error = readServerError(refusal({ appCode: 'market.offer_over_budget', field: 'priceMicros' }))
    expect(error).toMatchObject({ code: 'market.offer_over_budget', field: 'priceMicros' })
    expect(messagesOf(error)).toEqual([{ field: 'priceMicros', message: 'The price is too high.' }])
  })

  it('gives one message for each invalid field', () => {
    const error = readServerError(
      refusal({
        appCode: 'request.invalid',
        zod: { fieldErrors: { title: ['Too short.', 'Too dull.'], tags: ['Odd.'] } },
      }),
    )
    expect(messagesOf(error)).toEqual([
      { field: 'title', message: 'Too short.' },
      { field: 'tags', message: 'Odd.' },
    ])
  })

  it('keeps a message that belongs to no field', () => {
    expect(messagesOf(readServerError(refusal({ appCode: 'ledger.frozen' })))).toEqual([
      { field: null, message: 'The price is too high.' },
    ])
  })
})
