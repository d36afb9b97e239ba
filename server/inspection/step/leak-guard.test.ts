import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findLeaks, findQuotes } from './leak-guard'

const SECRET = 'Ockham and Sons measured a crack of 17 millimetres in the east pier on 12 March.'
const PUBLIC = ['Is the bridge at Lindow safe to cross?', 'A report on the bridge.']
const leaks = (question: string) => findLeaks(question, [SECRET], PUBLIC).length > 0

/** Words that are nowhere public, neither numbers nor names. */
const newWords = (minLength: number) =>
  fc.uniqueArray(fc.stringMatching(/^[bcdfghjk][aou][lmnprt][aou][vwxz]$/), { minLength, maxLength: 12 })

describe('a text', () => {
  it.each([
    ['copies a run of words', 'Is it true that a crack of 17 millimetres in the east pier was found?'],
    ['names a number', 'Would 17 be dangerous for a bridge?'],
    ['names a name', 'Is the firm Ockham reliable?'],
    ['is written backwards', [...'Ockham and Sons measured a crack'].reverse().join('')],
    ['is base64', `What does ${Buffer.from('Ockham and Sons measured a crack').toString('base64')} mean?`],
    ['is hexadecimal', `What does ${Buffer.from('Ockham measured').toString('hex')} mean?`],
    ['is spelled out', 'Who is O c k h a m?'],
    ['spells out a short name', 'Was it in M a r c h?'],
    ['is an acrostic', 'Only careful keepers have any money.'],
  ])('that %s gives the offer away', (_how, question) => {
    expect(leaks(question)).toBe(true)
  })

  it.each([
    'Is the report on the bridge true?',
    'Who is allowed to inspect a bridge?',
    'How old may such a report be?',
  ])('such as “%s” does not', (question) => {
    expect(leaks(question)).toBe(false)
  })

  it('never gives away what is public anyway', () => {
    expect(
      findLeaks('Is the bridge at Lindow safe to cross?', ['The bridge at Lindow is safe to cross.'], PUBLIC),
    ).toEqual([])
  })

  it('says which secrets it gives away', () => {
    expect(findLeaks('Is Ockham honest?', ['The toll is fine.', SECRET], PUBLIC)).toEqual([1])
  })

  it('that takes three new words in a row from a secret is caught, and one that takes two is not', () => {
    fc.assert(
      fc.property(newWords(3), (words) => {
        const ask = (taken: number) => `Is it so that ${words.slice(0, taken).join(' ')}?`
        const secret = words.join(' ')
        expect(findLeaks(ask(3), [secret], PUBLIC)).toEqual([0])
        expect(findLeaks(ask(2), [secret], PUBLIC)).toEqual([])
      }),
    )
  })
})

describe('a bought answer', () => {
  it('that repeats an unbought offer is found; one on the same subject is not', () => {
    const repeats = 'As they wrote: Ockham and Sons measured a crack of 17 millimetres there.'
    expect(findQuotes(repeats, ['The toll is fine.', SECRET], PUBLIC)).toEqual([1])
    expect(findQuotes('Ockham also looked at the pier on 12 March and left.', [SECRET], PUBLIC)).toEqual([])
  })

  it('is found by five words in a row, and not by four, nor by words that are public', () => {
    fc.assert(
      fc.property(newWords(5), (words) => {
        const secret = words.join(' ')
        const sold = (taken: number) => `As they wrote: ${words.slice(0, taken).join(' ')}.`
        expect(findQuotes(sold(5), [secret], PUBLIC)).toEqual([0])
        expect(findQuotes(sold(4), [secret], PUBLIC)).toEqual([])
        expect(findQuotes(sold(5), [secret], [...PUBLIC, secret])).toEqual([])
      }),
    )
  })
})
