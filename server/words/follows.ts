/** Closed lists of following, shared by tables, contracts and pages. */

/** What can be followed. */
export const FOLLOWED = ['question', 'person', 'page', 'tag'] as const
export type Followed = (typeof FOLLOWED)[number]

/**
 * What is told of a question to many who are no side of it, a chunk at a time: whoever follows what a new one is about, whoever follows
 * it, whoever knows of it as a seller when it has more credits.
 */
export const TELLINGS = ['tell-asked', 'tell-followers', 'tell-raised'] as const
export type Telling = (typeof TELLINGS)[number]
