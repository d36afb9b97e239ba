/** Settings of every connection to a server. */
export const CONNECTION = {
  application_name: 'caveat',
  keepAlive: true,
  /** Longer than a sleeping Neon database takes to wake, shorter than a person's patience. */
  connectionTimeoutMillis: 10_000,
}

/**
 * Neon's address without its pooler. The pooler hands out a connection per transaction, so that what a session holds
 * (LISTEN, advisory locks) is lost in between.
 */
export function withoutPooler(url: string): string {
  const direct = new URL(url)
  direct.hostname = direct.hostname.replace(/^([^.]+)-pooler\./, '$1.')
  return direct.href
}
