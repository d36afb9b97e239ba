import type { Database } from '@/db/client'
import type { Log } from '../log'

/** Hints that a tree or an inbox has changed. The payload names them; the tables are the truth (design, section 3). */
const CHANNEL = 'caveat_tree'

export interface Bus {
  /** Called after commit. Reaches every process. */
  publish(rootId: string): void
  /** Many hints at once, in as few messages as hold them. */
  publishAll(topics: readonly string[]): void
  /** Calls back for each hint about `rootId`, and after a reconnect; returns the way to stop. */
  subscribe(rootId: string, onHint: () => void): () => void
  /** Calls back for each hint whatever it is about, and with null when hints may have been lost. */
  subscribeAll(onHint: (topic: string | null) => void): () => void
  close(): Promise<void>
}

/** Hearers in this process; shared by both kinds of bus. */
function createLocal() {
  const hearers = new Map<string, Set<() => void>>()
  const hearersOfAll = new Set<(topic: string | null) => void>()
  const tellOne = (rootId: string) => {
    for (const hear of hearers.get(rootId) ?? []) hear()
  }
  return {
    tell(rootId: string) {
      tellOne(rootId)
      for (const hear of hearersOfAll) hear(rootId)
    },
    tellAll() {
      for (const rootId of hearers.keys()) tellOne(rootId)
      for (const hear of hearersOfAll) hear(null)
    },
    subscribeAll(onHint: (topic: string | null) => void) {
      hearersOfAll.add(onHint)
      return () => {
        hearersOfAll.delete(onHint)
      }
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
  const { tell, subscribe, subscribeAll } = createLocal()
  const publishAll = (topics: readonly string[]) => {
    for (const topic of topics) tell(topic)
  }
  return { publish: tell, publishAll, subscribe, subscribeAll, close: async () => {} }
}

/** A message holds 7999 bytes. */
const MESSAGE_CHARS_MAX = 7_900
/** Stands in no id. */
const BETWEEN_TOPICS = ' '

/** Topics joined into messages that are not too long. */
function messagesOf(topics: readonly string[]): string[] {
  const messages: string[] = []
  for (const topic of topics) {
    const longer = [messages.at(-1), topic].filter((part) => part !== undefined).join(BETWEEN_TOPICS)
    if (messages.length > 0 && longer.length <= MESSAGE_CHARS_MAX) messages[messages.length - 1] = longer
    else messages.push(topic)
  }
  return messages
}

/** For Postgres: one listening connection per process, fan-out in memory. */
export async function openBus(database: Database, log: Log): Promise<Bus> {
  if (database.kind === 'pglite') return localBus()
  const local = createLocal()
  const hear = (message: string) => {
    for (const topic of message.split(BETWEEN_TOPICS)) local.tell(topic)
  }
  const stop = await database.listen(CHANNEL, hear, local.tellAll)
  const publishAll = (topics: readonly string[]) => {
    for (const message of messagesOf(topics)) {
      database
        .notify(CHANNEL, message)
        .catch((error) => log.warn({ err: error, message }, 'a hint was not sent'))
    }
  }
  return {
    publish: (rootId) => publishAll([rootId]),
    publishAll,
    subscribe: local.subscribe,
    subscribeAll: local.subscribeAll,
    close: stop,
  }
}
