import type { Area } from './check'
import { noteBooksChecked, record } from './findings'
import { type CheckReport, findingsOf, type Tools, verifyMarket } from './run'

/**
 * Verifies a market, or some areas of it, keeps what was found, and stops or lets go money accordingly. For the start and
 * `npm run verify`: once what was wrong is put right, the next look lets money move again.
 */
export async function verifyAndGuard(
  tools: Tools,
  wanted: { areas?: readonly Area[] } = {},
): Promise<CheckReport[]> {
  const reports = await verifyMarket(tools, wanted)
  const checks = reports.map(({ check }) => check)
  await record(tools.db, { checks, ids: null }, { found: findingsOf(reports), at: tools.now })
  await noteBooksChecked(tools.db, tools.now)
  return reports
}
