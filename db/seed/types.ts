/** The shapes of the demo market's content. Amounts are decimal text in credits ("2.50"), times are hours. */

export type SeedPerson = { handle: string; name: string; bio: string }

/** Left out, what is bought is for the asker alone. */
type SeedLicence = 'quotable'

type SeedBotFields = {
  /** Handle of the person it belongs to. */
  owner: string
  name: string
  /** What it sells, in public words. */
  about?: string
  /** None: it looks at every new question, except those of the demo people, whose stories are told without it. */
  keywords: string[]
  scope: 'roots' | 'sub-contexts' | 'both'
  price: string
  licence?: SeedLicence
}

export type SeedBot = SeedBotFields &
  (
    | { kind: 'fixed'; teaser: string; knowledge: string }
    /** What it knows, a line with a bullet each; it answers with the lines that match. */
    | { kind: 'llm'; knowledge: string }
    /** It answers with the passages of its documents that say most to a question. */
    | {
        kind: 'corpus' /** How well a passage must fit, as the form has it. */
        fitMin?: number
        namesDocuments: boolean
        documents: readonly SeedDocument[]
      }
  )

/** A file as its owner would upload it. */
export type SeedDocument = { name: string; text: string }

export type SeedDecision =
  | { kind: 'open' }
  | { kind: 'choice'; options: string[] }
  | { kind: 'belief'; claim: string }

export type SeedOffer = {
  by: string
  teaser: string
  privateInfo: string
  price: string
  licence?: SeedLicence
}

/** What is asked, whenever it is asked. */
export type SeedQuestion = {
  asker: string
  title: string
  body: string
  decision: SeedDecision
  pages: string[]
  tags: string[]
  budget: string
  start: { rule: 'manual' } | { rule: 'now' } | { rule: 'deadline' } | { rule: 'quorum'; offers: number }
  /** It is read as offers come, as a new question usually is; left out, it is answered once. */
  staysOpen?: boolean
  protocol?: 'recursive' | 'successive' | 'single'
  /** How long a sub-question waits for people; left out, only bots are waited for. */
  peopleWaitHours?: number
  /** Left out, everybody may watch. */
  isTreePrivate?: boolean
}

/** What people do about a question, in their own time. */
export type SeedDeed =
  | ({
      does: 'offer' /** Words of the sub-question it answers; left out, the question itself. */
      to?: string
    } & SeedOffer)
  | { does: 'edit'; title: string; body: string }
  | { does: 'start' }
  | { does: 'cancel' }
  /** Bought by the asker on its teaser alone. */
  | { does: 'buy-unseen'; teaser: string }
  | { does: 'decide'; option?: number; percent?: number; note: string }

/** A question of the demo market with all that happens to it. */
export type SeedStory = {
  /** Names it in tests; never shown. */
  key: string
  question: SeedQuestion
  /** Before the market is opened. */
  askedHoursAgo: number
  /** Its asker keeps the answer; left out, it is published as soon as it is written, where everybody may watch. */
  keepsAnswer?: true
  /** After it was asked. */
  deadlineHours: number
  /** Each so many hours after the question was asked. */
  deeds: ({ afterHours: number } & SeedDeed)[]
}

/** One of the examples that a visitor may run anew. */
export type SeedExample = { question: SeedQuestion; offers: SeedOffer[] }

/** An oversight game over a claim, evaluated by who opened it: who sits, and what each said in turn; whoever comes next passes. */
export type SeedGame = {
  key: string
  asker: string
  title: string
  body: string
  claim: string
  /** How likely it seemed before anything was said. */
  first: number
  openedHoursAgo: number
  players: readonly string[]
  turns: readonly { text: string; leads: number }[]
}
