/** Closed lists of moderation, shared by tables, contracts and pages. */

/** What can be flagged: `answer` is the published answer of a question, and goes by the question's id. */
export const SUBJECT_KINDS = [
  'question',
  'offer',
  'answer',
  'person',
  'bot',
  'game',
  'note',
  'reply',
] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

export const THING_WORDS: Readonly<Record<SubjectKind, string>> = {
  question: 'a question',
  offer: 'an offer',
  answer: 'a published answer',
  person: 'a name and profile',
  bot: 'a bot’s name and words',
  game: 'an oversight game',
  note: 'a public note',
  reply: 'a reply to a claim',
}

/** Why something breaks the rules: of a flag, of a decision to hide, and of a suspended right. */
export const RULES = ['spam', 'misleading', 'private', 'abuse', 'illegal', 'copied', 'other'] as const
export type Rule = (typeof RULES)[number]

export const RULE_WORDS: Readonly<Record<Rule, { label: string; hint: string }>> = {
  spam: { label: 'Spam', hint: 'Advertising, or the same text everywhere.' },
  misleading: { label: 'Misleading', hint: 'It says something on purpose that is not so.' },
  private: { label: 'Private facts', hint: 'It tells what somebody has a right to keep to themselves.' },
  abuse: { label: 'Abuse', hint: 'Threats, insults, hatred.' },
  illegal: { label: 'Against the law', hint: 'Publishing it is forbidden.' },
  copied: { label: 'Copied', hint: 'Somebody else’s work, sold or shown without leave.' },
  other: { label: 'Something else', hint: 'Say what in your own words.' },
}

export const OUTCOMES = ['kept', 'hidden'] as const
export type Outcome = (typeof OUTCOMES)[number]

export const APPEAL_OUTCOMES = ['upheld', 'overturned'] as const

/** Rights that can be taken for a time, each a scope of `server/actors/actor.ts`. Of a bot, only selling. */
export const SUSPENDABLE = ['ask', 'sell', 'decide', 'spend', 'flag'] as const
export type SuspendableRight = (typeof SUSPENDABLE)[number]

export const RIGHT_WORDS: Readonly<Record<SuspendableRight, string>> = {
  ask: 'asking and ending questions',
  sell: 'selling',
  decide: 'deciding, rating and publishing answers',
  spend: 'spending credits',
  flag: 'flagging',
}

/** What an operator can stop for everybody. */
export const STOPS = ['inspections', 'bots', 'spending'] as const
export type StopName = (typeof STOPS)[number]

export const STOP_WORDS: Readonly<Record<StopName, string>> = {
  inspections: 'Inspections',
  bots: 'Bots',
  spending: 'Spending',
}

/** What everybody reads while it is stopped; the operator's reason follows. */
export const STOPPED_WORDS: Readonly<Record<StopName, string>> = {
  inspections: 'Offers are not read for now',
  bots: 'Bots answer nothing for now',
  spending: 'Budgets and purchases are stopped for now',
}
