/** Any address of this site; only its path counts. */
const HERE = 'http://here.invalid'

/**
 * Where to go after signing in: the page one came from, as far as it is one of ours. An address of another site, however it
 * is written ("//evil.test", "/\evil.test", "javascript:…"), becomes the first page.
 */
export function returnPath(wanted: string | readonly string[] | undefined): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/'
  const url = URL.parse(wanted, HERE)
  if (url === null || url.origin !== HERE) return '/'
  return `${url.pathname}${url.search}${url.hash}`
}

/** The same wish, handed on to the other page of the pair. */
export function withReturnPath(page: '/sign-in' | '/register', path: string): string {
  return path === '/' ? page : `${page}?callbackUrl=${encodeURIComponent(path)}`
}
