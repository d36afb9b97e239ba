import ipaddr from 'ipaddr.js'

/**
 * Whether people may sign in under the name that they asked for: cookies and links are made for it. With `APP_URL` next-auth writes that
 * address, whatever was asked. Without it only names count that nobody else can lead here: those of this machine, and bare addresses. A name of
 * somebody's own that is made to point at the market (DNS rebinding), or is written into a request, gets no login.
 */
export function isOwnHost(headers: Headers, appUrl?: string): boolean {
  if (appUrl) return true
  // As next-auth chooses: a proxy that the operator vouches for says what it was asked for, and nobody else can (`nameCaller`).
  const asked = headers.get('x-forwarded-host') ?? headers.get('host') ?? ''
  const address = `http://${asked}`
  if (!URL.canParse(address)) return false
  const { hostname, host } = new URL(address)
  if (host !== asked.toLowerCase().replace(/:80$/, '')) return false
  const name = hostname.replace(/^\[(.*)\]$/, '$1')
  return name === 'localhost' || name.endsWith('.localhost') || ipaddr.isValid(name)
}
