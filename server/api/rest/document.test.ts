import { Validator } from '@seriousme/openapi-schema-validator'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { DELEGABLE_SCOPES } from '../../actors/actor'
import { AMOUNT_MICROS_MAX } from '../../shared/money'
import { appRouter } from '../root'
import { openApiDocument } from './document'
import { NOT_OFFERED, OPERATIONS } from './operations'
import { ROUTES } from './routes'
import { creditsCodec, encode, momentCodec, wireName, wireSchema } from './wire'

describe('the document', () => {
  it('is OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(openApiDocument()))
    expect(result).toMatchObject({ valid: true })
    expect(openApiDocument().openapi).toMatch(/^3\.1\./)
  })

  it('has every procedure, or a reason why not', () => {
    const offered = OPERATIONS.map(({ procedure }) => procedure as string)
    const named = Object.keys(NOT_OFFERED)
    expect([...offered, ...named].sort()).toEqual(Object.keys(appRouter._def.procedures).sort())
  })

  it('offers what a key can have, and only that', () => {
    for (const { procedure, scopes } of ROUTES)
      expect(DELEGABLE_SCOPES, procedure).toEqual(expect.arrayContaining([...scopes]))
    for (const [path, procedure] of Object.entries(appRouter._def.procedures)) {
      const { scopes } = (procedure as unknown as { _def: { meta: { scopes: string[] } } })._def.meta
      if (!scopes.every((scope) => DELEGABLE_SCOPES.some((one) => one === scope)))
        expect(NOT_OFFERED, path).toHaveProperty([path])
    }
  })

  it('gives each operation one address and one name', () => {
    const addresses = ROUTES.map(({ method, pattern }) => `${method} ${pattern.source}`)
    expect(new Set(addresses).size).toBe(ROUTES.length)
    expect(new Set(ROUTES.map(({ id }) => id)).size).toBe(ROUTES.length)
  })

  it('speaks of no micro-credits', () => {
    expect(JSON.stringify(openApiDocument())).not.toMatch(/micro/i)
  })
})

describe('the wire', () => {
  const micros = fc.bigInt({ min: -AMOUNT_MICROS_MAX, max: AMOUNT_MICROS_MAX })

  it('has amounts as decimal text that read back as what they were', () => {
    expect(encode({ budgetMicros: 2_500_000n, costMicroUsd: 1n })).toEqual({
      budget: '2.50',
      costUsd: '0.000001',
    })
    fc.assert(
      fc.property(micros, (amount) => {
        const text = z.encode(creditsCodec, amount)
        expect(text).toMatch(/^-?\d+\.\d{2,6}$/)
        expect(creditsCodec.parse(text)).toBe(amount)
      }),
    )
    for (const text of ['', '1e3', '1 000', '1,5', '.5', '0x10', '1.0000001', '∞', ' 1'])
      expect(creditsCodec.safeParse(text).success, text).toBe(false)
  })

  it('has times that read back, with any offset', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }), (at) => {
        expect(momentCodec.parse(z.encode(momentCodec, at))).toEqual(at)
      }),
    )
    expect(momentCodec.parse('2026-11-22T10:00:00+01:00')).toEqual(new Date('2026-11-22T09:00:00Z'))
    expect(momentCodec.safeParse('yesterday').success).toBe(false)
  })

  it('leaves out what is laid out for pages', () => {
    expect(encode({ body: 'a', bodyProse: {}, prose: [], list: [{ privateProse: null, id: 1 }] })).toEqual({
      body: 'a',
      list: [{ id: 1 }],
    })
  })

  it('gives procedures their own names, at any depth, and refuses what nobody knows', () => {
    const schema = wireSchema(
      z.object({
        priceMicros: z.bigint(),
        licence: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('asker') }),
          z.object({ kind: z.literal('resale'), priceMicros: z.bigint() }),
        ]),
        at: z.date().nullable().default(null),
      }),
      'in',
    )
    expect(schema.parse({ price: '1.5', licence: { kind: 'resale', price: '2' } })).toEqual({
      priceMicros: 1_500_000n,
      licence: { kind: 'resale', priceMicros: 2_000_000n },
    })
    for (const value of [
      { price: '1', licence: { kind: 'asker' }, extra: 1 },
      { price: '1', licence: { kind: 'asker', price: '1' } },
      { price: 1, licence: { kind: 'asker' } },
      { priceMicros: '1', licence: { kind: 'asker' } },
    ])
      expect(schema.safeParse(value).success).toBe(false)
    expect(wireName('spendPerDayMicros')).toBe('spendPerDay')
  })
})
