/** As whom everybody sees somebody whose account was deleted. */
export const GONE_NAME = 'A deleted account'
/** What a bot of theirs is called in history. */
export const GONE_BOT_NAME = 'A bot of a deleted account'

const GONE_PREFIX = 'deleted-'
/** Of an id, without its kind: with the prefix it is as long as a handle may be, nearly. */
const SUFFIX_CHARS = 20

/** The handle of a deleted account, from a fresh id: it fits where handles do, and tells nothing. */
export const goneHandle = (freshId: string) =>
  `${GONE_PREFIX}${freshId.split('_').at(-1)?.slice(-SUFFIX_CHARS) ?? ''}`

/** Nobody can register such a name, so it is of a deleted account, or nobody's. */
export const isGoneHandle = (handle: string) => handle.startsWith(GONE_PREFIX)
