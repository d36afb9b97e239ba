import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BotInput,
  type BotView,
  botInputSchema,
  createBotSchema,
  hasBounds,
} from '@/server/contract/bots'
import { BOT_KINDS, RULES_OF_KIND } from '@/server/words/sellers'
import {
  type BotDraft,
  botDraftSchema,
  botErrors,
  botFormSchema,
  draftOfBot,
  emptyBotDraft,
  isEmptyBotDraft,
  keptBotDraft,
} from './bot-draft'
import { placeInBotForm } from './bot-places'

const FIXED: BotDraft = {
  ...emptyBotDraft(),
  name: 'Bean bot',
  teaser: 'How long to boil red kidney beans.',
  information: 'Ten minutes at a full boil.',
  matcher: { ...emptyBotDraft().matcher, anyOf: ['kidney beans', 'lectin'] },
  price: '0,25',
}

/** Messages by field. */
function complaints(draft: unknown): Record<string, string> {
  const parsed = botFormSchema.safeParse(draft)
  if (parsed.success) return {}
  return Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message]))
}

const text = (min: number, max: number) =>
  fc
    .string({ minLength: min, maxLength: max })
    .map((one) => one.trim())
    .filter((one) => one.length >= min)
const price = fc.bigInt({ min: 10_000n, max: 100_000_000_000n })
const perMillion = fc.bigInt({ min: 0n, max: 100_000_000n })

const viewArbitrary = fc
  .record({
    kind: fc.constantFrom(...BOT_KINDS),
    name: text(2, 60),
    about: text(0, 300),
    teaser: text(20, 100),
    knowledge: text(1, 200),
    prices: fc.tuple(price, price, price),
    rule: fc.nat(),
    who: fc.constantFrom('everyone', 'only', 'except' as const),
    handles: fc.uniqueArray(fc.constantFrom('ada', 'ben', 'cleo'), { minLength: 1 }),
    offersPerDay: fc.integer({ min: 1, max: 10_000 }),
    offersPerContext: fc.integer({ min: 1, max: 10 }),
    tokensPerDay: fc.integer({ min: 0, max: 50_000_000 }),
    ownModel: fc.option(
      fc.record({
        model: text(1, 40),
        baseUrl: fc.webUrl().filter((url) => url.length < 500),
        embeddingModel: fc.constantFrom('', 'text-embedding-3-small', 'nomic-embed-text:latest'),
        inputMicroUsd: perMillion,
        outputMicroUsd: perMillion,
      }),
      { nil: null },
    ),
    fitMin: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
    namesDocuments: fc.boolean(),
    usesEmbeddings: fc.boolean(),
    url: fc.webUrl(),
    licence: fc.oneof(
      fc.constantFrom({ kind: 'asker' as const }, { kind: 'quotable' as const }),
      fc.record({
        kind: fc.constant('resale' as const),
        priceMicros: perMillion.map((micros) => micros + 10_000n),
      }),
    ),
    budgetMicrosMin: fc.bigInt({ min: 1n, max: 100_000_000_000n }),
    anyOf: fc.uniqueArray(fc.constantFrom('kidney beans', 'lectin', 'C++')),
  })
  .map(({ prices, rule, ...made }) => {
    const rules = RULES_OF_KIND[made.kind]
    const chosen = rules[rule % rules.length] ?? 'fixed'
    const [minMicros = 0n, priceMicros = 0n, maxMicros = 0n] = prices.toSorted((a, b) => (a < b ? -1 : 1))
    return {
      ...made,
      price: {
        rule: chosen,
        priceMicros,
        minMicros: hasBounds(chosen) ? minMicros : null,
        maxMicros: hasBounds(chosen) ? maxMicros : null,
      },
    }
  })

