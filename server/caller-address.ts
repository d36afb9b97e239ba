import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/**
 * Who is calling. Anybody may write `X-Forwarded-For`, and Next keeps what was written: so before it sees a request, the header is
 * set to what the socket says, or to what the proxies that the operator vouches for have seen (`TRUST_PROXY`).
 */

/** Headers that a proxy writes; without a trusted one they are the caller's own words. */
const OF_PROXIES = [
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-forwarded-port',
  'forwarded',
  'x-real-ip',
] as const

export type Seen = { forwarded: string | undefined; socket: string | undefined; proxies: number }

/** The nearest address that is not one of ours: each of `proxies` has added the address that it was called from. */
export function callerAddress({ forwarded, socket, proxies }: Seen): string {
  const written = forwarded?.split(',').map((entry) => entry.trim()) ?? []
  const chain = [...written, socket ?? '']
  // Fewer entries than proxies: somebody came round them, and the nearest thing that is known is the socket.
  const named = chain.at(-1 - proxies) ?? socket ?? ''
  return asCounted(named) ?? asCounted(socket ?? '') ?? 'unknown'
}

/** As limits count it: a home or a server has a whole /64 of IPv6, and may use another address for each call. */
function asCounted(text: string): string | null {
  if (!ipaddr.isValid(text)) return null
  const address = ipaddr.process(text)
  if (address instanceof ipaddr.IPv4) return address.toString()
  return `${address.toNormalizedString().split(':').slice(0, 4).join(':')}::`
}

/** As the audit log keeps it: whose network it is, and no more. Null for what is no address. */
export function networkOf(address: string): string | null {
  if (!ipaddr.isValid(address)) return null
  const known = ipaddr.process(address)
  if (known instanceof ipaddr.IPv4) return `${known.octets.slice(0, 2).join('.')}.0.0/16`
  return `${known.parts
    .slice(0, 2)
    .map((part) => part.toString(16))
    .join(':')}::/32`
}

type Started = { request: Pick<IncomingMessage, 'headers' | 'socket'> }

/** Writes the caller's address into a request, over whatever the caller wrote there. */
export function nameCaller({ request }: Started, proxies: number): void {
  const { headers, socket } = request
  const written = headers['x-forwarded-for']
  const forwarded = Array.isArray(written) ? written.join(',') : written
  headers['x-forwarded-for'] = callerAddress({ forwarded, socket: socket.remoteAddress, proxies })
  if (proxies === 0) for (const name of OF_PROXIES) delete headers[name]
}

/** From now on, for every request of every HTTP server of this process; Node tells of each before anybody handles it. */
export function nameCallers(proxies: number): void {
  subscribe('http.server.request.start', (started) => nameCaller(started as Started, proxies))
}
