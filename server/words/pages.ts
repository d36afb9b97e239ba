/** Why a page that a question is about was not read. Never the other side's words. */
export const PAGE_FAILURES = [
  /** Not public, not https, or not a port of web servers; the page itself, or where it sends its readers. */
  'address-refused',
  'unreachable',
  'timeout',
  'too-large',
  /** In a content coding that was not asked for: it may unfold without end. */
  'compressed',
  'too-many-redirects',
  /** Its server said that it is not there. */
  'missing',
  /** Its server said that it is not for us: with a status, or in its robots.txt. */
  'forbidden',
  'robots',
  /** Its server failed, or could not say whether programs may read it. */
  'server-failed',
  'wrong-type',
  'no-text',
  /** Laying out its text took too long or failed. */
  'unreadable',
] as const

export const PAGE_STATES = ['waiting', 'read', 'unread'] as const
