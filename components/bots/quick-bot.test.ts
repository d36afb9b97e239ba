import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBotSchema } from '@/server/contract/bots'
import { PRICE_MICROS_MIN } from '@/server/shared/money'
import { quickBotOf } from './quick-bot'

const ONE = 1_000_000n

describe('a bot in one field', () => {
  it.each([
    ['', [], null],
    ['  \n ', [], null],
    ['https://bots.example.org/caveat', [], { kind: 'webhook', name: 'bots.example.org' }],
    ['# Bread, and how it rises.\n\nFlour…', [], { kind: 'corpus', name: 'Bread, and how it rises' }],
    ['See https://example.org', [], { kind: 'corpus', name: 'See https://example.org' }],
    ['', ['notes/bread_and-flour.md'], { kind: 'corpus', name: 'bread and flour' }],
    ['https://example.org', ['a.pdf'], { kind: 'corpus', name: 'My notes' }],
    ['…', [], { kind: 'corpus', name: 'My notes' }],
  ])('%j with %j', (text, files, wanted) => {
    const bot = quickBotOf({ text, files: files.map((name) => ({ name })), priceMicros: ONE })
    if (wanted === null) expect(bot).toBeNull()
    else expect(bot).toMatchObject(wanted)
  })

  it('is one that the contract takes, whatever is pasted, and reads every question that its price fits', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.webUrl()),
        fc.array(fc.string({ minLength: 1 }), { maxLength: 2 }),
        fc.bigInt({ min: PRICE_MICROS_MIN, max: 1_000n * ONE }),
        (text, files, priceMicros) => {
          const bot = quickBotOf({ text, files: files.map((name) => ({ name })), priceMicros })
          if (bot === null) return
          const taken = createBotSchema.safeParse({ bot, isLive: true, requestKey: 'a-key-of-a-form' })
          expect(taken.error?.issues ?? []).toEqual([])
          expect(bot.matcher.budgetMicrosMin).toBe(priceMicros)
        },
      ),
    )
  })
})
