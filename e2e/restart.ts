import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { and, inArray, ne } from 'drizzle-orm'
import { openDatabase } from '@/db/client'
import { PATIENT_LIMITS } from '@/db/drivers/connection'
import { contexts } from '@/db/schema'
import { startEmbeddedPostgres } from '@/db/testing-postgres'
import { buildWhenNeeded } from '@/server/cli/build'
import { openCipher } from '@/server/keys/open-cipher'
import { DEFAULT_POLICY } from '@/server/protocol/policy'
import { whatIsWrong } from '@/server/verify/testing'
import { micros } from './amounts'
import { type Person, register, withLogin } from './person'
import { newDataDir, removeDataDir, type Site, startSite, startWorkerProcess } from './site'

/**
 * `npm run test:restart -- [--rounds 3] [--askers 6]`: two webs and two workers on one Postgres, whose restart falls into the
 * work. What was acknowledged is counted outside of the database; a call without an answer is sent again with its key. Prints one JSON
 * line a figure; ends with 1 when something acknowledged is lost or doubled, or not everything moves again within 20 s (reliability, G4).
 */
const MOVES_AGAIN_MS = 20_000
/** A restart as an update of the server makes it. */
const DOWN_MS = 2_000
/** Before the restart, and after everything moved again. */
const WORK_MS = 8_000
const WORKERS = ['first', 'second'] as const
/** A tree that has not ended by then is stuck. */
const END_MS = 60_000
const SEAL_KEYS = `restart:${Buffer.alloc(32, 7).toString('base64')}`

type Acknowledged = { questions: Set<string>; offers: Set<string> }

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '3' }, askers: { type: 'string', default: '6' } },
  })
  const built = await buildWhenNeeded()
  if (built !== 0) return built
  const postgres = await startEmbeddedPostgres()
  const dataDir = await newDataDir()
  const env = {
    DATABASE_URL: postgres.url,
    SEAL_KEYS,
    AUTH_SECRET: 'restart'.repeat(8),
    DEMO: 'off',
    VERIFY_EMAIL: 'off',
  }
  const processes: { stop(): Promise<void> }[] = []
  try {
    const ofWebs = { dataDir, env: { ...env, WORKER: 'off' } }
    const webs: Site[] = [await startSite(ofWebs), await startSite(ofWebs)]
    processes.push(...webs)
    for (const _worker of WORKERS) processes.push(await startWorkerProcess(dataDir, env))
    const figures = await campaign(postgres, webs, {
      rounds: Number(values.rounds),
      askers: Number(values.askers),
    })
    for (const figure of figures) console.log(JSON.stringify(figure))
    const wrong = await judge(postgres.url)
    console.log(JSON.stringify({ name: 'contradictions', value: wrong.length, unit: 'findings', most: 0 }))
    for (const one of wrong) console.error(one)
    return figures.some(({ value, most }) => value > most) || wrong.length > 0 ? 1 : 0
  } finally {
    await Promise.all(processes.map((one) => one.stop()))
    await postgres.stop()
    await removeDataDir(dataDir)
  }
}

type Figure = { name: string; value: number; unit: string; n: number; most: number }

async function campaign(
  postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>,
  webs: readonly Site[],
  { rounds, askers }: { rounds: number; askers: number },
): Promise<Figure[]> {
  const url = (place: number) => webs[place % webs.length]?.url ?? ''
  const people: Person[] = []
  for (let place = 0; place < askers * 2; place += 1)
    people.push(await register(url(0), `Person ${'abcdefghijklmnopqrstuvwxyz'[place % 26]}`))
  const at = (person: Person, place: number) => withLogin(person, url(place), person.cookie)
  const acknowledged: Acknowledged = { questions: new Set(), offers: new Set() }
  let isWorking = true
  let turn = 0
  const work = Promise.all(
    Array.from({ length: askers }, async (_, place) => {
      const [asker, seller] = [people[place * 2], people[place * 2 + 1]]
      if (!asker || !seller) return
      while (isWorking) {
        turn += 1
        const here = turn
        const questionId = await untilAnswered(at(asker, here), (person, requestKey) =>
          person.api.contexts.ask
            .mutate({
              ...QUESTION,
              title: `Does the ferry of pier ${here} leave at nine?`,
              budgetMicros: micros('0.10'),
              requestKey,
            })
            .then(({ contextId }) => contextId),
        )
        acknowledged.questions.add(questionId)
        for (let offer = 0; offer < 2; offer += 1) {
          const offerId = await untilAnswered(at(seller, here + 1), (person, requestKey) =>
            person.api.offers.post
              .mutate({
                contextId: questionId,
                teaser: `The timetable of the ferry of pier ${here}, page ${offer}.`,
                privateInfo: `The ferry of pier ${here} leaves at nine, says page ${offer}.`,
                priceMicros: micros('0.02'),
                requestKey,
              })
              .then(({ offerId: id }) => id),
          )
          acknowledged.offers.add(offerId)
        }
      }
    }),
  )
  // What breaks is told where it is awaited, when everything has been stopped in order.
  work.catch(() => {})
  const movedAfter: number[] = []
  const answeredAfter: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await sleep(WORK_MS)
    await postgres.restart(DOWN_MS)
    const upAt = performance.now()
    const before = [...acknowledged.questions]
    answeredAfter.push(...(await Promise.all(webs.map((site) => untilHealthy(site, upAt)))))
    movedAfter.push(await untilEnded(postgres.url, before, upAt))
  }
  isWorking = false
  await work
  await untilEnded(postgres.url, [...acknowledged.questions], performance.now())
  const lost = await lostOf(postgres.url, acknowledged)
  return [
    {
      name: 'acknowledged_lost',
      value: lost.missing,
      unit: 'rows',
      n: acknowledged.questions.size + acknowledged.offers.size,
      most: 0,
    },
    {
      name: 'acknowledged_doubled',
      value: lost.doubled,
      unit: 'rows',
      n: acknowledged.questions.size + acknowledged.offers.size,
      most: 0,
    },
    {
      name: 'webs_answer_again',
      value: Math.max(...answeredAfter),
      unit: 'ms',
      n: answeredAfter.length,
      most: MOVES_AGAIN_MS,
    },
    {
      name: 'everything_moves_again',
      value: Math.max(...movedAfter),
      unit: 'ms',
      n: movedAfter.length,
      most: MOVES_AGAIN_MS,
    },
  ]
}