/** What is made, as its owner sees it and as it would be sent again unchanged. */
function viewAndInput(made: typeof viewArbitrary extends fc.Arbitrary<infer T> ? T : never) {
  const callsModels = made.kind === 'llm' || (made.kind === 'corpus' && made.usesEmbeddings)
  const audience = { who: made.who, handles: made.who === 'everyone' ? [] : made.handles }
  const caps = {
    offersPerDay: made.offersPerDay,
    offersPerContext: made.kind === 'fixed' ? 1 : made.offersPerContext,
    tokensPerDay: callsModels ? made.tokensPerDay : 200_000,
  }
  const ownModel = callsModels ? made.ownModel : null
  const input: BotInput = botInputSchema.parse({
    ...made,
    matcher: { anyOf: made.anyOf, budgetMicrosMin: made.budgetMicrosMin },
    audience,
    caps,
    ownModel: ownModel && { ...ownModel, apiKey: null },
  })
  const view: BotView = {
    id: 'bot_1',
    name: made.name,
    about: made.about,
    kind: made.kind,
    owner: { handle: 'ada', name: 'Ada' },
    isYours: true,
    isPaused: false,
    pausedFor: null,
    removedAt: null,
    matcher: input.matcher,
    price: made.price,
    licence: made.licence,
    teaser: made.kind === 'fixed' ? made.teaser : '',
    offers: 0,
    bought: 0,
    earnedMicros: 0n,
    createdAt: new Date(0),
    own: null,
  }
  const own = {
    knowledge: 'knowledge' in input ? input.knowledge : '',
    audience,
    caps,
    ownModel: ownModel && { ...ownModel, hasKey: true },
    fitMin: made.fitMin,
    namesDocuments: made.namesDocuments,
    usesEmbeddings: made.usesEmbeddings,
    url: made.kind === 'webhook' ? made.url : null,
    failures: 0,
    uncounted: { onPrivate: 0, ofOneHand: 0, earnedMicros: 0n },
    today: { offers: 0, tokens: 0, costMicroUsd: 0n },
  }
  return { view, own, input }
}

