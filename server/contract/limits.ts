/** Limits and lists that pages have and no form checks: they stand apart from the schemas, which readers need not load. */

/** Pages that a question may be about. */
export const PAGES_MAX = 10

/**
 * Offers of one hand on one question: a person, all their bots, and accounts that look like theirs (`clusters/`). Three bots that search
 * documents have that much to say; more crowds out others, whose offers are then not read. An operator can set another number.
 */
export const OFFERS_PER_SELLER = 10
/** Things that one person flags in a day: a queue that one hand fills is no queue. An operator can set another number. */
export const FLAGS_PER_DAY = 20
/** Of one person: what is written for everybody is read by everybody who rates. An operator can set another number. */
export const NOTES_PER_DAY = 5

/** How far back an asker's record goes: enough for a share, and the same cost for who asked ten questions and ten thousand. */
export const RECORD_QUESTIONS = 100

/** Ways of looking at the list of questions. */
export const LIST_TABS = [
  'newest',
  'active',
  'unanswered',
  'ending',
  'budget',
  'most-read',
  'answered',
  'due',
  'mine',
  'sub-questions',
] as const

/** What a list may be narrowed to. Of those that were settled, each is answered, expired or resolved; some that are answered are decided. */
export const LIST_STATES = ['open', 'answered', 'expired', 'decided', 'resolved'] as const
export type ListState = (typeof LIST_STATES)[number]

/** More than anybody keeps an eye on; each is looked up for one's first page. */
export const FOLLOWS_MAX = 500
/** Followers are counted up to here; beyond it a page says "1000+" and costs the same. */
export const FOLLOWERS_COUNTED_MAX = 1_000
/** A tag's questions are counted up to here, for the same reason. */
export const TAGGED_COUNTED_MAX = 1_000
