import { expect, it } from 'vitest'
import { figureText, intervalText, nameText, publishedText } from './lab-words'

it('prints as many digits as count', () => {
  expect(figureText(0.12345, 'share')).toBe('12.35 %')
  expect(figureText(1, 'share')).toBe('100 %')
  expect(figureText(-9374.6, 'dollars')).toBe('−$9,375')
  expect(figureText(-0.00001)).toBe('0')
  expect(figureText(1511.7471)).toBe('1,512')
  expect(figureText(0.0206)).toBe('0.021')
})

it('prints intervals and bands, and none where there is none', () => {
  expect(intervalText(0.1, 0.2, 'share')).toBe('10 % to 20 %')
  expect(intervalText(null, null)).toBe('')
  expect(publishedText([0.6, 0.8], 'share')).toBe('60 % to 80 %')
})

it('reads names of parameters as words', () => {
  expect(nameText('tieBreak')).toBe('tie break')
  expect(nameText('dlc')).toBe('dlc')
})
