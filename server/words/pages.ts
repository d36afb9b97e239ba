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
  /** What came is a form to log in or a plea to subscribe, a question for consent, an empty frame, or a test for people. */
  'login-wall',
  'consent-wall',
  'needs-script',
  'human-check',
  /** Laying out its text took too long or failed. */
  'unreadable',
  /** This market reads no pages. */
  'switched-off',
] as const
export type PageFailure = (typeof PAGE_FAILURES)[number]

const UNREAD_WORDS: Record<PageFailure, string> = {
  'address-refused': 'its address is not a public one that begins with https',
  unreachable: 'its server could not be reached',
  timeout: 'its server did not answer in time',
  'too-large': 'it is too large',
  compressed: 'its server sent it in a form that is not unpacked here',
  'too-many-redirects': 'its server sends readers on and on',
  missing: 'its server says that there is no such page',
  forbidden: 'its server does not give it to us',
  robots: 'its robots.txt asks programs not to read it',
  'server-failed': 'its server failed',
  'wrong-type': 'it is neither a web page nor plain text',
  'no-text': 'it has no text',
  'login-wall': 'it shows its text only to readers who log in or pay',
  'consent-wall': 'it first wants consent, to cookies for example, which a program cannot give',
  'needs-script': 'a script would have to write its text, and pages are read here without running any',
  'human-check': 'it first wants to know whether its reader is a person',
  unreadable: 'its text could not be laid out in time',
  'switched-off': 'this market does not read pages',
}

/** Why a page was not read, to follow "because"; null for one that had not come in time. */
export function unreadInWords(failure: PageFailure | null): string {
  return failure === null ? 'it had not arrived in time' : UNREAD_WORDS[failure]
}

export const PAGE_STATES = ['waiting', 'read', 'unread'] as const

/** Where a passage stands in its page: not looked for yet, found once and no more than once, or not there as it was. */
export const PASSAGE_PLACES = ['unread', 'attached', 'detached'] as const
