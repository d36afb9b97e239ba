import { openDatabase } from '@/db/client'
import { findDrift } from '@/db/drift'
import { PATIENT_LIMITS } from '@/db/drivers/connection'
import { DataDirInUseError } from '@/db/lock-file'
import { migrate } from '@/db/migrate'
import { runCommand } from '@/server/cli/run-command'
import { readEnv } from '@/server/env'
import { verifyAndGuard } from '@/server/ledger/verify'
import { systemClock } from '@/server/shared/clock'

/**
 * `npm run verify`: checks the books of the market, prints each check, and stops money while one of them fails. Then says how
 * the database's schema and functions differ from those of the code.
 */
async function main(): Promise<number> {
  const env = readEnv()
  const database = await openDatabase({
    url: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    limits: PATIENT_LIMITS,
  })
  try {
    await migrate(database)
    const checks = await verifyAndGuard(database.db, { at: systemClock.now() })
    for (const { ok, name, sentence, checked, problems } of checks) {
      console.log(`${ok ? '✓' : '✗'} ${sentence} (${name}, ${checked} checked)`)
      for (const problem of problems) console.log(`    ${problem}`)
    }
    const failed = checks.filter((check) => !check.ok).length
    console.log(
      failed === 0
        ? `All ${checks.length} checks passed. Money may move.`
        : `${failed} of ${checks.length} checks failed. Money is stopped, reading works; it moves again when a check passes.`,
    )
    const drift = await findDrift(database.db)
    console.log(
      `${drift.length === 0 ? '✓' : '✗'} The schema and its functions are those of the code. (schema-is-the-codes)`,
    )
    for (const difference of drift) console.log(`    ${difference}`)
    if (drift.length > 0)
      console.log('Functions are put back at the next start after: delete from drizzle.function_file')
    return failed + drift.length === 0 ? 0 : 1
  } finally {
    await database.close()
  }
}

/** A market that is running has its folder to itself, and checks its books itself. */
async function mainBesideAMarket(): Promise<number> {
  try {
    return await main()
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error
    console.error(error.message)
    console.error('To check the books of a market that is running, open its page /api/health.')
    return 1
  }
}

runCommand(mainBesideAMarket)
