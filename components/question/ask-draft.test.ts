import { describe, expect, it } from 'vitest'
import {
  type AskDraft,
  askErrors,
  askFormSchema,
  deadlineAt,
  emptyAskDraft,
  isEmptyAskDraft,
} from '@/components/question/ask-draft'
import { askPolicySchema, USUAL_SITTINGS } from '@/server/contract/market'

const GOOD: Partial<AskDraft> = { title: 'Which pan lasts longest?', body: '' }

function judged(changes: Partial<AskDraft>) {
  const result = askFormSchema.safeParse({ ...emptyAskDraft(), ...GOOD, ...changes })
  if (result.success) return { input: result.data, errors: {} as Record<string, string> }
  const errors = Object.fromEntries(result.error.issues.map((issue) => [issue.path.join('.'), issue.message]))
  return { input: null, errors }
}

describe('the form of asking', () => {
  it('turns what was typed into what the contract takes', () => {
    const { input } = judged({
      kind: 'choice',
      options: [{ text: ' Steel ' }, { text: 'Iron' }],
      pages: [{ url: '' }, { url: 'https://example.org/pans' }],
      tags: ['kitchen'],
      budget: '2,5',
      start: 'quorum',
      quorum: '2',
    })
    expect(input).toMatchObject({
      decision: { kind: 'choice', options: ['Steel', 'Iron'] },
      pages: ['https://example.org/pans'],
      budgetMicros: 2_500_000n,
      deadlineMinutes: 1_440,
      start: { rule: 'quorum', offers: 2 },
      policy: { protocol: 'recursive', maxDepth: 3 },
    })
  })

  it('leaves a question open unless it says once', () => {
    const sittings = (changes: Partial<AskDraft>) => judged(changes).input?.policy.maxSittings
    expect(judged({}).input).toMatchObject({ start: { rule: 'now' }, policy: askPolicySchema.parse({}) })
    expect(sittings({})).toBe(USUAL_SITTINGS)
    expect(judged({ start: 'once' }).input).toMatchObject({
      start: { rule: 'now' },
      policy: { maxSittings: 1 },
    })
    expect(sittings({ start: 'deadline' })).toBe(1)
    expect(sittings({ start: 'manual' })).toBe(USUAL_SITTINGS)
  })

  it.each(['-1', '0', '0.05', '1e9', '100001', '0.0000001', 'ten', ''])(
    'marks the budget %j and nothing else',
    (budget) => {
      const { input, errors } = judged({ budget })
      expect(input).toBeNull()
      expect(Object.keys(errors)).toEqual(['budget'])
    },
  )

  it('marks an unreadable budget together with the other faults', () => {
    expect(Object.keys(judged({ title: 'Hm', budget: 'x' }).errors).sort()).toEqual(['budget', 'title'])
  })

  it('marks the row of the page that is wrong, counting the empty rows', () => {
    const { errors } = judged({ pages: [{ url: '' }, { url: 'example.org' }, { url: 'https://ok.example' }] })
    expect(Object.keys(errors)).toEqual(['pages.1.url'])
  })

  it('marks an unnamed option, and two that are the same', () => {
    expect(Object.keys(judged({ kind: 'choice', options: [{ text: 'A' }, { text: ' ' }] }).errors)).toEqual([
      'options.1.text',
    ])
    expect(Object.keys(judged({ kind: 'choice', options: [{ text: '' }, { text: '' }] }).errors)).toEqual([
      'options.0.text',
      'options.1.text',
    ])
    expect(judged({ kind: 'choice', options: [{ text: 'A' }, { text: 'a' }] }).errors).toEqual({
      options: 'Two options are the same.',
    })
  })

  it('does not judge what is not asked for: options of an open question', () => {
    expect(judged({ kind: 'open', options: [{ text: '' }], claim: '' }).errors).toEqual({})
  })

  it('says in words what a number of the policy may be', () => {
    const { errors } = judged({ policy: { ...emptyAskDraft().policy, maxDepth: '9', tokenCap: '1.5' } })
    expect(errors['policy.maxDepth']).toBe('Write a whole number from 0 to 5.')
    expect(errors['policy.tokenCap']).toContain('whole number')
  })

  it('asks for the usual model where none is chosen, and for the one that is', () => {
    const modelOf = (model: string) =>
      judged({ policy: { ...emptyAskDraft().policy, model } }).input?.policy.model
    expect([modelOf(''), modelOf('qwen3:8b')]).toEqual([null, 'qwen3:8b'])
  })

  it('marks a deadline in the past, absent or too far away', () => {
    for (const deadlineDate of ['', '2001-01-01T00:00', '2999-01-01T00:00']) {
      expect(Object.keys(judged({ deadline: 'date', deadlineDate }).errors)).toEqual(['deadlineDate'])
    }
    expect(Object.keys(judged({ deadline: 'minutes', deadlineMinutes: '0' }).errors)).toEqual([
      'deadlineMinutes',
    ])
  })

  it('names the tag that will not do', () => {
    expect(judged({ tags: ['fine', '!?'] }).errors.tags).toContain('“!?”')
  })
})

describe('deadlineAt', () => {
  it('counts minutes from now and takes a day as it is', () => {
    const draft = emptyAskDraft()
    expect(deadlineAt({ ...draft, deadline: '60' }, 0)?.getTime()).toBe(3_600_000)
    expect(deadlineAt({ ...draft, deadline: 'minutes', deadlineMinutes: 'x' }, 0)).toBeNull()
    expect(deadlineAt({ ...draft, deadline: 'date', deadlineDate: '2026-03-04T12:00' }, 0)).toEqual(
      new Date('2026-03-04T12:00'),
    )
  })
})

describe('isEmptyAskDraft', () => {
  it('counts words, not choices', () => {
    expect(isEmptyAskDraft({ ...emptyAskDraft(), kind: 'belief', budget: '3' })).toBe(true)
    expect(isEmptyAskDraft({ ...emptyAskDraft(), claim: 'It rains.' })).toBe(false)
  })
})

describe('askErrors', () => {
  const draft = {
    ...emptyAskDraft(),
    kind: 'belief' as const,
    pages: [{ url: '' }, { url: 'https://a.example' }],
  }

  it('brings a lack of credits to the budget', () => {
    const error = { message: 'Not enough.', code: 'ledger.insufficient_funds', field: null, fieldErrors: {} }
    expect(askErrors(error, draft)).toEqual([{ place: 'budget', message: 'Not enough.' }])
  })

  it('translates the contract’s names into the form’s', () => {
    const error = {
      message: 'See the field.',
      code: 'request.invalid',
      field: null,
      fieldErrors: {
        'decision.claim': ['Write the claim.'],
        budgetMicros: ['Too much.'],
        'pages.0': ['Odd.'],
      },
    }
    expect(askErrors(error, draft)).toEqual([
      { place: 'claim', message: 'Write the claim.' },
      { place: 'budget', message: 'Too much.' },
      { place: 'pages.1.url', message: 'Odd.' },
    ])
  })

  it('keeps what belongs to no field', () => {
    const error = { message: 'Money is paused.', code: 'ledger.frozen', field: null, fieldErrors: {} }
    expect(askErrors(error, draft)).toEqual([{ place: 'root', message: 'Money is paused.' }])
  })
})
