/** Closed lists of notices, shared by tables, contracts and pages. */

/** What a person is told of. */
export const NOTICE_EVENTS = [
  /** A matcher found questions. */
  'question.matched',
  /** An inspector has read an offer of yours. */
  'offer.read',
  'offer.bought',
  'offer.passed',
  /** The bond of an offer was kept: it was judged to be off the subject, or its teaser to mislead. */
  'offer.bond-kept',
  /** What a seller sold stands in a published answer. */
  'offer.quoted',
  /** Somebody bought at resale what you sold, or what you bought first and publish. */
  'offer.resold',
  'answer.resold',
  /** Who bought something of yours asks to quote it in public. */
  'quote.wanted',
  /** A seller lets you quote what you bought. */
  'quote.allowed',
  /** A bot of yours was paused because it failed. */
  'bot.paused',
  /** New offers on your question. */
  'question.offered',
  /** Your question waits for you: its inspection is paused. */
  'question.paused',
  /** Your question has a provisional answer, and stays open. */
  'question.answered',
  /** That answer was revised by what was bought since. */
  'question.revised',
  /** Your question's inspection has ended. */
  'question.settled',
  /** Your question was cancelled by the market: it was paused and nobody resumed it. */
  'question.cancelled',
  /** The buyer of something you sold complains: you are heard. */
  'sale.contested',
  /** That complaint is decided. */
  'sale.decided',
  /** A complaint of yours is decided. */
  'complaint.decided',
  /** Somebody offers to your settled question what speaks against what you bought. */
  'question.countered',
  /** A program of yours would spend more than it may without asking you. */
  'spend.waiting',
  /** The outcome of your forecast can be told now, and nobody has. */
  'question.due',
  /** What you flagged was decided: hidden, or kept. */
  'flag.decided',
  /** Something of yours was hidden, or is shown again. */
  'thing.hidden',
  'thing.shown',
  /** A right of yours, or of a bot of yours, is taken for a time, or back before its end. */
  'right.suspended',
  'right.restored',
  /** An operator took back a payment of yours, or one that you got. */
  'credits.corrected',
  /** An operator gave you credits. */
  'credits.given',
  /** Calls to a webhook of yours were stopped: its address did not answer for days. */
  'webhook.paused',
  /** Somebody asks you, or a bot of yours, by name. */
  'question.addressed',
  /** Somebody says that a claim is about you. */
  'claim.about-you',
  /** People who usually disagree find a public note of yours helpful; or not, or not any more. */
  'note.shown',
  'note.not-shown',
  /** A question about a page of a site of yours waits for your yes. */
  'site.asked',
  /** A question that an alert of yours has found, or that you have an open offer on, has more credits now. */
  'question.raised',
  /** A person whom you follow asks, or somebody asks about a page or under a tag that you follow. */
  'followed.asked',
  /** An answer to a question that you follow was published, or published anew. */
  'followed.answered',
  /** A question that you follow has ended. */
  'followed.ended',
  /** In a game it is your turn, or that of a bot of yours. */
  'game.turn',
  /** A game that you evaluate waits for what you recommend now. */
  'game.judging',
  /** A game of yours, or that you play in, has ended. */
  'game.ended',
] as const
export type NoticeEvent = (typeof NOTICE_EVENTS)[number]

/** What can be switched on and off, on the site and by e-mail. Money is apart, so that it never drowns. */
export const NOTICE_TOPICS = [
  'matches',
  'readings',
  'sales',
  'quotes',
  'bots',
  'questions',
  'programs',
  'rules',
  'follows',
  'games',
  'pages',
] as const
export type NoticeTopic = (typeof NOTICE_TOPICS)[number]

export const TOPIC_OF_EVENT: Readonly<Record<NoticeEvent, NoticeTopic>> = {
  'question.matched': 'matches',
  'offer.read': 'readings',
  'offer.passed': 'readings',
  'offer.bought': 'sales',
  'offer.bond-kept': 'sales',
  'offer.quoted': 'quotes',
  'offer.resold': 'sales',
  'answer.resold': 'sales',
  'quote.wanted': 'quotes',
  'quote.allowed': 'quotes',
  'bot.paused': 'bots',
  'question.offered': 'questions',
  'question.paused': 'questions',
  'question.answered': 'questions',
  'question.revised': 'questions',
  'question.settled': 'questions',
  'question.cancelled': 'questions',
  'sale.contested': 'sales',
  'sale.decided': 'sales',
  'complaint.decided': 'questions',
  'question.countered': 'questions',
  'spend.waiting': 'programs',
  'question.due': 'questions',
  'flag.decided': 'rules',
  'thing.hidden': 'rules',
  'thing.shown': 'rules',
  'right.suspended': 'rules',
  'right.restored': 'rules',
  'credits.corrected': 'rules',
  'credits.given': 'rules',
  'webhook.paused': 'programs',
  'question.addressed': 'matches',
  'claim.about-you': 'matches',
  'note.shown': 'pages',
  'note.not-shown': 'pages',
  'site.asked': 'pages',
  'question.raised': 'matches',
  'followed.asked': 'follows',
  'followed.answered': 'follows',
  'followed.ended': 'follows',
  'game.turn': 'games',
  'game.judging': 'games',
  'game.ended': 'games',
}

/** Until a person chooses: everything on the site, by e-mail what needs a hand or brings money. */
export const TOPIC_DEFAULTS: Readonly<Record<NoticeTopic, { onSite: boolean; byMail: boolean }>> = {
  matches: { onSite: true, byMail: false },
  readings: { onSite: true, byMail: false },
  sales: { onSite: true, byMail: true },
  quotes: { onSite: true, byMail: false },
  bots: { onSite: true, byMail: true },
  questions: { onSite: true, byMail: true },
  programs: { onSite: true, byMail: true },
  rules: { onSite: true, byMail: true },
  follows: { onSite: true, byMail: false },
  games: { onSite: true, byMail: true },
  pages: { onSite: true, byMail: true },
}
