import { describe, expect, it } from 'vitest'
import { extractInWords, nearlyTheSameInWords, readExtract, withoutAttribution } from './extracts'

describe('an extract', () => {
  it('is quoted, and says of which sources it is', () => {
    expect(extractInWords(['2'], 'I boiled it.')).toBe('Source [2] says: “I boiled it.”')
    expect(extractInWords(['1', '3'], 'It is so.')).toBe('Sources [1] and [3] say: “It is so.”')
    expect(extractInWords(['1', '3', '12'], 'It is so.')).toBe('Sources [1], [3] and [12] say: “It is so.”')
  })

  it('ends where its quotation marks end, whatever it quotes itself', () => {
    expect(extractInWords(['1'], 'Under “Rebuilding” he wrote "now".')).toBe(
      'Source [1] says: “Under ‘Rebuilding’ he wrote ’now’.”',
    )
  })

  it('can be told from what it is of', () => {
    expect(withoutAttribution(extractInWords(['1', '3'], 'It is so.'))).toBe('“It is so.”')
    expect(withoutAttribution(extractInWords(['1', '3', '4'], 'It is so.'))).toBe('“It is so.”')
    expect(withoutAttribution('Source [1] says: it is so.')).toBe('Source [1] says: it is so.')
    expect(withoutAttribution(nearlyTheSameInWords(['4']))).toBe('')
    expect(withoutAttribution(nearlyTheSameInWords(['4', '5', '6']))).toBe('')
  })

  it('is read back as it was written, as answers of before wrote it too', () => {
    const opening = 'Sources [1] and [3] say: “'
    expect(readExtract(extractInWords(['1', '3'], 'So “it” is.'))).toEqual({
      opening,
      words: 'So ‘it’ is.',
      closing: '”',
    })
    expect(readExtract('Offer [2] says: “It is so.”')?.words).toBe('It is so.')
    expect(withoutAttribution('Offer [2] says: “It is so.”')).toBe('“It is so.”')
    for (const other of ['It is so [1].', 'Source [1] says: “It is” so.', nearlyTheSameInWords(['1'])])
      expect(readExtract(other)).toBeNull()
  })
})
