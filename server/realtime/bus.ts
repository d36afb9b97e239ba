import type { Database } from '@/db/client'
import type { Log } from '../log'

/** Hints that a tree has new events. The payload is the root's id; the table is the truth (design, section 3). */
const CHANNEL = 'caveat_tree'

export interface Bus {
  /** Called after commit. Reaches every process. */
  publish(rootId: string): void
  /** Calls back for each hint about `rootId`, and after a reconnect; returns the way to stop. */
  subscribe(rootId: string, onHint: () => void): () => void
  close(): Promise<void>
}

/** Hearers in this process; shared by both kinds of bus. */
function createLocal() {
  const hearers = new Map<string, Set<() => void>>()
  const tell = (rootId: string) => {
    for (const hear of hearers.get(rootId) ?? []) hear()
  }
  return {
    tell,
    tellAll() {
      for (const rootId of hearers.keys()) tell(rootId)
    },
    subscribe(rootId: string, onHint: () => void) {
      const set = hearers.get(rootId) ?? new Set()
      hearers.set(rootId, set.add(onHint))
      return () => {
        set.delete(onHint)
        if (set.size === 0 && hearers.get(rootId) === set) hearers.delete(rootId)
      }
    },
  }
}

/** For PGlite, where there is one process only, and for tests. */
export function localBus(): Bus {
  const local = createLocal()
  return { publish: local.tell, subscribe: local.subscribe, close: async () => {} }
}

/** For Postgres: one listening connection per process, fan-out in memory. */
export async function openBus(database: Database, log: Log): Promise<Bus> {
  if (database.kind === 'pglite') return localBus()
  const local = createLocal()
  const stop = await database.listen(CHANNEL, local.tell, local.tellAll)
  return {
    publish(rootId) {
      database
        .notify(CHANNEL, rootId)
        .catch((error) => log.warn({ err: error, rootId }, 'a hint was not sent'))
    },
    subscribe: local.subscribe,
    close: stop,
  }
}
