import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseLog, Unlisten } from './database'

/** The part of a Postgres client that listening needs; `pg` and Neon's have it. */
export interface ListenClient {
  connect(): Promise<unknown>
  query(text: string): Promise<unknown>
  end(): Promise<void>
  on(event: 'notification', handler: (message: { channel: string; payload?: string }) => void): unknown
  on(event: 'error', handler: (error: Error) => void): unknown
  on(event: 'end', handler: () => void): unknown
}

interface Subscription {
  channel: string
  onPayload: (payload: string) => void
  onReconnect?: () => void
}

export interface Listener {
  listen(channel: string, onPayload: (payload: string) => void, onReconnect?: () => void): Promise<Unlisten>
  close(): Promise<void>
}

const FIRST_RETRY_MS = 100
/** People look at a live page: a longer wait would be noticed after the database is back. */
const LONGEST_RETRY_MS = 5_000
/** A connection whose other end vanished without a word looks open for ever; a statement each half minute finds out. */
const HEARTBEAT_MS = 30_000

/** Throws for a name that Postgres would fold or that would have to be quoted. */
export function checkChannel(channel: string): void {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(channel)) throw new Error(`Not a channel name: ${channel}`)
}

/**
 * LISTEN over one connection of its own, opened at the first call and opened again whenever it is lost. A pooled
 * connection would not do: what it listens to ends when it goes back.
 */
export function createListener(newClient: () => ListenClient, log?: DatabaseLog): Listener {
  const subscriptions = new Set<Subscription>()
  const closing = new AbortController()
  let current: Promise<ListenClient> | undefined

  /** The client, connected and listening to every channel that has a subscription. */
  async function connect(): Promise<ListenClient> {
    const client = newClient()
    let isLost = false
    let heartbeat: NodeJS.Timeout | undefined
    const lose = (error?: Error) => {
      if (isLost) return
      isLost = true
      clearInterval(heartbeat)
      void client.end().catch(() => undefined)
      if (heartbeat === undefined || closing.signal.aborted) return
      log?.warn({ reason: error?.message }, 'Lost the connection that listens; connecting again.')
      current = reconnect()
      current.catch(() => undefined)
    }
    client.on('error', lose)
    client.on('end', lose)
    client.on('notification', ({ channel, payload }) => {
      for (const subscription of subscriptions) {
        if (subscription.channel === channel) subscription.onPayload(payload ?? '')
      }
    })
    try {
      await client.connect()
      for (const channel of new Set([...subscriptions].map((subscription) => subscription.channel))) {
        await client.query(`listen ${channel}`)
      }
    } catch (error) {
      lose()
      throw error
    }
    heartbeat = setInterval(() => void client.query('select 1').catch(lose), HEARTBEAT_MS)
    heartbeat.unref()
    return client
  }

  async function reconnect(): Promise<ListenClient> {
    for (let wait = FIRST_RETRY_MS; ; wait = Math.min(wait * 2, LONGEST_RETRY_MS)) {
      await sleep(wait, undefined, { signal: closing.signal })
      try {
        const client = await connect()
        // Not here: what a callback throws is no reason to connect once more.
        for (const { onReconnect } of subscriptions) if (onReconnect) queueMicrotask(onReconnect)
        return client
      } catch (error) {
        log?.warn({ reason: error instanceof Error ? error.message : String(error) }, 'Cannot listen yet.')
      }
    }
  }

  function connected(): Promise<ListenClient> {
    current ??= connect().catch((error: unknown) => {
      current = undefined
      throw error
    })
    return current
  }

  return {
    async listen(channel, onPayload, onReconnect) {
      checkChannel(channel)
      const subscription: Subscription = { channel, onPayload, onReconnect }
      subscriptions.add(subscription)
      try {
        // Harmless when the connection listens to the channel already.
        await (await connected()).query(`listen ${channel}`)
      } catch (error) {
        subscriptions.delete(subscription)
        throw error
      }
      return async () => {
        subscriptions.delete(subscription)
        const isWanted = [...subscriptions].some((other) => other.channel === channel)
        if (isWanted || closing.signal.aborted) return
        // A connection that fails here is replaced by one that does not listen to the channel.
        await connected()
          .then((client) => client.query(`unlisten ${channel}`))
          .catch(() => undefined)
      }
    },
    async close() {
      closing.abort()
      subscriptions.clear()
      const client = await current?.catch(() => undefined)
      await client?.end()
    },
  }
}
