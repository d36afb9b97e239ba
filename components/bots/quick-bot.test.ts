import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BOT_NAME_CHARS_MAX, createBotSchema } from '@/server/contract/bots'
import { FOR_ASKER, type LicenceTerms } from '@/server/contract/licence'
import { PRICE_MICROS_MIN } from '@/server/shared/money'
import { quickBotOf, suggestedTitle } from './quick-bot'

const ONE = 1_000_000n
const BARE = { text: '', files: [], title: '', priceMicros: ONE, licence: FOR_ASKER }

describe('a bot in one field', () => {
  it.each([
    ['', [], null],
    ['  \n ', [], null],
    ['https://bots.example.org/caveat', [], { kind: 'webhook', name: 'bots.example.org' }],
    ['# Bread, and how it rises.\n\nFlour…', [], { kind: 'corpus', name: 'Bread, and how it rises' }],
    ['Sourdough bread: a dense crumb comes of cold', [], { kind: 'corpus', name: 'Sourdough bread' }],
    ['Cast iron pans. They want oil.', [], { kind: 'corpus', name: 'Cast iron pans' }],
    ['See https://example.org', [], { kind: 'corpus', name: 'See https://example.org' }],
    ['', ['notes/bread_and-flour.md'], { kind: 'corpus', name: 'bread and flour' }],
    ['https://example.org', ['a.pdf'], { kind: 'corpus', name: 'My notes' }],
    ['…', [], { kind: 'corpus', name: 'My notes' }],
  ])('%j with %j', (text, files, wanted) => {
    const bot = quickBotOf({ ...BARE, text, files: files.map((name) => ({ name })) })
    if (wanted === null) expect(bot).toBeNull()
    else expect(bot).toMatchObject(wanted)
  })

  it('is one that the contract takes, whatever is pasted, and reads every question that its price fits', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.webUrl()),
        fc.array(fc.string({ minLength: 1 }), { maxLength: 2 }),
        fc.bigInt({ min: PRICE_MICROS_MIN, max: 1_000n * ONE }),
        fc.constantFrom('', '  ', 'Bread that rises', 'B'.repeat(BOT_NAME_CHARS_MAX)),
        fc.constantFrom<LicenceTerms>(FOR_ASKER, { kind: 'quotable' }, { kind: 'resale', priceMicros: ONE }),
        (text, files, priceMicros, title, licence) => {
          const bot = quickBotOf({
            ...BARE,
            text,
            files: files.map((name) => ({ name })),
            title,
            priceMicros,
            licence,
          })
          if (bot === null) return
          const taken = createBotSchema.safeParse({ bot, isLive: true, requestKey: 'a-key-of-a-form' })
          expect(taken.error?.issues ?? []).toEqual([])
          expect(bot.matcher.budgetMicrosMin).toBe(priceMicros)
          expect(taken.data?.bot.licence).toEqual(licence)
        },
      ),
    )
  })

  it('is called what its owner says, and else what is suggested', () => {
    expect(quickBotOf({ ...BARE, text: 'Flour…', title: ' Bread that rises ' })?.name).toBe(
      'Bread that rises',
    )
    expect(quickBotOf({ ...BARE, text: 'Flour…', title: '  ' })?.name).toBe(
      suggestedTitle({ text: 'Flour…', files: [] }),
    )
  })
})
