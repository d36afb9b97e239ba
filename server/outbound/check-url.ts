import { isIP } from 'node:net'
import { isPublicAddress } from './addresses'

/** Where web servers listen, '' being the protocol's own port; others may be anything behind a firewall. */
export const WEB_PORTS: readonly string[] = ['', '8443']
/** Names that never are on the public internet. */
const INNER_NAMES =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa|test|invalid|onion)$/

export type UrlCheck = { ok: true; url: URL } | { ok: false }

/**
 * Whether an address that somebody wrote may be called, as far as it shows without looking its name up: https, a port of web
 * servers, no user name or password, and no host that is not public. The host's addresses are checked when it is called.
 * `allowsPrivate` is the development switch: then http, any port and any host will do.
 */
export function checkUrl(
  text: string,
  { allowsPrivate, ports }: { allowsPrivate: boolean; ports: readonly string[] },
): UrlCheck {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.username !== '' || url.password !== '' || url.hostname === '') return { ok: false }
  if (allowsPrivate) return { ok: url.protocol === 'https:' || url.protocol === 'http:', url }
  if (url.protocol !== 'https:' || !ports.includes(url.port)) return { ok: false }
  const host = hostOf(url)
  if (isIP(host) !== 0) return { ok: isPublicAddress(host), url }
  const name = host.replace(/\.$/, '')
  return { ok: name.includes('.') && !INNER_NAMES.test(name), url }
}

/** Without the brackets of an IPv6 literal. */
function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}
