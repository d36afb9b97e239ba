import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BOT_NAME_CHARS_MAX, createBotSchema } from '@/server/contract/bots'
import { FOR_ASKER, type LicenceTerms } from '@/server/contract/licence'
import { PRICE_MICROS_MIN } from '@/server/shared/money'
import { pastedDocuments, quickBotOf, suggestedTitle } from './quick-bot'

const BREAD =
  'Sourdough bread: a dense crumb comes of cold dough or a weak starter. Let the dough rise at 24 °C until it has grown by half.'
const PAN = [
  'To get a dirty cast iron pan clean, rinse it with hot water while it is warm and scrub it with coarse salt. Dry it at once, for it rusts.',
  'Rub a cast iron pan with a thin layer of oil after each wash. Where rust shows, scrub it to the metal, and bake it in the oven for an hour.',
]

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
    ['Bananas go brown because of an enzyme in them.', [], { kind: 'corpus', name: 'Bananas go brown' }],
    [PAN.join('\n\n'), [], { kind: 'corpus', name: 'Cast iron pan' }],
    ['See https://example.org', [], { kind: 'corpus', name: 'See https://example.org' }],
    ['', ['notes/bread_and-flour.md'], { kind: 'corpus', name: 'bread and flour' }],
    ['https://example.org', ['a.pdf'], { kind: 'corpus', name: 'My notes' }],
    ['…', [], { kind: 'corpus', name: 'My notes' }],
  ])('%j with %j', (text, files, wanted) => {
    const bot = quickBotOf({ ...BARE, text, files: files.map((name) => ({ name })) })
    if (wanted === null) expect(bot).toBeNull()
    else expect(bot).toMatchObject(wanted)
  })

  it('sells what is pasted on several subjects as a document of each, called by words of its own', () => {
    const text = [BREAD, ...PAN].join('\n\n')
    expect(pastedDocuments({ text, files: [] })).toEqual([
      { file: 'Sourdough bread.md', title: 'Sourdough bread', text: BREAD },
      { file: 'Cast iron pan.md', title: 'Cast iron pan', text: PAN.join('\n\n') },
    ])
    expect(quickBotOf({ ...BARE, text })).toMatchObject({
      name: 'Sourdough bread, Cast iron pan',
      namesDocuments: true,
    })
    // With headings it is cut by these; beside files their names would be public too.
    const headed = `Notes\n---\n\n${text}`
    for (const [one, files] of [
      [PAN.join('\n\n'), []],
      [`# Notes\n\n${text}`, []],
      [headed, []],
      [text, [{ name: 'a.pdf' }]],
    ] as const) {
      expect(pastedDocuments({ text: one, files })).toMatchObject([{ file: 'pasted.md', text: one }])
      expect(quickBotOf({ ...BARE, text: one, files })).not.toHaveProperty('namesDocuments')
    }
  })

  it('keeps every word of what is pasted, in its order, in files whose names are titles', () => {
    const paragraph = fc.oneof(fc.constantFrom(BREAD, ...PAN), fc.lorem({ maxCount: 40 }), fc.string())
    fc.assert(
      fc.property(fc.array(paragraph, { maxLength: 12 }), (paragraphs) => {
        const text = paragraphs.join('\n\n')
        const documents = pastedDocuments({ text, files: [] })
        expect(
          documents
            .map((one) => one.text)
            .join('')
            .replace(/\s/g, ''),
        ).toBe(text.replace(/\s/g, ''))
        for (const { file, title } of documents) {
          expect(title).not.toBe('')
          expect(file).not.toMatch(/[/\\]/)
        }
      }),
    )
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
