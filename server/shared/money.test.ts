import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  AMOUNT_MICROS_MAX,
  exactCredits,
  feeOn,
  formatCredits,
  MICROS_PER_CREDIT,
  parseCredits,
  percentOf,
  shareOf,
} from './money'

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
    '1,000',
    '0,250',
    '1 000,500',
    '1,234,567',
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

  it('never guesses what a comma before three digits means: it names both readings, and both are legal', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 9n - 1n }),
        fc.integer({ min: 0, max: 999 }),
        (whole, rest) => {
          const digits = String(rest).padStart(3, '0')
          const parsed = parseCredits(`${whole},${digits}`)
          const [, thousands = '', decimal = ''] =
            /Write (\d+) or ([\d.]+)\.$/.exec(parsed.ok ? '' : parsed.message) ?? []
          expect(micros(thousands)).toBe((whole * 1_000n + BigInt(rest)) * 1_000_000n)
          expect(micros(decimal)).toBe(micros(`${whole}.${digits}`))
        },
      ),
    )
    expect(parseCredits('1,000')).toEqual({
      ok: false,
      message: '“1,000” can be read in two ways. Write 1000 or 1.00.',
    })
  })

  it('reads a comma before any other number of digits as a point', () => {
    const fraction = fc
      .array(fc.integer({ min: 0, max: 9 }), { maxLength: 6 })
      .filter((digits) => digits.length !== 3)
    fc.assert(
      fc.property(fc.nat(), fraction, (whole, digits) => {
        const read = micros(`${whole}.${digits.join('')}`)
        expect(typeof read).toBe('bigint')
        expect(micros(`${whole},${digits.join('')}`)).toBe(read)
      }),
    )
  })

  it('reads nothing that ends in a comma and three digits, however it is spaced', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'0123456789,. ') })
    fc.assert(
      fc.property(typed, fc.integer({ min: 100, max: 999 }), (before, digits) => {
        expect(micros(`${before},${digits}`)).toBe('refused')
      }),
      { numRuns: 2_000 },
    )
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

describe('exactCredits', () => {
  it.each([
    [0n, '0.00'],
    [1n, '0.000001'],
    [1_500_000n, '1.50'],
    [1_230_000n, '1.23'],
    [1_234_000n, '1.234'],
    [100_000n, '0.10'],
    [-2_500_000n, '−2.50'],
  ])('writes %s micro-credits as %s', (amount, expected) => {
    expect(exactCredits(amount)).toBe(expected)
  })

  it('groups thousands', () => {
    expect(exactCredits(1_234_567_000_000n).replace(/\s/g, ' ')).toBe('1 234 567.00')
  })

  it('is read back as the same amount, to the micro', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n * AMOUNT_MICROS_MAX }), (amount) => {
        expect(parseCredits(exactCredits(amount))).toEqual({ ok: true, micros: amount })
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

  it('take any share that was set, and nothing without one', () => {
    expect([feeOn(1_000_000n, 275), feeOn(1_000_000n, 0), feeOn(3n, 5_000)]).toEqual([27_500n, 0n, 1n])
    expect([percentOf(500), percentOf(275), percentOf(0)]).toEqual(['5', '2.75', '0'])
  })
})

describe('an amount on a page', () => {
  it('has two decimals, and is never more than it is', () => {
    expect([475_000n, 4_940_000n, 51_635_000n, 2n * MICROS_PER_CREDIT].map(formatCredits)).toEqual([
      '0.47',
      '4.94',
      '51.63',
      '2.00',
    ])
    expect(formatCredits(-475_000n)).toBe('−0.47')
  })

  it('is written out where two decimals would say nothing', () => {
    expect(formatCredits(9_500n)).toBe('0.0095')
    expect(formatCredits(0n)).toBe('0.00')
  })
})
