import { describe, expect, it } from 'vitest'
import { botErrors, botFormSchema, emptyBotDraft, isEmptyBotDraft, keywordsOf } from './bot-draft'

const FIXED = {
  ...emptyBotDraft(),
  name: 'Bean bot',
  teaser: 'How long to boil red kidney beans.',
  knowledge: 'Ten minutes at a full boil.',
  keywords: 'kidney beans, lectin\nlegumes,  ,lectin',
  price: '0,25',
}

/** Messages by field. */
function complaints(draft: unknown): Record<string, string> {
  const parsed = botFormSchema.safeParse(draft)
  if (parsed.success) return {}
  return Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message]))
}

describe('botFormSchema', () => {
  it('reads what was typed as the contract wants it', () => {
    expect(botFormSchema.parse(FIXED)).toMatchObject({
      bot: {
        kind: 'fixed',
        matcher: { anyOf: ['kidney beans', 'lectin', 'legumes'] },
        price: { rule: 'fixed', priceMicros: 250_000n },
      },
    })
  })

  it('complains at the fields as they are typed, about all of them at once', () => {
    const found = complaints({ ...emptyBotDraft(), keywords: 'x', price: '-1' })
    expect(Object.keys(found).sort()).toEqual(['keywords', 'knowledge', 'name', 'price', 'teaser'])
    expect(found.keywords).toBe('A keyword has at least two letters.')
    expect(found.price).toBe('An amount cannot be negative.')
  })

  it('refuses a price of nothing and too many keywords', () => {
    const found = complaints({
      ...FIXED,
      price: '0',
      keywords: Array.from({ length: 21 }, (_, index) => `word ${index}`).join(','),
    })
    expect(Object.keys(found).sort()).toEqual(['keywords', 'price'])
  })
})

describe('drafts', () => {
  it('are empty when nothing but choices was made', () => {
    expect(isEmptyBotDraft({ ...emptyBotDraft(), kind: 'llm', price: '2' })).toBe(true)
    expect(isEmptyBotDraft(FIXED)).toBe(false)
    expect(keywordsOf(' ,; \n')).toEqual([])
  })

  it('take the server’s complaints back to their fields', () => {
    const error = {
      message: 'Something in the form is not right.',
      code: 'request.invalid',
      field: null,
      fieldErrors: { 'bot.matcher.anyOf.0': ['Too short.'], requestKey: ['Odd.'] },
    }
    expect(botErrors(error)).toEqual([
      { place: 'keywords', message: 'Too short.' },
      { place: 'root', message: 'Odd.' },
    ])
  })
})
