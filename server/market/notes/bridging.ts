import { inSlices } from '../../shared/in-slices'
import { seededRandom, seedFrom } from '../../shared/random'

/**
 * Which notes people who usually disagree find helpful, pure. As X's Community Notes counts it (Wojcik et al. 2022, “Birdwatch: Crowd Wisdom
 * and Bridging Algorithms can Inform Understanding and Reduce the Spread of Misinformation”, arXiv:2210.15723): each rating r_un, 1 for
 * helpful and 0 for not, is explained as
 *
 *     r_un ≈ μ + i_u + i_n + f_u · f_n
 *
 * so that the sum over all ratings of (r_un − explained)² + λ_i (μ² + i_u² + i_n²) + λ_f (f_u² + f_n²) is least. Whom a rater usually
 * agrees with is f_u, how much a rater likes in general is i_u; what no camp and no generosity explains is left to the note: i_n.
 * Intercepts cost five times what factors cost, so that a camp explains what a camp can.
 */

/** λ_i, and λ_f: as published. */
export const INTERCEPT_COST = 0.15
export const FACTOR_COST = 0.03
/** The least i_n of a note that is shown: as published. */
export const SHOWN_FROM = 0.4
/** A note with fewer ratings that count waits: as published. */
export const NOTE_RATINGS_MIN = 5
/**
 * Whoever has rated fewer notes has not shown whom they disagree with, and is left out. Published are ten, for a crowd of millions; with three,
 * a market of a few dozen can have a note shown.
 */
export const RATER_RATINGS_MIN = 3
/**
 * On each side so many ratings, and so many more that find it helpful than not: what i_n alone lets through where one camp is almost
 * everybody, and where one of the few others slips.
 */
export const SIDE_RATINGS_MIN = 3
export const SIDE_AHEAD_MIN = 2
/** Whoever is explained by less stands on no side: who likes everything, or answers by chance, does not speak for those who disagree. */
export const SIDE_FACTOR_MIN = 0.1

/** One starting point may end beside the least sum; of several the best is taken. */
const STARTS = 3
/** Each round lowers the sum; this many bring it to where figures that are shown no longer move. */
const ROUNDS_MAX = 300
const STILL = 1e-9

/** One rater's word on one note; of each pair one at most. */
export type Rating = { note: string; rater: string; isHelpful: boolean }

export type Bridged = {
  /** Whether it is shown: `waiting` until enough people of both sides have rated it. */
  status: 'waiting' | 'shown' | 'not-shown'
  /** i_n; 0 while nothing is counted. */
  intercept: number
  /** Ratings that count. */
  ratings: number
}

/**
 * What comes of each note that was rated. The same for the same ratings in any order and by any names of raters, but for rounding.
 *
 * @param seed of the starting points; another one may find another least sum where there are several.
 */
export async function bridge(ratings: readonly Rating[], seed: number): Promise<Map<string, Bridged>> {
  const matrix = matrixOf(withoutSilent(ratings))
  const { values, noteOf, raterOf, notes } = matrix
  const all = new Map<string, Bridged>(ratings.map(({ note }) => [note, { ...WAITING, ratings: 0 }]))
  if (values.length === 0) return all
  const { intercepts, leanings } = await bestFit(matrix, seed)
  const tallies = notes.map(() => ({ ratings: 0, sides: [newTally(), newTally()] as const }))
  for (const [k, value] of values.entries()) {
    const tally = tallies[noteOf[k] ?? 0]
    const leaning = leanings[raterOf[k] ?? 0] ?? 0
    if (tally === undefined) continue
    tally.ratings += 1
    if (Math.abs(leaning) < SIDE_FACTOR_MIN) continue
    const side = tally.sides[leaning > 0 ? 0 : 1]
    side.ratings += 1
    side.helpful += value
  }
  for (const [index, { ratings: counted, sides }] of tallies.entries()) {
    const intercept = intercepts[index] ?? 0
    const status = statusOf(counted, sides, intercept)
    all.set(notes[index] ?? '', { status, intercept, ratings: counted })
  }
  return all
}

async function bestFit(matrix: Matrix, seed: number): Promise<Fit> {
  let best = await fitFrom(matrix, seed)
  for (let start = 1; start < STARTS; start += 1) {
    const fit = await fitFrom(matrix, seed + start)
    if (fit.loss < best.loss - STILL) best = fit
  }
  return best
}

type Tally = { ratings: number; helpful: number }
const newTally = (): Tally => ({ ratings: 0, helpful: 0 })
const WAITING = { status: 'waiting', intercept: 0 } as const

function statusOf(ratings: number, sides: readonly Tally[], intercept: number): Bridged['status'] {
  if (ratings < NOTE_RATINGS_MIN || sides.some((side) => side.ratings < SIDE_RATINGS_MIN)) return 'waiting'
  const isWanted = sides.every(({ ratings: all, helpful }) => 2 * helpful - all >= SIDE_AHEAD_MIN)
  return isWanted && intercept >= SHOWN_FROM ? 'shown' : 'not-shown'
}

