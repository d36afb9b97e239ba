/** All pages of the site of an address, as browsers ask for leave to read them; null for what is no page of the web, or not shown. */
export function patternOf(address: string | undefined): string | null {
  const url = address === undefined ? null : URL.parse(address)
  // Patterns have no ports: a host's are all one site.
  return url && /^https?:$/.test(url.protocol) ? `${url.protocol}//${url.hostname}/*` : null
}
