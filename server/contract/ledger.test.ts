import { describe, expect, test } from 'vitest'
import { WALLET_KINDS } from './ledger'
import { causeInWords } from './transfer-line'

const row = {
  question: { id: 'bc_1', title: 'Are legumes cheap?', hasPage: true },
  offer: { id: 'off_1', teaser: 'What a kilo of dried beans costs' },
  spentMicros: 2_800_000n,
  grantedFor: 'welcome' as const,
  isBondKept: false,
  game: { id: 'gam_1', title: 'Does the heron nest here?' },
}

describe('the cause of a row in words', () => {
  test('every kind says what happened, naming the question or the offer', () => {
    expect(WALLET_KINDS.map((kind) => causeInWords({ ...row, kind }))).toEqual([
      'Welcome grant',
      'Held for your question “Are legumes cheap?”',
      'Returned from “Are legumes cheap?” after 2.80 credits were spent',
      'Returned from your cancelled question “Are legumes cheap?”',
      'Earned with “What a kilo of dried beans costs” on “Are legumes cheap?”, after the fee',
      'Refunded for “What a kilo of dried beans costs” on “Are legumes cheap?”',
      'Sold “What a kilo of dried beans costs” on “Are legumes cheap?”',
      'Market fee on “What a kilo of dried beans costs”, sold on “Are legumes cheap?”',
      'Bought “What a kilo of dried beans costs” unseen on “Are legumes cheap?”',
      'Bought “What a kilo of dried beans costs”, a source of the published answer to “Are legumes cheap?”',
      'Resold “What a kilo of dried beans costs” on “Are legumes cheap?”',
      'Your share of “What a kilo of dried beans costs”, resold from your question “Are legumes cheap?”',
      'The asker’s share of “What a kilo of dried beans costs”, resold on “Are legumes cheap?”',
      'Bond for “What a kilo of dried beans costs” on “Are legumes cheap?”; it returns unless an agent judges the offer to be off the subject, or its teaser to mislead',
      'Bond for “What a kilo of dried beans costs” on “Are legumes cheap?” returned',
      'Put into the oversight game “Does the heron nest here?”',
      'Returned from the oversight game “Does the heron nest here?”',
      'Reward in the oversight game “Does the heron nest here?”',
      'Corrected by the people who run this market',
    ])
  })

  test('a grant names what it was for', () => {
    expect(causeInWords({ ...row, kind: 'grant', grantedFor: null })).toBe('Granted')
    expect(causeInWords({ ...row, kind: 'grant', grantedFor: 'demo' })).toBe(
      'Topped up to run an example of the demo market',
    )
  })

  test('buying nothing is said, not left out', () => {
    expect(causeInWords({ ...row, kind: 'release', spentMicros: 0n })).toBe(
      'Returned from “Are legumes cheap?”, nothing was bought',
    )
  })

  test('a long title is cut, and a title that is gone still reads', () => {
    const question = { id: 'bc_1', title: '🍚'.repeat(100), hasPage: true }
    expect([...causeInWords({ ...row, kind: 'hold', question })].length).toBeLessThan(90)
    expect(causeInWords({ ...row, kind: 'sale', question: null, offer: null })).toBe(
      'Sold an offer on a question',
    )
  })
})
