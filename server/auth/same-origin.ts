/**
 * Whether a request was made by a page of ours (reliability, W4). Browsers send `Sec-Fetch-Site`, and pages cannot forge it;
 * older ones send `Origin` with every POST. A caller that sends neither is no browser and carries nobody's cookies by itself,
 * but is refused all the same: there is another door for programs.
 *
 * `appUrl` is the address that people use when it is configured; otherwise the host that the browser asked for counts.
 */
export function isSameOrigin(headers: Headers, appUrl?: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = headers.get('origin')
  if (origin === null) return false
  try {
    const expected = appUrl ? new URL(appUrl).host : headers.get('host')
    return new URL(origin).host === expected
  } catch {
    return false
  }
}

/** Forms of other sites can send text, multipart and url-encoded bodies without asking; not JSON. */
export function isJson(headers: Headers): boolean {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() === 'application/json'
}
