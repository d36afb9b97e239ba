import { describe, expect, it } from 'vitest'
import { extractInWords, withoutAttribution } from './extracts'

describe('an extract', () => {
  it('is quoted, and says of which offers it is', () => {
    expect(extractInWords(['2'], 'I boiled it.')).toBe('Offer [2] says: “I boiled it.”')
    expect(extractInWords(['1', '3'], 'It is so.')).toBe('Offers [1] and [3] say: “It is so.”')
  })

  it('ends where its quotation marks end, whatever it quotes itself', () => {
    expect(extractInWords(['1'], 'Under “Rebuilding” he wrote "now".')).toBe(
      'Offer [1] says: “Under ‘Rebuilding’ he wrote ’now’.”',
    )
  })

  it('can be told from what it is of', () => {
    expect(withoutAttribution(extractInWords(['1', '3'], 'It is so.'))).toBe('“It is so.”')
    expect(withoutAttribution('Offer [1] says: it is so.')).toBe('Offer [1] says: it is so.')
  })
})
