import { describe, expect, it } from 'vitest'
import { evaluatorOptions, modelInWords } from './game-words'

describe('who says what is recommended', () => {
  it.each([
    ['belief', true, false, 'The market’s model', /^It reads all that was said/],
    ['choice', true, false, 'The market’s model', /^It reads all that was said/],
    ['choice', false, false, 'The built-in agent', /goes by words alone/],
    [
      'belief',
      false,
      true,
      'The built-in agent',
      /^Not for a claim: .* gives no probability\. It can judge a choice\.$/,
    ],
  ] as const)(
    'of a %s, with a model of the market %s: it is not offered %s',
    (decision, hasModel, disabled, label, hint) => {
      const [byHand, byModel] = evaluatorOptions(decision, { hasModel })
      expect(byHand?.disabled ?? false).toBe(false)
      expect(byModel).toMatchObject({ value: 'model', label, disabled, hint: expect.stringMatching(hint) })
    },
  )

  it.each([
    ['', true, 'The market’s model'],
    ['', false, 'The built-in agent'],
    ['gpt', true, 'gpt'],
    ['gpt', false, 'gpt'],
    // In place of the model, or the market had none then.
    ['Built-in agent', true, 'The built-in agent'],
  ])('is, by %j with a model of the market %s, %s', (judgedBy, hasModel, words) => {
    expect(modelInWords({ judgedBy }, { hasModel })).toBe(words)
  })

  it('is named within a sentence too', () => {
    expect(modelInWords({ judgedBy: '' }, { hasModel: false }, 'the')).toBe('the built-in agent')
  })
})
