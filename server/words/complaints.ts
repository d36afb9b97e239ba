/** What a buyer may say against a purchase. */
export const COMPLAINT_KINDS = ['teaser-unfair', 'false'] as const

export const COMPLAINT_KIND_WORDS: Readonly<Record<(typeof COMPLAINT_KINDS)[number], string>> = {
  'teaser-unfair': 'The teaser promises what the text does not keep',
  false: 'What the text says is false',
}

/** What its seller may say to it. */
export const COMPLAINT_ANSWERS = ['agreed', 'contested'] as const

/** How it ended. */
export const COMPLAINT_OUTCOMES = ['refunded', 'partly', 'refused'] as const

export const COMPLAINT_OUTCOME_WORDS: Readonly<Record<(typeof COMPLAINT_OUTCOMES)[number], string>> = {
  refunded: 'Refunded in full',
  partly: 'Refunded in part',
  refused: 'Nothing is refunded',
}

/** Who decided: its seller agreed, the inspector had said so of the teaser, a moderator, or nobody in time. */
export const COMPLAINT_DECIDERS = ['seller', 'inspector', 'moderator', 'time'] as const

export const COMPLAINT_DECIDER_WORDS: Readonly<Record<(typeof COMPLAINT_DECIDERS)[number], string>> = {
  seller: 'the seller agreed',
  inspector: 'the agent that read both had told that the teaser misleads',
  moderator: 'a moderator decided',
  time: 'nobody decided in time',
}

/** The end of a decision that the buyer's cap lowered. */
export const CAPPED_WORDS = 'more than that one buyer cannot have back in 90 days unless the seller agrees'
