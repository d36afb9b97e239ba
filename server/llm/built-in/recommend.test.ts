import { describe, expect, test } from 'vitest'
import { bestOption } from '@/server/protocol/value'
import type { QuestionText, Recommended } from '../model'
import { question } from '../testing'
import { readFor, recommend as recommendFrom } from './recommend'

const OPTIONS = ['raw legumes', 'rice', 'boiled legumes']
const lunch = question('What should I eat for lunch?', { kind: 'choice', options: OPTIONS })
const TOXIC = 'Legumes are toxic: eating them makes people seriously ill.'
const RICE = 'Rice is unhealthy when it is most of what one eats.'
const BOILING = 'The toxins in legumes can be removed by boiling; boiled legumes are safe and nutritious.'

function recommend(asked: QuestionText, texts: string[]): Recommended {
  return recommendFrom(
    asked,
    texts.map((text) => readFor(asked, text)),
  )
}

function chosen(texts: string[], options = OPTIONS): string | undefined {
  const result = recommend(question('What should I eat?', { kind: 'choice', options }), texts)
  return result.kind === 'choice' ? options[bestOption(result.utilities)] : undefined
}

function believed(claim: string, texts: string[], body = ''): number {
  const result = recommend(question('Is this so?', { kind: 'belief', claim }, body), texts)
  return result.kind === 'belief' ? result.probability : Number.NaN
}

describe('the legume example of the paper, section 3.1', () => {
  test('with nothing known it prefers no option', () => {
    expect(recommend(lunch, [])).toEqual({ kind: 'choice', utilities: [0, 0, 0] })
  })

  test('knowing only the two warnings it chooses rice', () => {
    expect(chosen([TOXIC, RICE])).toBe('rice')
    expect(chosen([RICE, TOXIC])).toBe('rice')
  })

  test('knowing of boiling as well it chooses boiled legumes, whatever the order', () => {
    expect(chosen([TOXIC, RICE, BOILING])).toBe('boiled legumes')
    expect(chosen([BOILING, RICE, TOXIC])).toBe('boiled legumes')
    expect(chosen([TOXIC, RICE, 'The toxins in legumes can be removed by boiling.'])).toBe('boiled legumes')
  })

  test.each([
    ['Boil them for ten minutes, and the toxin is gone.'],
    ['Boiling destroys the poison in legumes.'],
    ['Once boiled, legumes are no longer toxic.'],
    ['After boiling, legumes are not dangerous.'],
    ['Boiled legumes are free of toxins.'],
    ["Boiled legumes aren't harmful."],
  ])('understands a paraphrase: %s', (paraphrase) => {
    expect(chosen(['Legumes are poisonous.', 'Rice is unhealthy.', paraphrase])).toBe('boiled legumes')
  })

  test.each([
    ['Boiling does not remove the toxin from legumes.'],
    ['The toxins in legumes cannot be removed by boiling.'],
    ['Boiled legumes are not safe.'],
  ])('does not take a denial for a cure: %s', (denial) => {
    expect(chosen(['Legumes are poisonous.', 'Rice is unhealthy.', denial])).toBe('rice')
  })
})

describe('other choices', () => {
  test('a sentence that begins with "it" goes on about the same option', () => {
    expect(
      chosen(
        ['Tea is popular.', 'Coffee is tasty. It is harmful all the same, and it is expensive.'],
        ['coffee', 'tea'],
      ),
    ).toBe('tea')
  })

  test('a comparison praises one side and blames the other', () => {
    expect(chosen(['Trains are safer than cars.'], ['cars', 'trains'])).toBe('trains')
  })

  test('saying it ten times does not make it truer', () => {
    const said = 'Tea is excellent. '.repeat(10)
    const honest = ['Coffee is certified safe and reliable.', 'Coffee is effective.']
    expect(chosen([said, ...honest], ['tea', 'coffee'])).toBe('coffee')
  })

  test('for yes and no, what speaks well of the subject speaks for yes', () => {
    const hire = question('Is the Harbour bridge worth crossing?', { kind: 'choice', options: ['No', 'Yes'] })
    expect(recommend(hire, ['The bridge is safe and well maintained.'])).toMatchObject({ kind: 'choice' })
    const result = recommend(hire, ['The bridge is safe.'])
    expect(result.kind === 'choice' && bestOption(result.utilities)).toBe(1)
  })
})

describe('the fact-check example of the paper, section 2', () => {
  const CLAIM = 'The new bus lane made the city centre shops lose customers'
  const BASE = 'The base rate of such claims being true is 10 %.'
  const PERSUADES =
    'A survey confirms it: 40 of 60 shops in the city centre report fewer customers since the bus lane opened.'
  const CORRECTS =
    'That survey is misleading: only shops that complained about the bus lane were asked, and customers in the city centre fell everywhere.'

  test('starts at one half, or at the base rate that the question states', () => {
    expect(believed(CLAIM, [])).toBe(0.5)
    expect(believed(CLAIM, [], BASE)).toBe(0.1)
  })

  test('a persuasive statement raises the probability and its context lowers it again, in both orders', () => {
    const before = believed(CLAIM, [], BASE)
    const persuaded = believed(CLAIM, [PERSUADES], BASE)
    const corrected = believed(CLAIM, [PERSUADES, CORRECTS], BASE)
    expect(persuaded).toBeGreaterThan(before + 0.15)
    expect(corrected).toBeLessThan(persuaded - 0.1)
    expect(believed(CLAIM, [CORRECTS, PERSUADES], BASE)).toBe(corrected)
  })

  test.each([
    ['The shops do report fewer customers, but so do shops in every other city.'],
    ['However, the shops in the city centre counted their customers only in January.'],
    ['The count of customers was cherry-picked: the bus lane opened in the holidays.'],
  ])('understands context that corrects: %s', (context) => {
    expect(believed(CLAIM, [PERSUADES, context])).toBeLessThan(believed(CLAIM, [PERSUADES]) - 0.1)
  })

  test('a plain repetition supports and a plain denial refutes', () => {
    expect(
      believed('The bridge was closed in 2019', ['The bridge was closed in 2019 for repairs.']),
    ).toBeGreaterThan(0.6)
    expect(believed('The bridge was closed in 2019', ['The bridge was not closed in 2019.'])).toBeLessThan(
      0.4,
    )
    expect(believed('Boiled legumes are safe', ['Boiled legumes are toxic.'])).toBeLessThan(0.4)
  })

  test('a text on something else moves nothing, and no number of texts makes certainty', () => {
    expect(believed('The bridge was closed in 2019', ['Bananas are rich in potassium.'])).toBe(0.5)
    expect(
      believed('The bridge was closed', Array(20).fill('It is confirmed: the bridge was closed.')),
    ).toBeLessThan(1)
  })
})