const QUESTION = {
  body: '',
  decision: { kind: 'open' as const },
  pages: [],
  tags: [],
  deadlineMinutes: 60,
  start: { rule: 'quorum' as const, offers: 2 },
  isTreePublic: true,
  policy: { ...DEFAULT_POLICY, botWaitSeconds: 0, maxSittings: 1 },
}
/** Between two tries of a call that had no answer. */
const AGAIN_MS = 250

/** The same call with the same key until it is answered: what a page does whose connection broke. */
async function untilAnswered(
  person: Person,
  call: (person: Person, requestKey: string) => Promise<string>,
): Promise<string> {
  const requestKey = randomBytes(12).toString('hex')
  for (;;) {
    try {
      return await call(person, requestKey)
    } catch (error) {
      if (isRefusal(error)) throw error
      await sleep(AGAIN_MS)
    }
  }
}

/** Said by the market, not by what stands between. */
const isRefusal = (error: unknown) =>
  error instanceof Error &&
  /BAD_REQUEST|PRECONDITION|FORBIDDEN|UNAUTHORIZED|NOT_FOUND/.test(JSON.stringify(error))

async function untilHealthy(site: Site, since: number): Promise<number> {
  for (;;) {
    const health = await fetch(`${site.url}/api/health`).catch(() => null)
    if (health?.ok) return performance.now() - since
    await sleep(AGAIN_MS / 5)
  }
}

/**
 * How long after `since` the last of these questions had ended: all had their offers, so nothing but the market kept them. The database is
 * asked for those that have not, at one go: to read thousands of trees one by one takes minutes, which would be counted as the market's.
 */
async function untilEnded(databaseUrl: string, ids: readonly string[], since: number): Promise<number> {
  const database = await openDatabase({ url: databaseUrl, dataDir: '', limits: PATIENT_LIMITS })
  try {
    let left = [...ids]
    while (left.length > 0) {
      if (performance.now() - since > END_MS)
        throw new Error(`${left.length} questions have not ended: ${left[0]}`)
      const open = await database.db.query.contexts.findMany({
        columns: { id: true },
        where: and(inArray(contexts.id, left), ne(contexts.phase, 'settled')),
      })
      left = open.map(({ id }) => id)
      if (left.length > 0) await sleep(AGAIN_MS)
    }
    return performance.now() - since
  } finally {
    await database.close()
  }
}

async function lostOf(
  databaseUrl: string,
  { questions, offers }: Acknowledged,
): Promise<{ missing: number; doubled: number }> {
  const database = await openDatabase({ url: databaseUrl, dataDir: '', limits: PATIENT_LIMITS })
  try {
    const [asked, posted] = [
      await database.db.query.contexts.findMany({ columns: { id: true, title: true } }),
      await database.db.query.offers.findMany({ columns: { id: true, teaser: true } }),
    ]
    const [known, sold] = [new Set(asked.map(({ id }) => id)), new Set(posted.map(({ id }) => id))]
    const missing =
      [...questions].filter((id) => !known.has(id)).length + [...offers].filter((id) => !sold.has(id)).length
    const doubled =
      asked.length -
      new Set(asked.map(({ title }) => title)).size +
      posted.length -
      new Set(posted.map(({ teaser }) => teaser)).size
    return { missing, doubled }
  } finally {
    await database.close()
  }
}

async function judge(databaseUrl: string): Promise<string[]> {
  const database = await openDatabase({ url: databaseUrl, dataDir: '', limits: PATIENT_LIMITS })
  try {
    return await whatIsWrong(database.db, { cipher: await openCipher(database.db, SEAL_KEYS) })
  } finally {
    await database.close()
  }
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    console.error(error)
    process.exitCode = 1
  },
)
