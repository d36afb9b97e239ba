import { describe, expect, it } from 'vitest'
import { emptyGameDraft, gameErrors, isEmptyGameDraft, readGameDraft } from '@/components/games/game-draft'

const GOOD = {
  ...emptyGameDraft(false),
  title: 'Will the ferry to Skell run in winter?',
  claim: 'The ferry to Skell runs in winter.',
  first: ['10'],
}
const CHOICE = { ...GOOD, kind: 'choice', options: 'Ferry\n\n Bus ', first: ['1', '-2'] } as const

const errorsOf = (changes: Partial<typeof GOOD>, hasModel = false) => {
  const read = readGameDraft({ ...GOOD, ...changes }, hasModel)
  return read.ok ? {} : read.errors
}

describe('the form of a game', () => {
  it('is read as the contract has it', () => {
    expect(readGameDraft(GOOD, false)).toMatchObject({
      ok: true,
      input: { decision: { kind: 'belief' }, first: { probability: 0.1 }, potMicros: 2_000_000n },
    })
    expect(readGameDraft({ ...CHOICE, first: [...CHOICE.first] }, false)).toMatchObject({
      ok: true,
      input: { decision: { options: ['Ferry', 'Bus'] }, first: { utilities: [1, -2] } },
    })
    const byModel = readGameDraft({ ...GOOD, evaluator: 'model' }, true)
    expect(byModel.ok && byModel.input.first).toBeUndefined()
  })

  it('marks each field with its own complaint, all at once', () => {
    expect(errorsOf({ title: 'Hm', claim: '', first: [''], pot: 'much', rate: '0' })).toEqual({
      title: 'Ask in at least 8 characters.',
      claim: 'Write the claim in one sentence.',
      first: 'Write how likely it is, from 0 to 100 per cent.',
      pot: expect.any(String),
      rate: 'Say what one bit or point pays.',
    })
    expect(Object.keys(errorsOf({ kind: 'choice', options: 'Ferry' }))).toEqual(['options'])
    expect(errorsOf({ kind: 'choice', options: 'Ferry\nBus', first: ['1', 'x'] })).toEqual({
      first: expect.stringContaining('for each option'),
    })
  })

  it('has what the server refuses at its field, or apart', () => {
    const refused = { code: null, fieldErrors: {}, message: 'No.' }
    expect(gameErrors({ ...refused, field: 'stakeMicros' }, GOOD)).toEqual({ stake: 'No.' })
    expect(gameErrors({ ...refused, field: 'decision' }, GOOD)).toEqual({ claim: 'No.' })
    expect(gameErrors({ ...refused, field: null }, GOOD)).toEqual({ other: 'No.' })
  })

  it('is empty until something is written', () => {
    expect(isEmptyGameDraft({ ...emptyGameDraft(true), seats: 5, pot: '9' })).toBe(true)
    expect(isEmptyGameDraft(GOOD)).toBe(false)
  })
})
