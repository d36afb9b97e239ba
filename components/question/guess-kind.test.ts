import fc from 'fast-check'
import { expect, it } from 'vitest'
import { guessKind } from '@/components/question/guess-kind'

it.each([
  [
    'What should I eat for lunch: raw legumes, rice or boiled legumes?',
    ['Raw legumes', 'Rice', 'Boiled legumes'],
  ],
  ['1930s terrace: heat pump or new gas boiler?', ['Heat pump', 'New gas boiler']],
  ['Should I buy steel or cast iron?', ['Steel', 'Cast iron']],
  ['Steel, iron, or copper?', ['Steel', 'Iron', 'Copper']],
])('names the options of %j', (title, options) => {
  expect(guessKind(title)).toEqual({ kind: 'choice', options })
})

it.each([
  ['Is it true that honey never spoils?', 'Honey never spoils.'],
  [
    'A lorry of 5 tonnes may cross the bridge at Lindow.',
    'A lorry of 5 tonnes may cross the bridge at Lindow.',
  ],
  ['Should I believe that a four-day week raises productivity?', 'A four-day week raises productivity.'],
])('takes %j for a claim', (title, claim) => {
  expect(guessKind(title)).toEqual({ kind: 'belief', claim })
})

it.each([
  '',
  'Which pan lasts longest?',
  'How do I tune a harp?',
  'Can I freeze honey or will it spoil when it has been open for more than a year?',
  'Is the bridge at Lindow safe to cross by car or lorry?',
  'Rice.',
  'Steel or steel?',
])('asks for an answer in words for %j', (title) => {
  expect(guessKind(title)).toEqual({ kind: 'open' })
})

it('takes any words, and never names options that the contract refuses', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (title) => {
      const guess = guessKind(title)
      if (guess.kind === 'choice') expect(guess.options.length).toBeGreaterThan(1)
    }),
  )
})
