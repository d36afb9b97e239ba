import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Db, openDatabase } from '@/db/client'
import { findDrift } from '@/db/drift'
import { PATIENT_LIMITS } from '@/db/drivers/connection'
import { DataDirInUseError } from '@/db/lock-file'
import { migrate } from '@/db/migrate'
import { COMMAND } from '@/server/actors/actor'
import { runCommand } from '@/server/cli/run-command'
import { type Env, readEnv } from '@/server/env'
import { AppError } from '@/server/errors'
import { KeysMissingError, WrongKeysError } from '@/server/keys/errors'
import { hasSealedTexts, openCipher } from '@/server/keys/open-cipher'
import { KEYS_FILE, keptKeys } from '@/server/keys/read-keys'
import { frozenAccounts, moneyState } from '@/server/ledger/freeze'
import type { Cipher } from '@/server/shared/cipher'
import { systemClock } from '@/server/shared/clock'
import { AREAS, type Area } from '@/server/verify/check'
import { CHECKS } from '@/server/verify/checks/all'
import { verifyAndGuard } from '@/server/verify/guard'
import { mend } from '@/server/verify/mend'
import type { CheckReport } from '@/server/verify/run'

const HELP = `npm run verify                       holds the whole market against its checks; stops money where it is wrong
npm run verify -- list               says every check: what is always true, and what to do when it is not
npm run verify -- mend <check> <subject> --reason "…"
                                     puts one finding right where that is a contrary transfer, or a balance written again
                                     as the transfers have it; the reason is kept`

/** Enough to see a pattern; an operator reads them on a terminal. */
const PROBLEMS_SHOWN_MAX = 10

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { reason: { type: 'string' } },
  })
  const [command, check, subject, ...rest] = positionals
  if (command === undefined) return withMarket(verifyAll)
  if (command === 'list' && check === undefined) return list()
  if (command === 'mend' && check && subject && rest.length === 0)
    return withMarket((db) => mendOne(db, { check, subject, reason: values.reason ?? '' }))
  console.error(HELP)
  return command === 'help' ? 0 : 2
}

function list(): number {
  for (const area of AREAS) {
    console.log(`\n${area}`)
    for (const { id, sentence, todo } of CHECKS.filter((one) => one.area === area))
      console.log(`  ${id}: ${sentence}\n      ${todo}`)
  }
  return 0
}

async function withMarket(work: (db: Db, env: Env) => Promise<number>): Promise<number> {
  const env = readEnv()
  const database = await openDatabase({
    url: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    limits: PATIENT_LIMITS,
  })
  try {
    await migrate(database)
    return await work(database.db, env)
  } finally {
    await database.close()
  }
}

async function verifyAll(db: Db, env: Env): Promise<number> {
  const { cipher, whyNot } = await cipherOf(db, env)
  const reports = await verifyAndGuard({ db, cipher, now: systemClock.now() })
  for (const area of AREAS) showArea(area, reports)
  const failed = reports.filter(({ findings }) => findings.length > 0).length
  console.log(
    failed === 0
      ? `All ${reports.length} checks passed. ${await moneyInWords(db)}`
      : `${failed} of ${reports.length} checks failed. ${await moneyInWords(db)} Make a backup before you change anything.`,
  )
  if (whyNot !== null) console.log(`✗ Whether sealed texts open was not checked. ${whyNot}`)
  const drift = await findDrift(db)
  console.log(
    `${drift.length === 0 ? '✓' : '✗'} The schema and its functions are those of the code. (schema-is-the-codes)`,
  )
  for (const difference of drift) console.log(`    ${difference}`)
  if (drift.length > 0)
    console.log('Functions are put back at the next start after: delete from drizzle.function_file')
  return failed + drift.length === 0 && whyNot === null ? 0 : 1
}

/** Without its keys the rest of a market can be checked all the same. */
async function cipherOf(db: Db, env: Env): Promise<{ cipher: Cipher | null; whyNot: string | null }> {
  const file = path.join(env.DATA_DIR, KEYS_FILE)
  const sealKeys = env.SEAL_KEYS ?? (await keptKeys(file))?.sealKeys
  try {
    if (sealKeys !== undefined) return { cipher: await openCipher(db, sealKeys), whyNot: null }
    if (await hasSealedTexts(db)) throw new KeysMissingError(file)
    return { cipher: null, whyNot: null }
  } catch (error) {
    if (!(error instanceof KeysMissingError || error instanceof WrongKeysError)) throw error
    return { cipher: null, whyNot: error.message }
  }
}

function showArea(area: Area, reports: readonly CheckReport[]): void {
  const own = reports.filter(({ check }) => check.area === area)
  const wrong = own.filter(({ findings }) => findings.length > 0)
  const failed = wrong.length === 0 ? 'all pass' : `${wrong.length} failed`
  console.log(`${wrong.length === 0 ? '✓' : '✗'} ${area}: ${own.length} checks, ${failed}`)
  for (const { check, findings } of wrong) {
    console.log(`  ✗ ${check.id}: it is not so that: ${check.sentence}`)
    for (const { subject, problem } of findings.slice(0, PROBLEMS_SHOWN_MAX))
      console.log(`      ${subject === '' ? problem : `${subject}: ${problem}`}`)
    if (findings.length > PROBLEMS_SHOWN_MAX)
      console.log(`      … and ${findings.length - PROBLEMS_SHOWN_MAX} more`)
    console.log(`    Do: ${check.todo}`)
    if (check.mend)
      console.log(`    Mend: npm run verify -- mend ${check.id} '${findings[0]?.subject}' --reason "…"`)
  }
}

async function moneyInWords(db: Db): Promise<string> {
  const state = await moneyState(db)
  if (state?.frozenReason != null)
    return `Money is stopped for everybody (${state.frozenReason}); reading works, and it moves again when that check passes.`
  const accounts = await frozenAccounts(db)
  if (accounts.length === 0) return 'Money may move.'
  const named = accounts.slice(0, PROBLEMS_SHOWN_MAX).join(', ')
  return `Money moves, but out of ${accounts.length === 1 ? 'one account' : `${accounts.length} accounts`}: ${named}.`
}

async function mendOne(db: Db, wanted: { check: string; subject: string; reason: string }): Promise<number> {
  try {
    console.log(`Mended: ${await mend({ db, actor: COMMAND, clock: systemClock }, wanted)}.`)
    console.log('Run npm run verify: other checks that named the same rows are looked at again by it.')
    return 0
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    console.error(`It cannot be mended: ${error.message} Nothing was changed.`)
    return 1
  }
}

/** A market that is running has its folder to itself, and checks itself. */
async function mainBesideAMarket(): Promise<number> {
  try {
    return await main()
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error
    console.error(error.message)
    console.error('What a running market finds stands on its page /api/health, and in its log with the rows.')
    return 1
  }
}

runCommand(mainBesideAMarket)
