import { sql } from 'drizzle-orm'
import { openDatabase } from '@/db/client'
import { migrate } from '@/db/migrate'
import packageJson from '@/package.json'
import { seedDemoOnce } from './demo/seed'
import type { Deps } from './deps'
import { isDemoOn, readEnv } from './env'
import type { JobRunner } from './jobs/jobs'
import { openJobs } from './jobs/queues'
import { readKeys } from './keys'
import { moneyState, verifyAndGuard } from './ledger/verify'
import { createModels } from './llm/directory'
import { createLog } from './log'
import { createMailer } from './mail/mailer'
import { createOutbound } from './outbound/outbound'
import { openBus } from './realtime/bus'
import { createCipher } from './shared/cipher'
import { systemClock } from './shared/clock'
import { randomIds } from './shared/ids'
import { startWorker, type Worker } from './worker'

/** Everything one process has open. */
type Runtime = { deps: Deps; jobs: JobRunner; worker: Worker | null; startedAt: Date }

/**
 * Next loads modules more than once (instrumentation, pages, hot reload), and a PGlite folder must be opened once, so what
 * is open lives on `globalThis`.
 */
const shelf = globalThis as typeof globalThis & { caveatRuntime?: Promise<Runtime> }

function runtime(): Promise<Runtime> {
  shelf.caveatRuntime ??= open()
  return shelf.caveatRuntime
}

async function open(): Promise<Runtime> {
  const env = readEnv()
  const log = createLog(env.LOG_LEVEL)
  const database = await openDatabase({ url: env.DATABASE_URL, dataDir: env.DATA_DIR, log })
  await migrate(database)
  const keys = await readKeys(env)
  const jobs = await openJobs(database, log)
  const deps: Deps = {
    env,
    authSecret: keys.authSecret,
    database,
    db: database.db,
    clock: systemClock,
    ids: randomIds,
    jobs,
    bus: await openBus(database, log),
    cipher: createCipher(keys.sealKeys),
    models: createModels({ env, log }),
    mailer: env.SMTP_URL && env.MAIL_FROM ? createMailer({ url: env.SMTP_URL, from: env.MAIL_FROM }) : null,
    outbound: createOutbound({ allowsPrivate: env.OUTBOUND_PRIVATE === 'on' }),
    log,
  }
  const failed = (await verifyAndGuard(deps.db, { at: deps.clock.now() })).filter((check) => !check.ok)
  for (const { name, problems } of failed)
    log.error({ check: name, problems: problems.length }, 'the books are wrong: money is stopped')
  return { deps, jobs, worker: null, startedAt: deps.clock.now() }
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
  if (isWorker && running.worker === null) running.worker = await startWorker(deps, jobs)
}

/** Lets calls under way end, then closes everything. */
export async function stopMarket(): Promise<void> {
  const running = await shelf.caveatRuntime
  if (!running) return
  await running.worker?.stop()
  await running.jobs.stop()
  await running.deps.outbound.close()
  await running.deps.bus.close()
  await running.deps.database.close()
  shelf.caveatRuntime = undefined
}

export type Health = {
  status: 'ok' | 'degraded'
  version: string
  database: { kind: string; ok: boolean }
  jobs: { ok: boolean }
  worker: { here: boolean }
  model: { name: string; isBuiltIn: boolean }
  ledger: { ok: boolean; checkedAt: Date | null }
  demo: boolean
  upSince: Date
}

/** What is up. Never throws: a part that does not answer is reported as down. */
export async function runtimeHealth(): Promise<Health> {
  const { deps, jobs, worker, startedAt } = await runtime()
  const isAnswering = await deps.db.execute(sql`select 1`).then(
    () => true,
    () => false,
  )
  const isQueueUp = isAnswering && (await jobs.isUp())
  const money = isAnswering ? await moneyState(deps.db) : null
  const isMoneyOk = isAnswering && (money === null || money.frozenReason === null)
  return {
    status: isQueueUp && isMoneyOk ? 'ok' : 'degraded',
    version: packageJson.version,
    database: { kind: deps.database.kind, ok: isAnswering },
    jobs: { ok: isQueueUp },
    worker: { here: worker !== null },
    model: { name: deps.models.site.name, isBuiltIn: deps.models.isSiteBuiltIn },
    ledger: { ok: isMoneyOk, checkedAt: money?.checkedAt ?? null },
    demo: isDemoOn(deps.env),
    upSince: startedAt,
  }
}
