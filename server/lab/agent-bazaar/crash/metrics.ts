import { mean, sampleStandardDeviation } from 'simple-statistics'
import type { CrashConfig } from './config'
import type { CrashRun } from './simulate'

/** What is reported of a run (lab-specification.md B.4, B.5). Shares from 0 to 1, prices in dollars, days counted from 0. */
export type CrashMetrics = {
  bankruptcyRate: number
  /** Sample standard deviation over the days of the day's mean price; 0 for a single day. */
  volatility: number
  /** Mean of survivors' last prices / unit cost; 0 when nobody survived. */
  markup: number
  /** Left out when nobody survived. */
  survivorPrice?: number
  /** Of the days' mean prices. */
  lowestMeanPrice: number
  /** The number of days when nobody went bankrupt. */
  firstBankruptcy: number
  /** Days played before no firm was left; the number of days otherwise. */
  lasted: number
  ordersFilled: number
  /** Mean of survivors' cash at the end; left out when nobody survived. */
  survivorCash?: number
}

export function crashMetrics(run: CrashRun, config: CrashConfig): CrashMetrics {
  const survivors = run.firms.filter(({ bankruptOn }) => bankruptOn === null)
  const bankruptcies = run.firms.flatMap(({ bankruptOn }) => bankruptOn ?? [])
  const ofSurvivors =
    survivors.length === 0
      ? null
      : {
          survivorPrice: mean(survivors.map(({ lastPrice }) => lastPrice ?? 0)),
          survivorCash: mean(survivors.map(({ cash }) => cash)),
        }
  return {
    bankruptcyRate: bankruptcies.length / run.firms.length,
    volatility: run.days < 2 ? 0 : sampleStandardDeviation([...run.series.meanPrice]),
    markup: (ofSurvivors?.survivorPrice ?? 0) / (run.series.unitCost.at(-1) ?? config.unitCost),
    lowestMeanPrice: Math.min(...run.series.meanPrice),
    firstBankruptcy: Math.min(config.days, ...bankruptcies),
    lasted: run.days,
    ordersFilled: run.series.ordersFilled.reduce((sum, filled) => sum + filled, 0),
    ...ofSurvivors,
  }
}
