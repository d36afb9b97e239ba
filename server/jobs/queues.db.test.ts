import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '@/db/client'
import { createEmptyDatabase, describeMultiConnection, type ServerDatabase } from '@/db/testing'
import { type FaultyNetwork, startFaultyNetwork } from '@/db/testing-proxy'
import type { JobHandlers, JobRunner } from './jobs'
import { openJobs } from './queues'

/** A look at the queue without a notification, and a busy machine. */
const PATIENCE_MS = 20_000
/** Some batches: those that the first leaves behind would each wait five seconds for the next look. */
const BURST = 230
const BURST_MS = 8_000

describeMultiConnection('the queue', () => {
  let server: ServerDatabase
  let network: FaultyNetwork
  let database: Database
  let jobs: JobRunner
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }

  beforeEach(async () => {
    server = await createEmptyDatabase()
    network = await startFaultyNetwork(server.url)
    database = await openDatabase({ url: network.url, dataDir: '', driver: 'postgres' })
    jobs = await openJobs(database, log)
  })
  afterEach(async () => {
    await jobs.stop()
    await database.close()
    await network.stop()
    await server.drop()
  })

  test('goes on at once while more jobs lie there than it takes at once', async () => {
    const delivered: string[] = []
    const handlers = {
      'inspection.answer': async ({ rootId }: { rootId: string }) => void delivered.push(rootId),
    } as Partial<JobHandlers> as JobHandlers
    const rootIds = Array.from({ length: BURST }, (_, place) => `tree ${place}`)
    await jobs.enqueue(
      database.db,
      'inspection.answer',
      rootIds.map((rootId) => ({ rootId })),
    )
    await jobs.work(handlers)
    await vi.waitFor(() => expect(delivered.toSorted()).toEqual(rootIds.toSorted()), BURST_MS)
  })

  test('delivers again after every connection broke', async () => {
    const delivered: string[] = []
    const handlers = {
      'inspection.answer': async ({ rootId }: { rootId: string }) => void delivered.push(rootId),
    } as Partial<JobHandlers> as JobHandlers
    await jobs.work(handlers)
    await jobs.enqueue(database.db, 'inspection.answer', [{ rootId: 'before' }])
    await vi.waitFor(() => expect(delivered).toEqual(['before']), PATIENCE_MS)
    network.cut()
    await vi.waitFor(() => jobs.enqueue(database.db, 'inspection.answer', [{ rootId: 'after' }]), PATIENCE_MS)
    await vi.waitFor(() => expect(delivered).toEqual(['before', 'after']), PATIENCE_MS)
    expect(await jobs.isUp()).toBe(true)
  })
})
