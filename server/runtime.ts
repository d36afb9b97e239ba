import { type Db, openDatabase } from '@/db/client'
import { openDatabaseClock } from '@/db/clock'
import { PATIENT_LIMITS } from '@/db/drivers/connection'
import { migrate } from '@/db/migrate'
import { MARKET } from './actors/actor'
import { billToday, ceilingsOf, createAccount } from './bill/account'
import { seedDemoOnce } from './demo/seed'
import type { Deps } from './deps'
import { isDemoOn, readEnv, siteUrl } from './env'
import { createHealth, type Health } from './health'
import type { JobRunner } from './jobs/jobs'
import { openJobs } from './jobs/queues'
import { hasSealedTexts, openCipher } from './keys/open-cipher'
import { readKeys } from './keys/read-keys'
import { sealClear } from './keys/seal-clear'
import { createModels } from './llm/directory'
import { metered } from './llm/metered'
import { createLog } from './log'
import { createMailer } from './mail/mailer'
import { makeOperatorCode } from './operate/first-operator'
import { createOutbound, patientFetch } from './outbound/outbound'
import { createPageReader } from './pages/reader'
import { boundedRenderer } from './prose/renderer'
import { openBus } from './realtime/bus'
import { randomIds } from './shared/ids'
import { readVerified } from './verify/findings'
import { verifyAndGuard } from './verify/guard'
import type { CheckReport } from './verify/run'
import { startWorker, type Worker } from './worker'

/** Time for the answers under way, which say that the records cannot be reached, before a process whose database stopped ends. */
const LAST_ANSWERS_MS = 2_000

/** Everything one process has open. */
type Runtime = {
  deps: Deps
  jobs: JobRunner
  worker: Worker | null
  health: ReturnType<typeof createHealth>
  stopClock(): void
}

/**
 * Next loads modules more than once (instrumentation, pages, hot reload), and a PGlite folder must be opened once, so what
 * is open lives on `globalThis`.
 */
const shelf = globalThis as typeof globalThis & { caveatRuntime?: Promise<Runtime> }

function runtime(): Promise<Runtime> {
  shelf.caveatRuntime ??= open()
  return shelf.caveatRuntime
}

/** Whatever fails on the way, what was opened until then is closed again. */
async function open(): Promise<Runtime> {
  const opened: (() => unknown)[] = []
  try {
    return await openInto(opened)
  } catch (error) {
    // What a database that is away has a part in may not close; it is gone anyway.
    for (const close of opened.reverse()) await Promise.resolve(close()).catch(() => undefined)
    throw error
  }
}

/** @param opened gets how each thing is closed, in the order of opening. */
async function openInto(opened: (() => unknown)[]): Promise<Runtime> {
  const env = readEnv()
  const log = createLog(env.LOG_LEVEL)
  const database = await openDatabase({
    url: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    log,
    onStopped(error) {
      log.error({ reason: error.message }, 'the database stopped: this process ends')
      setTimeout(() => {
        // Once more: whatever failed meanwhile stands below the first line.
        console.error(error.message)
        process.exit(1)
      }, LAST_ANSWERS_MS)
    },
  })
  opened.push(() => database.close())
  await migrate(database)
  const clock = await openDatabaseClock(database, log)
  opened.push(() => clock.stop())
  const keys = await readKeys(env, { hasTexts: await hasSealedTexts(database.db) })
  const cipher = await openCipher(database.db, keys.sealKeys)
  const sealed = await sealClear({ db: database.db, cipher, log })
  if (sealed > 0) log.info({ rows: sealed }, 'what an earlier version kept in the clear is sealed')
  const ceilings = ceilingsOf(env)
  const jobs = await openJobs(database, log)
  opened.push(() => jobs.stop())
  const bus = await openBus(database, log)
  opened.push(() => bus.close())
  const outbound = createOutbound({ allowsPrivate: env.OUTBOUND_PRIVATE === 'on' })
  opened.push(() => outbound.close())
  const deps: Deps = {
    actor: MARKET,
    env,
    authSecret: keys.authSecret,
    database,
    db: database.db,
    clock,
    ids: randomIds,
    jobs,
    bus,
    cipher,
    models: metered(
      createModels({ env, log, fetch: patientFetch() }),
      createAccount({ db: database.db, clock }, ceilings),
    ),
    mailer: env.SMTP_URL && env.MAIL_FROM ? createMailer({ url: env.SMTP_URL, from: env.MAIL_FROM }) : null,
    outbound,
    pages: env.READ_PAGES === 'on' ? createPageReader({ outbound }) : null,
    prose: boundedRenderer(),
    log,
  }
  for (const { check, findings } of await checkBooks(deps))
    if (findings.length > 0)
      log.error({ check: check.id, findings, todo: check.todo }, 'the books are wrong: money is stopped')
  const health = createHealth({
    database,
    jobs,
    model: { name: deps.models.site.name, isBuiltIn: deps.models.isSiteBuiltIn },
    bill: deps.models.isSiteBuiltIn ? null : () => billToday({ db: database.db, clock }, ceilings),
    verified: () => readVerified(database.db),
    demo: isDemoOn(env),
    upSince: clock.now(),
  })
  return { deps, jobs, worker: null, health, stopClock: clock.stop }
}

/**
 * The money, before any moves; the rest is checked while the market works. On a server over a connection of its own: whole tables are
 * read, for which the others have no time.
 */
async function checkBooks({ env, database, cipher, clock, log }: Deps): Promise<CheckReport[]> {
  const books = (db: Db) => verifyAndGuard({ db, cipher, now: clock.now() }, { areas: ['money'] })
  if (database.kind === 'pglite') return books(database.db)
  const own = await openDatabase({
    url: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    poolMax: 1,
    limits: PATIENT_LIMITS,
    log,
  })
  return books(own.db).finally(() => own.close())
}

/** What pages, procedures and commands are given. Opens the database when nothing has yet. */
export async function getDeps(): Promise<Deps> {
  return (await runtime()).deps
}

/**
 * Opens the market, seeds the demo once, and begins to work unless `WORKER=off`. Called at the start of the web server and
 * of `npm run worker`.
 */
export async function startMarket({ isWorker }: { isWorker: boolean }): Promise<void> {
  const running = await runtime()
  const { deps, jobs } = running
  if (isDemoOn(deps.env)) await seedDemoOnce(deps)
  const code = await makeOperatorCode(deps)
  if (code !== null) {
    const page = new URL('/operate/first', siteUrl(deps.env)).href
    deps.log.warn({ code, page }, 'NO OPERATOR YET: whoever types this code on that page runs the market')
  }
  if (isWorker && running.worker === null) running.worker = await startWorker(deps, jobs)
}

/** Lets calls under way end, then closes everything. */
export async function stopMarket(): Promise<void> {
  const running = await shelf.caveatRuntime
  if (!running) return
  await running.worker?.stop()
  await running.jobs.stop()
  await running.deps.pages?.close()
  await running.deps.outbound.close()
  await running.deps.prose.close()
  await running.deps.bus.close()
  running.stopClock()
  await running.deps.database.close()
  shelf.caveatRuntime = undefined
}

/** After a start that failed: closes what it opened, so that another one may follow. */
export async function forgetMarket(): Promise<void> {
  // Closing what a database that is away has a part in may fail; it is gone anyway.
  await stopMarket().catch(() => undefined)
  shelf.caveatRuntime = undefined
}

/** What is up: within two seconds, and never by throwing. */
export async function runtimeHealth(): Promise<Health> {
  const { health, worker } = await runtime()
  return health({ isWorkerHere: worker !== null })
}
