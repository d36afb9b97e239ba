import { describe, expect, it, vi } from 'vitest'
import type { Db } from '@/db/client'
import { createHandover, type JobRow } from './handover'
import type { JobHandlers } from './jobs'

const place = { rootId: 'r', contextId: 'c' }
const log = { debug() {}, info() {}, warn() {}, error() {} }

/** A queue that only remembers, and handlers that do. */
function scene(fails = false) {
  const stored: { name: string; rows: JobRow[] }[] = []
  const removed: string[] = []
  const ran: string[] = []
  const run = (name: string) => async () => {
    ran.push(name)
    if (fails) throw new Error('failed')
  }
  const handlers: JobHandlers = {
    'market.match': run('market.match'),
    'market.fan-out': run('market.fan-out'),
    'market.apply-matcher': run('market.apply-matcher'),
    'market.match-again': run('market.match-again'),
    'inspection.advance': run('inspection.advance'),
    'sellers.answer': run('sellers.answer'),
    'sellers.deliver': run('sellers.deliver'),
    'inspection.answer': run('inspection.answer'),
    'mail.gather': run('mail.gather'),
    'corpus.ingest': run('corpus.ingest'),
    'mail.send': run('mail.send'),
  }
  const handover = createHandover(
    {
      insert: async (_tx, name, rows) => void stored.push({ name, rows }),
      remove: async (_name, ids) => void removed.push(...ids),
    },
    log,
  )
  return { handover, handlers, stored, removed, ran, tx: {} as Db }
}

describe('jobs handed over in one process', () => {
  it('are stored before the commit, begin after it, and leave the queue when they are done', async () => {
    const { handover, handlers, stored, removed, ran, tx } = scene()
    handover.begin(handlers)
    const jobs = handover.open(tx)
    expect(handover.collect(tx, 'inspection.advance', [place, place])).toBe(true)
    expect(stored).toEqual([])
    await jobs.write()
    expect(stored.map(({ rows }) => rows.map(({ startAfter }) => startAfter))).toEqual([[3, 3]])
    expect(ran).toEqual([])
    jobs.deliver()
    await handover.stop()
    expect(ran).toEqual(['inspection.advance', 'inspection.advance'])
    expect(removed).toEqual(stored.flatMap(({ rows }) => rows.map(({ id }) => id)))
  })

  it('that nobody waits for begin a moment later, and not at all once the process stops', async () => {
    vi.useFakeTimers()
    try {
      const { handover, handlers, ran, removed, tx } = scene()
      handover.begin(handlers)
      const fanOut = async () => {
        const jobs = handover.open(tx)
        handover.collect(tx, 'market.fan-out', [{ contextId: 'c', after: null }])
        await jobs.write()
        jobs.deliver()
      }
      await fanOut()
      await vi.advanceTimersByTimeAsync(10)
      expect(ran).toEqual([])
      await vi.advanceTimersByTimeAsync(200)
      expect(ran).toEqual(['market.fan-out'])
      await fanOut()
      await handover.stop()
      await vi.advanceTimersByTimeAsync(1_000)
      expect(ran).toHaveLength(1)
      expect(removed).toHaveLength(1)
    } finally {
      vi.useRealTimers()
    }
  })

  it('stay in the queue when they fail here', async () => {
    const { handover, handlers, removed, ran, tx } = scene(true)
    handover.begin(handlers)
    const jobs = handover.open(tx)
    handover.collect(tx, 'inspection.advance', [place])
    await jobs.write()
    jobs.deliver()
    await handover.stop()
    expect(ran).toHaveLength(1)
    expect(removed).toEqual([])
  })

  it('wait for their moment, or for any worker when they may call a model', async () => {
    const { handover, handlers, stored, ran, tx } = scene()
    handover.begin(handlers)
    const jobs = handover.open(tx)
    const later = new Date('2026-02-01T00:00:00Z')
    handover.collect(tx, 'inspection.advance', [place], later)
    handover.collect(tx, 'inspection.answer', [{ rootId: 'r' }])
    await jobs.write()
    jobs.deliver()
    await handover.stop()
    expect(stored.map(({ rows }) => rows[0]?.startAfter)).toEqual([later, undefined])
    expect(ran).toEqual([])
  })

  it('are left to the queue at once by a process that does not work', async () => {
    const { handover, stored, ran, tx } = scene()
    const jobs = handover.open(tx)
    handover.collect(tx, 'market.match', [{ rootId: 'r', contextIds: ['c'] }])
    await jobs.write()
    jobs.deliver()
    await handover.stop()
    expect(stored[0]?.rows[0]?.startAfter).toBeUndefined()
    expect(ran).toEqual([])
  })

  it('of a transaction that is undone never begin, and other transactions are not collected', async () => {
    const { handover, handlers, ran, tx } = scene()
    handover.begin(handlers)
    handover.open(tx)
    expect(handover.collect({} as Db, 'inspection.advance', [place])).toBe(false)
    handover.collect(tx, 'inspection.advance', [place])
    await handover.stop()
    expect(ran).toEqual([])
  })
})
