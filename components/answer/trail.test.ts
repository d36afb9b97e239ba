import { describe, expect, it } from 'vitest'
import {
  changeInWords,
  gainInWords,
  recommendationOf,
  recommendedOption,
  recommendedPercent,
  trailOf,
} from '@/components/answer/trail'
import { exampleAnswer } from '@/components/question/testing'

const BELIEF = { kind: 'belief', claim: 'It rains.' } as const
const CHOICE = { kind: 'choice' as const, options: ['Rice', 'Raw legumes', 'Boiled legumes'] }

describe('trailOf', () => {
  it('tells each step and the purchase that made it', () => {
    const answer = exampleAnswer({
      trail: [0.5, 0.62, 0.62, 0.21].map((probability) => ({ kind: 'belief', probability })),
    })
    const trail = trailOf(answer, BELIEF)
    expect(trail.map((step) => step.words)).toEqual(['50 %', '62 %', '62 %', '21 %'])
    expect(trail.map((step) => step.after?.number ?? null)).toEqual([null, 1, 2, 3])
    expect(trail.map((step) => step.hasChanged)).toEqual([false, true, false, true])
    expect(recommendedPercent(answer)).toBe(21)
  })

  it('names the option, or that none stands out', () => {
    const answer = exampleAnswer({
      trail: [
        { kind: 'choice', utilities: [0, 0, 0] },
        { kind: 'choice', utilities: [0.1, 0.5, 0] },
        { kind: 'choice', utilities: [0.2, -1, 0.7] },
      ],
    })
    expect(trailOf(answer, CHOICE).map((step) => step.words)).toEqual([
      'No clear preference',
      'Raw legumes',
      'Boiled legumes',
    ])
    expect(recommendationOf(answer, CHOICE)).toBe('Boiled legumes')
    expect(recommendedOption(answer)).toBe(2)
  })

  it('is empty for an open answer', () => {
    const answer = exampleAnswer({ trail: [{ kind: 'open' }, { kind: 'open' }] })
    expect(trailOf(answer, { kind: 'open' })).toEqual([])
    expect(recommendedOption(answer)).toBeNull()
  })
})

describe('what a purchase changed', () => {
  const value = { gain: 0.424, unit: 'bits', hasChangedDecision: false } as const
  const answer = exampleAnswer({
    trail: [0.1, 0.42, 0.42, 0.18].map((probability) => ({ kind: 'belief', probability })),
  })
  const steps = trailOf(answer, BELIEF)
  const [first, second, third] = answer.citations

  it('is read off the trail', () => {
    expect(first && changeInWords(steps, { ...first, value: { ...value, gain: -0.15 } })).toBe(
      '10 % → 42 %, away from where it ended',
    )
    expect(second && changeInWords(steps, second)).toBeNull()
    expect(third && changeInWords(steps, { ...third, value })).toBe('42 % → 18 %')
    expect(first && changeInWords([], first)).toBeNull()
  })

  it('has a signed figure where its unit means something', () => {
    expect(gainInWords(value)).toBe('+0.42 bits')
    expect(gainInWords({ ...value, gain: -0.3 })).toBe('−0.30 bits')
    expect(gainInWords({ ...value, gain: -0.001 })).toBeNull()
    expect(gainInWords({ ...value, gain: 12, unit: 'utility' })).toBeNull()
  })
})
