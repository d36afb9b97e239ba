/** Steps before a shock whose mean counts as usual. */
const BEFORE = 5
const RELATIVE = 0.1
const ABSOLUTE = 0.05

/** How many more firms than the shock found bankrupt may fail in a recovered Crash. */
const FAILURES_MAX = 1

/**
 * Steps from the shock to the first later one at which a metric is as before: within a tenth of its mean over the last five
 * steps before, or within 0.05 when that is more (lab-specification.md B.5, B-E3). Never: the steps that are left.
 */
export function recoveryTime(series: readonly number[], shock: number): number {
  const before = series.slice(Math.max(0, shock - BEFORE), shock)
  const usual = before.reduce((sum, value) => sum + value, 0) / Math.max(1, before.length)
  const tolerance = Math.max(RELATIVE * Math.abs(usual), ABSOLUTE)
  const after = series.findIndex((value, step) => step > shock && Math.abs(value - usual) <= tolerance)
  return (after === -1 ? series.length - 1 : after) - shock
}

/** The same for the Crash, where a market that lost more than one further firm has not recovered. `inBusiness`: firms at the end of each day. */
export function crashRecoveryTime(
  markups: readonly number[],
  inBusiness: readonly number[],
  shock: number,
): number {
  const before = inBusiness[shock - 1] ?? inBusiness[shock] ?? 0
  const isLost = before - (inBusiness.at(-1) ?? 0) > FAILURES_MAX
  return isLost ? Math.max(0, markups.length - 1 - shock) : recoveryTime(markups, shock)
}