function withoutSilent(ratings: readonly Rating[]): Rating[] {
  const said = new Map<string, number>()
  for (const { rater } of ratings) said.set(rater, (said.get(rater) ?? 0) + 1)
  return ratings.filter(({ rater }) => (said.get(rater) ?? 0) >= RATER_RATINGS_MIN)
}

/** Ratings as numbers: the k-th is of `noteOf[k]` by `raterOf[k]`. */
type Matrix = {
  values: Float64Array
  noteOf: Int32Array
  raterOf: Int32Array
  notes: readonly string[]
  raters: readonly string[]
}

function matrixOf(ratings: readonly Rating[]): Matrix {
  const notes = new Map<string, number>()
  const raters = new Map<string, number>()
  const numberOf = (name: string, known: Map<string, number>) => {
    const number = known.get(name) ?? known.size
    known.set(name, number)
    return number
  }
  return {
    values: Float64Array.from(ratings, ({ isHelpful }) => (isHelpful ? 1 : 0)),
    noteOf: Int32Array.from(ratings, ({ note }) => numberOf(note, notes)),
    raterOf: Int32Array.from(ratings, ({ rater }) => numberOf(rater, raters)),
    notes: [...notes.keys()],
    raters: [...raters.keys()],
  }
}

type Side = {
  /** By the number of a note, or of a rater. */
  intercept: Float64Array
  factor: Float64Array
  /** Ratings of each, by their numbers. */
  own: readonly (readonly number[])[]
}
type Fit = { loss: number; intercepts: Float64Array; leanings: Float64Array }

/**
 * Lowers the sum by turns (alternating least squares): all raters for the notes as they are, all notes for the raters, then μ. Each turn has its
 * least in closed form. Only notes have a starting point, by their names: what raters are called changes nothing.
 */
async function fitFrom(matrix: Matrix, seed: number): Promise<Fit> {
  const { values, noteOf, raterOf, notes, raters } = matrix
  const byNote = sideOf(noteOf, notes.length)
  const byRater = sideOf(raterOf, raters.length)
  for (const [index, name] of notes.entries())
    byNote.factor[index] = seededRandom(seedFrom(name) + seed)() - 0.5
  let mu = meanOf(values) / (1 + INTERCEPT_COST)
  let loss = Number.POSITIVE_INFINITY
  let isStill = false
  await inSlices(Array.from({ length: ROUNDS_MAX }), () => {
    if (isStill) return
    settle(byRater, byNote, { values, otherOf: noteOf, mu })
    settle(byNote, byRater, { values, otherOf: raterOf, mu })
    const now = measure(matrix, { byNote, byRater, mu })
    isStill = !(loss - now.loss > STILL)
    loss = now.loss
    mu = now.mu
  })
  return { loss, intercepts: byNote.intercept, leanings: byRater.factor }
}

/** The sum as it stands, of each rating on average, and the μ with which it would be least. */
function measure(
  { values, noteOf, raterOf }: Matrix,
  { byNote, byRater, mu }: { byNote: Side; byRater: Side; mu: number },
): { loss: number; mu: number } {
  let [left, sum] = [0, 0]
  for (let k = 0; k < values.length; k += 1) {
    const [n, u] = [noteOf[k] ?? 0, raterOf[k] ?? 0]
    const [iN, iU] = [byNote.intercept[n] ?? 0, byRater.intercept[u] ?? 0]
    const [fN, fU] = [byNote.factor[n] ?? 0, byRater.factor[u] ?? 0]
    const rest = (values[k] ?? 0) - iU - iN - fU * fN
    left += rest
    sum += (rest - mu) ** 2 + INTERCEPT_COST * (iU * iU + iN * iN) + FACTOR_COST * (fU * fU + fN * fN)
  }
  const count = values.length
  return { loss: sum / count + INTERCEPT_COST * mu * mu, mu: left / count / (1 + INTERCEPT_COST) }
}

function sideOf(of: Int32Array, size: number): Side {
  const own: number[][] = Array.from({ length: size }, () => [])
  for (const [k, index] of of.entries()) own[index]?.push(k)
  return { intercept: new Float64Array(size), factor: new Float64Array(size), own }
}

/** Where the sum is least for each of one side, the others as they are: two equations. */
function settle(
  side: Side,
  { intercept, factor }: Side,
  { values, otherOf, mu }: { values: Float64Array; otherOf: Int32Array; mu: number },
): void {
  for (const [index, own] of side.own.entries()) {
    let [sumF, sumFF, sumY, sumFY] = [0, 0, 0, 0]
    for (const k of own) {
      const other = otherOf[k] ?? 0
      const f = factor[other] ?? 0
      const left = (values[k] ?? 0) - mu - (intercept[other] ?? 0)
      sumF += f
      sumFF += f * f
      sumY += left
      sumFY += f * left
    }
    const a = own.length * (1 + INTERCEPT_COST)
    const d = sumFF + own.length * FACTOR_COST
    const det = a * d - sumF * sumF
    side.intercept[index] = (sumY * d - sumFY * sumF) / det
    side.factor[index] = (a * sumFY - sumF * sumY) / det
  }
}

const meanOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length
