/** One figure, printed as one JSON line. `low` and `high` are the ends of its 95 % interval, `n` the measurements behind it. */
export interface BenchResult {
  name: string
  value: number
  unit: string
  n: number
  low: number
  high: number
}

/** What every bench takes from the command line. */
export interface BenchOptions {
  /** Pairs of blocks, one of each arm. */
  pairs: number
  /** Length of a block. */
  seconds: number
  seed: number
}

export type Bench = (options: BenchOptions) => Promise<BenchResult[]>

/** Three decimals: the interval is wider than that on any machine. */
export function jsonLine({ name, value, unit, n, low, high }: BenchResult): string {
  return JSON.stringify({ name, value: rounded(value), unit, n, low: rounded(low), high: rounded(high) })
}

function rounded(value: number): number {
  return Number(value.toFixed(3))
}
