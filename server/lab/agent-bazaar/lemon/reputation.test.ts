import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../shared/random'
import { initialVotes, reputationOf, type Votes, withVote } from './reputation'

/** Every window of 8 up-votes and 2 down-votes. */
function* windows(): Generator<Votes> {
  for (let first = 0; first < 10; first += 1) {
    for (let second = first + 1; second < 10; second += 1) {
      yield Array.from({ length: 10 }, (_, index) => index !== first && index !== second)
    }
  }
}

function downVotesToRetire(votes: Votes): number {
  let [now, count] = [votes, 0]
  while (reputationOf(now) >= 0.3) {
    now = withVote(now, false)
    count += 1
  }
  return count
}

describe('reputation', () => {
  it('starts at 0.8 with a full window, in any order of its votes', () => {
    const random = seededRandom(1)
    const seen = new Set<string>()
    for (let round = 0; round < 2_000; round += 1) {
      const votes = initialVotes(0.8, 10, random)
      expect(votes).toHaveLength(10)
      expect(reputationOf(votes)).toBe(0.8)
      seen.add(votes.join())
    }
    expect(seen.size).toBe(45)
  })

  it('falls below 0.3 after 6, 7 or 8 down-votes with chances 6, 18 and 21 in 45, 7.33 on average (B10)', () => {
    const counts = [...windows()].map(downVotesToRetire)
    expect(counts).toHaveLength(45)
    expect([6, 7, 8].map((count) => counts.filter((one) => one === count).length)).toEqual([6, 18, 21])
    expect(counts.reduce((sum, count) => sum + count, 0) / 45).toBeCloseTo(7.33, 2)
  })
})
