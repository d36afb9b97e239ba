import { medianOf } from './bootstrap'

/** Arms of a bench of growth: the same market with few questions and with a hundred times as many. */
export const FEW = 1_000
export const MANY = 100_000

export type Growth = {
  pairs: number
  /** Reads of each arm in a pair. */
  reads: number
  /** Reads of each arm before the first pair; not counted. */
  warmUpReads: number
  /** Milliseconds of one read, and which read it is of all. */
  few: (read: number) => Promise<number>
  many: (read: number) => Promise<number>
}

/** For each pair the median read with many / with few, read in turn. */
export async function growthOf({ pairs, reads, warmUpReads, few, many }: Growth): Promise<number[]> {
  const ratios: number[] = []
  for (let pair = -1; pair < pairs; pair += 1) {
    const times: { few: number[]; many: number[] } = { few: [], many: [] }
    const first = pair < 0 ? 0 : warmUpReads + pair * reads
    for (let read = first; read < first + (pair < 0 ? warmUpReads : reads); read += 1) {
      times.few.push(await few(read))
      times.many.push(await many(read))
    }
    if (pair >= 0) ratios.push(medianOf(times.many) / medianOf(times.few))
  }
  return ratios
}
