/** By what right somebody replies to a claim: its asker named them, a moderator did, or a page that it stands on is of their site. */
export const REPLY_STANDINGS = ['asker', 'moderator', 'site'] as const