describe('an own bot', () => {
  it('goes into the form and comes out as it was, whatever it is', () => {
    fc.assert(
      fc.property(viewArbitrary, (made) => {
        const { view, own, input } = viewAndInput(made)
        const draft = draftOfBot(view, own)
        expect(botDraftSchema.parse(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
        expect(botFormSchema.parse(draft)).toEqual(input)
      }),
    )
  })
})

describe('botFormSchema', () => {
  it('reads what was typed as the contract wants it', () => {
    expect(botFormSchema.parse(FIXED)).toMatchObject({
      kind: 'fixed',
      matcher: { anyOf: ['kidney beans', 'lectin'] },
      price: { rule: 'fixed', priceMicros: 250_000n, minMicros: null, maxMicros: null },
      audience: { who: 'everyone', handles: [] },
    })
  })

  it('complains at the fields as they are typed, about all of them at once', () => {
    const found = complaints({ ...emptyBotDraft(), price: '-1', offersPerDay: 'many' })
    expect(Object.keys(found).sort()).toEqual([
      'information',
      'matcher.anyOf',
      'name',
      'offersPerDay',
      'price',
      'teaser',
    ])
    expect(found.price).toBe('An amount cannot be negative.')
    expect(found.offersPerDay).toBe('Write a whole number from 1 to 10,000.')
  })

  it('judges only what the kind and the rule ask for', () => {
    const draft = { ...FIXED, kind: 'webhook' as const, url: 'https://example.org/bot', teaser: '' }
    expect(complaints({ ...draft, information: '', priceMin: 'x', modelName: '' })).toEqual({})
    expect(Object.keys(complaints({ ...draft, rule: 'chosen', priceMin: 'x' })).sort()).toEqual([
      'priceMax',
      'priceMin',
    ])
    expect(complaints({ ...draft, rule: 'chosen', priceMin: '2', priceMax: '1' })).toEqual({
      priceMax: 'The highest price is below the lowest.',
    })
    for (const price of ['0.99', '2.01']) {
      const chosen = { ...draft, rule: 'chosen' as const, price, priceMin: '1', priceMax: '2' }
      expect(Object.keys(complaints(chosen))).toEqual(['price'])
      expect(complaints({ ...chosen, rule: 'fixed' })).toEqual({})
    }
    expect(complaints({ ...draft, rule: 'chosen', price: '2', priceMin: '2', priceMax: '2' })).toEqual({})
    expect(Object.keys(complaints({ ...draft, url: 'example.org' }))).toEqual(['url'])
  })

  it('falls back to a rule the kind can follow', () => {
    expect(botFormSchema.parse({ ...FIXED, rule: 'per-length' }).price.rule).toBe('fixed')
  })

  it('wants a name when only some people are answered', () => {
    expect(Object.keys(complaints({ ...FIXED, who: 'only' }))).toEqual(['handles'])
    expect(botFormSchema.parse({ ...FIXED, who: 'only', handles: ['@Ada'] }).audience.handles).toEqual([
      'ada',
    ])
  })

  it('wants a name and an address of an own model, and reads its cost in dollars', () => {
    const draft = { ...FIXED, kind: 'llm' as const, prompt: 'Beans.', hasOwnModel: true }
    expect(Object.keys(complaints({ ...draft, modelInput: 'cheap' })).sort()).toEqual([
      'modelBaseUrl',
      'modelInput',
      'modelName',
    ])
    const whole = {
      ...draft,
      modelName: 'small',
      modelBaseUrl: 'https://models.example/v1',
      modelInput: '$0.15',
    }
    expect(botFormSchema.parse(whole)).toMatchObject({
      ownModel: { model: 'small', apiKey: null, inputMicroUsd: 150_000n },
    })
  })

  it('keeps the stored key unless another is typed or it is to be removed', () => {
    const draft = {
      ...FIXED,
      kind: 'llm' as const,
      prompt: 'Beans.',
      hasOwnModel: true,
      modelName: 'small',
      modelBaseUrl: 'https://models.example/v1',
    }
    for (const [modelKey, removesKey, apiKey] of [
      ['', false, null],
      ['', true, ''],
      [' sk-new ', false, 'sk-new'],
      ['sk-new', true, 'sk-new'],
    ] as const) {
      expect(botFormSchema.parse({ ...draft, modelKey, removesKey })).toMatchObject({ ownModel: { apiKey } })
    }
  })
})

describe('drafts', () => {
  it('are empty when nothing but choices was made', () => {
    expect(isEmptyBotDraft({ ...emptyBotDraft(), kind: 'llm', price: '2', who: 'only' })).toBe(true)
    expect(isEmptyBotDraft(FIXED)).toBe(false)
  })

  it('are kept without the key', () => {
    expect(JSON.stringify(keptBotDraft({ ...FIXED, modelKey: 'sk-secret' }))).not.toContain('sk-secret')
  })

  it('take the server’s complaints back to their fields', () => {
    const error = {
      message: 'Something in the form is not right.',
      code: 'request.invalid',
      field: null,
      fieldErrors: {
        'bot.matcher.anyOf.0': ['Too short.'],
        'bot.price.maxMicros': ['Too low.'],
        'bot.knowledge': ['Nothing.'],
        requestKey: ['Odd.'],
      },
    }
    expect(botErrors(error, 'llm')).toEqual([
      { place: 'matcher.anyOf', message: 'Too short.' },
      { place: 'priceMax', message: 'Too low.' },
      { place: 'prompt', message: 'Nothing.' },
      { place: 'root', message: 'Odd.' },
    ])
  })

  it('have a place for every field of the contract', () => {
    const fields = Object.keys(emptyBotDraft())
    for (const kind of botInputSchema.options) {
      for (const name of Object.keys(kind.shape)) {
        const place = placeInBotForm(['bot', name], kind.shape.kind.value)
        if (name === 'caps') continue
        expect(fields, name).toContain(place?.field.split('.')[0])
      }
    }
    for (const cap of Object.keys(createBotSchema.shape.bot.options[0].shape.caps.unwrap().shape)) {
      expect(fields).toContain(placeInBotForm(['bot', 'caps', cap], 'fixed')?.field)
    }
  })
})
