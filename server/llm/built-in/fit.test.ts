import { expect, it } from 'vitest'
import { question } from '../testing'
import { byFit, fitOf, subjectOf } from './fit'

/** Texts by how well they fit a question, best first. */
function sorted(title: string, texts: readonly string[]): string[] {
  const subject = subjectOf(question(title))
  return texts.toSorted((a, b) => byFit(fitOf(a, subject), fitOf(b, subject)))
}

it.each([
  [
    'How do I clean a cast iron pan?',
    [
      'Rinse a cast iron pan with hot water, and clean it with salt.',
      'Burnt food leaves a steel pan with soda. Cast iron wants salt.',
      'Pans of iron were cast here until 1920.',
      'Burnt food leaves a steel pan with soda.',
      'A dense crumb comes of a cold dough.',
    ],
  ],
  [
    'Why does my kitchen tap drip?',
    [
      'A kitchen tap drips when its washer is worn.',
      'A tap drips when its washer is worn.',
      'A roof drips when a tile is gone.',
    ],
  ],
])(
  'puts what has more of the subject first, and words that stand together above the same words apart: %s',
  (title, texts) => {
    expect(sorted(title, texts.toReversed())).toEqual(texts)
    expect(sorted(title, texts)).toEqual(texts)
  },
)

it('takes words for neighbours whatever small words stand between them', () => {
  const subject = subjectOf(question('Why does my rye starter smell?'))
  expect(fitOf('A rye starter that smells is hungry.', subject)[0]).toBe(1)
  expect(fitOf('Rye. A starter smells of flour.', subject)[0]).toBeLessThan(1)
})

it('puts of two with as much of it that one first which dwells on it', () => {
  const dwells = 'A kitchen tap drips. The tap wants a washer.'
  const names = 'A kitchen tap drips. Bread wants a hot oven. Onions keep for months.'
  expect(sorted('Why does my kitchen tap drip?', [names, dwells])).toEqual([dwells, names])
})

it('puts all texts the same where a question names nothing', () => {
  const subject = subjectOf(question('What should I do about it?'))
  expect(fitOf('A kitchen tap drips.', subject)).toEqual([0, 0])
})
