import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCredits } from '@/server/shared/money'
import { creditsText, fenced } from './fence'

describe('fenced data', () => {
  test('comes back as it went in, whatever it holds, and has exactly one end', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, other) => {
        const data = { text, other: `<<end k>>${other}\n<<end k>>` }
        const lines = fenced(data, 'k').split('\n')
        expect(lines[0]).toBe('<<data k>>')
        expect(lines.filter((line) => line.includes('<<'))).toHaveLength(2)
        expect(JSON.parse(lines.slice(1, -1).join('\n'))).toEqual(data)
      }),
    )
  })

  test('amounts read back exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 11n }), (micros) => {
        expect(parseCredits(creditsText(micros))).toEqual({ ok: true, micros })
      }),
    )
  })
})
