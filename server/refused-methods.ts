import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

/**
 * The web's `Request` can be made of no TRACE (Fetch, section 4.6), so Next would answer one with a failure of the server. It is handed on
 * under another name that nobody here answers to: pages refuse it (`proxy.ts`), Next refuses it for routes.
 */
const UNMAKEABLE = 'TRACE'
const INSTEAD = 'PURGE'

type Started = { request: Pick<IncomingMessage, 'method'> }

/** From now on, for every request of every HTTP server of this process; Node tells of each before anybody handles it. */
export function renameTrace(): void {
  subscribe('http.server.request.start', (started) => {
    const { request } = started as Started
    if (request.method === UNMAKEABLE) request.method = INSTEAD
  })
}
