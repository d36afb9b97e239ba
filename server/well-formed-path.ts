import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

/**
 * An address whose percent escapes are no UTF-8 (`/questions/%ff`, `/people/50%`) cannot be decoded, and Next answers it with a
 * failure of the server, whatever the route. It is read as somebody meant it who wrote the sign itself: no such page.
 */

/** Escapes that stand together, because a letter may take several; or a sign that escapes nothing. */
const ESCAPES = /(?:%[0-9a-f]{2})+|%/gi

/** The same address with every percent sign of its path that escapes nothing readable escaped. The query is left: parsing it never fails. */
export function wellFormedPath(address: string): string {
  const end = address.search(/[?#]/)
  const path = end < 0 ? address : address.slice(0, end)
  const mended = path.replace(ESCAPES, (run) => (isReadable(run) ? run : run.replaceAll('%', '%25')))
  return end < 0 ? mended : mended + address.slice(end)
}

function isReadable(escapes: string): boolean {
  try {
    decodeURIComponent(escapes)
    return true
  } catch {
    // How `decodeURIComponent` says no.
    return false
  }
}

type Started = { request: Pick<IncomingMessage, 'url'> }

/** From now on, for every request of every HTTP server of this process; Node tells of each before anybody handles it. */
export function mendPaths(): void {
  subscribe('http.server.request.start', (started) => {
    const { request } = started as Started
    if (request.url !== undefined) request.url = wellFormedPath(request.url)
  })
}
