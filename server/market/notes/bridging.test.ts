import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom, shuffled } from '../../shared/random'
import { bridge, NOTE_RATINGS_MIN, RATER_RATINGS_MIN, type Rating, SIDE_RATINGS_MIN } from './bridging'

const SEED = 7

/** What kinds of notes there are, by who finds them helpful. */
const KINDS = {
  many: (isFew: boolean) => !isFew,
  few: (isFew: boolean) => isFew,
  bridging: () => true,
  poor: () => false,
} as const
type Kind = keyof typeof KINDS

type Crowd = {
  seed: number
  /** Of each camp. */
  many: number
  few: number
  notes: Record<Kind, number>
  /** Of a hundred notes, so many each has rated; and of a hundred ratings so many slip. */
  rated?: number
  slips?: number
}

function ratingsOf({ seed, many, few, notes, rated = 100, slips = 0 }: Crowd): Rating[] {
  const random = seededRandom(seed)
  const draws = (percent: number) => random() * 100 < percent
  const ratings: Rating[] = []
  for (let u = 0; u < many + few; u += 1)
    for (const kind of Object.keys(KINDS) as Kind[])
      for (let n = 0; n < notes[kind]; n += 1) {
        if (!draws(rated)) continue
        const isHelpful = KINDS[kind](u < few) !== draws(slips)
        ratings.push({ note: `${kind}-${n}`, rater: `rater-${u}`, isHelpful })
      }
  return ratings
}

/** Kinds of which a note is shown, and of which one is not. */
async function shownOf(ratings: readonly Rating[]): Promise<{ shown: Set<string>; others: Set<string> }> {
  const found = { shown: new Set<string>(), others: new Set<string>() }
  for (const [note, { status }] of await bridge(ratings, SEED))
    found[status === 'shown' ? 'shown' : 'others'].add(note.replace(/-\d+$/, ''))
  return found
}

/** Camps of which the larger has 50 to 95 % of all. */
const crowds = fc
  .record({
    seed: fc.nat(),
    all: fc.integer({ min: 20, max: 80 }),
    percent: fc.integer({ min: 50, max: 95 }),
    notes: fc.record({
      many: fc.integer({ min: 3, max: 6 }),
      few: fc.integer({ min: 2, max: 6 }),
      bridging: fc.integer({ min: 1, max: 3 }),
      poor: fc.integer({ min: 2, max: 4 }),
    }),
  })
  .map(({ all, percent, ...rest }): Crowd => {
    const few = Math.floor((all * (100 - percent)) / 100)
    return { ...rest, few, many: all - few }
  })

describe('on generated camps', () => {
  it('no note of one camp is ever shown, however large the camp, nor one that nobody likes', async () => {
    await fc.assert(
      fc.asyncProperty(crowds, fc.integer({ min: 40, max: 100 }), async (crowd, rated) => {
        const { shown } = await shownOf(ratingsOf({ ...crowd, rated }))
        expect([...shown].filter((kind) => kind !== 'bridging')).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  it('what both camps find helpful is shown, where the smaller is enough to be heard', async () => {
    const heard = crowds.filter(({ few }) => few >= SIDE_RATINGS_MIN)
    await fc.assert(
      fc.asyncProperty(heard, async (crowd) => {
        const { shown, others } = await shownOf(ratingsOf(crowd))
        expect([shown.has('bridging'), others.has('bridging')]).toEqual([true, false])
      }),
      { numRuns: 40 },
    )
  })

  it('also where one rating in twenty slips and each rated seven notes in ten', async () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const notes = { many: 5, few: 4, bridging: 3, poor: 3 }
      const crowd = { seed, many: 20 + seed, few: 12, notes, rated: 70, slips: 5 }
      const { shown } = await shownOf(ratingsOf(crowd))
      expect([...shown]).toEqual(['bridging'])
    }
  })

  it('nothing is shown where all are of one mind: nobody is known to disagree', async () => {
    const notes = { many: 5, few: 0, bridging: 5, poor: 5 }
    for (let seed = 1; seed <= 10; seed += 1) {
      const ratings = ratingsOf({ seed, many: 30, few: 0, notes, rated: 80, slips: 5 })
      expect((await shownOf(ratings)).shown.size).toBe(0)
    }
  })
})

describe('the count', () => {
  const CROWD = { seed: 3, many: 14, few: 8, notes: { many: 4, few: 3, bridging: 2, poor: 2 }, rated: 80 }

  it('is the same whatever raters are called and in whatever order they come', async () => {
    const ratings = ratingsOf({ ...CROWD, slips: 5 })
    const before = await bridge(ratings, SEED)
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const names = shuffled([...new Set(ratings.map(({ rater }) => rater))], seed)
        const nameOf = (rater: string) => `other-${names.indexOf(rater)}`
        const renamed = shuffled(ratings, seed).map((one) => ({ ...one, rater: nameOf(one.rater) }))
        const after = await bridge(renamed, SEED)
        for (const [note, { status, intercept, ratings: counted }] of before) {
          expect(after.get(note)).toMatchObject({ status, ratings: counted })
          expect(after.get(note)?.intercept).toBeCloseTo(intercept, 4)
        }
      }),
      { numRuns: 20 },
    )
  })

  it('is not moved by a handful who find everything helpful, or one camp’s notes alone', async () => {
    const ratings = ratingsOf(CROWD)
    const notes = [...new Set(ratings.map(({ note }) => note))]
    const handful = ['a', 'b', 'c', 'd', 'e']
    const everything = handful.flatMap((rater) => notes.map((note) => ({ note, rater, isHelpful: true })))
    const oneSided = handful.flatMap((rater) =>
      notes.map((note) => ({ note, rater, isHelpful: !note.startsWith('few') })),
    )
    for (const pushed of [everything, oneSided])
      expect([...(await shownOf([...ratings, ...pushed])).shown]).toEqual(['bridging'])
    // Nor a note that nobody else has rated.
    const own = handful.map((rater) => ({ note: 'poor-own', rater, isHelpful: true }))
    expect((await bridge([...ratings, ...everything, ...own], SEED)).get('poor-own')?.status).not.toBe(
      'shown',
    )
  })

  it('leaves out who has rated too little, and waits for ratings', async () => {
    const ratings = ratingsOf({ ...CROWD, rated: 100 })
    const fresh = Array.from({ length: 50 }, (_, n) => ({ note: 'new', rater: `new-${n}`, isHelpful: true }))
    expect((await bridge([...ratings, ...fresh], SEED)).get('new')).toEqual({
      ...{ status: 'waiting', intercept: 0, ratings: 0 },
    })
    const few = ['rater-0', 'rater-1', 'rater-20', 'rater-21'].map((rater) => ({
      ...{ note: 'new', rater, isHelpful: true },
    }))
    expect(few.length).toBeLessThan(NOTE_RATINGS_MIN)
    expect((await bridge([...ratings, ...few], SEED)).get('new')).toMatchObject({
      status: 'waiting',
      ratings: 4,
    })
    expect(await bridge([], SEED)).toEqual(new Map())
    expect(RATER_RATINGS_MIN).toBeGreaterThan(1)
  })
})
