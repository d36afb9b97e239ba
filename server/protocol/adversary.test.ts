import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { seededRandom } from '../shared/random'
import { BITS_PER_ROOT } from './bits'
import { channelTable, measureChannels, secretFrom } from './testing-adversary'

/** Each run has a secret of its own for each channel. */
const RUNS = 40

const random = seededRandom(9)
const runs = Array.from({ length: RUNS }, () => {
  const secrets = new Map<number, string>()
  return measureChannels((channel) => {
    const secret = secrets.get(channel) ?? secretFrom(random)
    secrets.set(channel, secret)
    return secret
  })
})
const measured = (runs[0] ?? []).map((row, place) => ({
  ...row,
  after: Math.max(...runs.map((run) => run[place]?.after ?? 0)),
}))

it('a malicious inspector whose buyer has forty decoys carries at most 32 bits out of an unbought text, over any channel', () => {
  expect(BITS_PER_ROOT).toBe(32)
  for (const { channel, after } of measured)
    expect([channel, after <= BITS_PER_ROOT]).toEqual([channel, true])
})

it('and the adversary is no straw man: what the budget leaves open it uses', () => {
  const bits = new Map(measured.map(({ channel, after }) => [channel, after]))
  // Three bits are left over, because a reason costs three.
  expect(bits.get('all of them at once')).toBeGreaterThanOrEqual(BITS_PER_ROOT - 3)
  for (const used of ['sizes of their budgets', 'number of sub-questions', 'tokens that were used'])
    expect(bits.get(used)).toBe(2)
  expect(bits.get('pauses, their kinds and how they end')).toBe(12)
  for (const closed of [
    'words of sub-questions',
    'order of purchases',
    'tries of a step, and that a reply begins to arrive',
    'moments of events',
  ])
    expect(bits.get(closed)).toBe(0)
})

it('docs/threats.md has these figures', () => {
  expect(readFileSync('docs/threats.md', 'utf8')).toContain(channelTable(measured))
})
