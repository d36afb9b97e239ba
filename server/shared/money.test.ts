import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AMOUNT_MICROS_MAX, feeOn, formatCredits, parseCredits, shareOf } from './money'

function micros(text: string): bigint | string {
  const parsed = parseCredits(text)
  return parsed.ok ? parsed.micros : 'refused'
}

describe('parseCredits', () => {
  it.each([
    ['3', 3_000_000n],
    ['3.5', 3_500_000n],
    ['0,25', 250_000n],
    [' 2.50 ', 2_500_000n],
    ['0.000001', 1n],
    ['0', 0n],
    ['007', 7_000_000n],
    ['999999999999', 999_999_999_999_000_000n],
    ['1 234.50', 1_234_500_000n],
    ['1 234 567', 1_234_567_000_000n],
  ])('reads %j by its digits', (text, expected) => {
    expect(micros(text)).toBe(expected)
  })

  it.each([
    '',
    '   ',
    '-1',
    '-0',
    '+1',
    '1e6',
    '0x10',
    'NaN',
    'Infinity',
    '1.2.3',
    '1,000.50',
    '0.0000001',
    '12 34',
    '1 2345',
    '1234567890123',
    '٣',
    '1.5 credits',
    '²',
    '1_000',
    '0.5 000',
  ])('refuses %j and says why', (text) => {
    const parsed = parseCredits(text)
    expect(parsed.ok).toBe(false)
    expect(parsed.ok ? '' : parsed.message).toMatch(/^\S.*\.$/)
  })

  it('does not repeat a long text in its message', () => {
    const parsed = parseCredits('x'.repeat(10_000))
    expect(parsed.ok ? '' : parsed.message.length).toBeLessThan(120)
  })

  it('never throws, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => typeof parseCredits(text).ok === 'boolean'),
    )
  })
})

describe('formatCredits', () => {
  it.each([
    [0n, '0.00'],
    [1n, '0.000001'],
    [1_500_000n, '1.50'],
    [1_230_000n, '1.23'],
    [1_234_000n, '1.234'],
    [100_000n, '0.10'],
    [-2_500_000n, '−2.50'],
  ])('writes %s micro-credits as %s', (amount, expected) => {
    expect(formatCredits(amount)).toBe(expected)
  })

  it('groups thousands', () => {
    expect(formatCredits(1_234_567_000_000n).replace(/\s/g, ' ')).toBe('1 234 567.00')
  })

  it('is read back as the same amount, to the micro', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n * AMOUNT_MICROS_MAX }), (amount) => {
        expect(parseCredits(formatCredits(amount))).toEqual({ ok: true, micros: amount })
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('feeOn and shareOf', () => {
  const amount = fc.bigInt({ min: 0n, max: AMOUNT_MICROS_MAX })

  it('take 5 %, rounded down', () => {
    expect([feeOn(1_000_000n), feeOn(19n), feeOn(20n), feeOn(0n)]).toEqual([50_000n, 0n, 1n, 0n])
  })

  it('never make parts that add up to more than the whole', () => {
    const weights = fc.array(fc.bigInt({ min: 0n, max: 100n }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(amount, weights, (whole, parts) => {
        const weight = parts.reduce((sum, part) => sum + part, 0n)
        fc.pre(weight > 0n)
        const shared = parts.reduce((sum, part) => sum + shareOf(whole, part, weight), 0n)
        expect(shared <= whole && whole - shared < BigInt(parts.length)).toBe(true)
        expect(feeOn(whole) * 20n <= whole).toBe(true)
      }),
    )
  })
})
