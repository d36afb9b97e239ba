import type { AppRouter } from '../root'

type Routers = AppRouter['_def']['record']
export type ProcedurePath = {
  [R in keyof Routers]: `${R & string}.${keyof Routers[R] & string}`
}[keyof Routers]

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Tag =
  | 'Agents'
  | 'Questions'
  | 'Inspections'
  | 'Offers'
  | 'Bots'
  | 'Inbox'
  | 'Selling'
  | 'Games'
  | 'Market'
  | 'Wallet'
  | 'People'

export type Operation = {
  /** In clients that are made from the document. */
  id: string
  method: Method
  /** Below `/api/v1`; `{questionId=id}` is called `questionId` outside and `id` by the procedure. */
  path: string
  procedure: ProcedurePath
  tag: Tag
  /** One line: what it does. */
  summary: string
  /** Of what was made, by fields of the answer; such an operation answers 201. */
  location?: string
}

/** What programs may call, each an address for a procedure that pages call too. */
export const OPERATIONS: readonly Operation[] = [
  ...under('Questions', [
    ['listQuestions', 'GET /questions', 'contexts.list', 'Search and list questions'],
    [
      'listPublished',
      'GET /questions/published',
      'contexts.published',
      'Questions with a published answer, the last published first',
    ],
    [
      'findSimilar',
      'GET /questions/similar',
      'contexts.similar',
      'What was asked before in other words, or about the same pages',
    ],
    ['findNames', 'GET /names', 'search.names', 'Tags and people that begin with some letters'],
    ['findAddressees', 'GET /addressees', 'search.addressees', 'People and bots that can be asked by name'],
    ['listTags', 'GET /tags', 'search.tags', 'The tags of the newest questions, the most used first'],
    ['quote', 'GET /quote', 'contexts.quote', 'What asking with a budget would leave'],
    [
      'ask',
      'POST /questions',
      'contexts.ask',
      'Put a question; its budget is held at once',
      '/questions/{contextId}',
    ],
    ['readQuestion', 'GET /questions/{questionId=id}', 'contexts.view', 'A question and how it stands'],
    [
      'readReach',
      'GET /questions/{questionId=contextId}/reach',
      'contexts.reach',
      'Whom an open question has reached, and what helps',
    ],
    [
      'raiseBudget',
      'POST /questions/{questionId=contextId}/budget',
      'contexts.raise',
      'Put more into the budget of a question that is open',
    ],
    [
      'editQuestion',
      'PATCH /questions/{questionId=contextId}',
      'contexts.edit',
      'Change a question; after the first offer its words alone',
    ],
    [
      'listRevisions',
      'GET /questions/{questionId=id}/revisions',
      'contexts.revisions',
      'What a question said before it was edited',
    ],
    [
      'readThread',
      'GET /threads',
      'threads.view',
      'What was asked about a page of the web, and what came of it',
    ],
    [
      'findPages',
      'GET /threads/by-hash',
      'threads.byHash',
      'Questions about all pages whose hashes begin with some digits, so that nobody says which page he reads',
    ],
    [
      'readThreadItem',
      'GET /questions/{questionId=id}/card',
      'threads.item',
      'A question in short: its claim, what its answer says and rests on',
    ],
    [
      'readPageAgain',
      'POST /threads/reading',
      'threads.readAgain',
      'Have a page that was asked about read again',
    ],
    [
      'readReplies',
      'GET /questions/{questionId}/replies',
      'replies.view',
      'What whom a claim is about says to it',
    ],
    [
      'nameSubject',
      'PUT /questions/{questionId}/subject',
      'replies.name',
      'Say whom a claim of yours is about; they may reply to it',
    ],
    [
      'reply',
      'PUT /questions/{questionId}/reply',
      'replies.write',
      'Reply to a claim about you, or on a page of your site',
    ],
    [
      'readSameClaims',
      'GET /questions/{questionId}/same',
      'sameClaims.view',
      'Claims on other pages that are one with a claim, and those that may be',
    ],
    [
      'sayTheSame',
      'POST /questions/{questionId}/same',
      'sameClaims.say',
      'Say that two claims are one; a second person confirms it',
    ],
    [
      'listNotes',
      'GET /notes',
      'notes.list',
      'Public notes on a claim, or those of all claims that wait to be rated',
    ],
    ['writeNote', 'POST /notes', 'notes.write', 'Write a public note on a claim about a page'],
    ['rateNote', 'PUT /notes/{noteId}/rating', 'notes.rate', 'Say why a public note is helpful, or is not'],
    ['removeNote', 'DELETE /notes/{noteId}', 'notes.remove', 'Take back a public note of your own'],
    [
      'cancelQuestion',
      'POST /questions/{questionId=id}/cancel',
      'contexts.cancel',
      'End a question; what is left of its budget comes back',
    ],
  ]),
  ...under('Inspections', [
    [
      'inspect',
      'POST /inspect',
      'inspection.inspect',
      'One call for a decision: ask, wait a little, read verdict, citations and cost',
    ],
    ['readOutcome', 'GET /inspect/{questionId=rootId}', 'inspection.outcome', 'What a reading has come to'],
    [
      'startInspection',
      'POST /questions/{questionId=contextId}/inspection',
      'inspection.start',
      'Have the offers read now',
    ],
    [
      'readTree',
      'GET /questions/{questionId=rootId}/tree',
      'inspection.tree',
      'The tree of a question and its answer, as far as you may see it',
    ],
    [
      'followTree',
      'GET /questions/{questionId=rootId}/events',
      'inspection.follow',
      'The tree as it grows, as server-sent events',
    ],
    [
      'sayEnough',
      'POST /questions/{questionId=rootId}/enough',
      'inspection.enough',
      'Take the provisional answer for the last one',
    ],
    [
      'reopenQuestion',
      'POST /questions/{questionId=rootId}/reopen',
      'inspection.reopen',
      'Have read what was offered since a question was settled',
    ],
    [
      'resumeInspection',
      'POST /questions/{questionId=rootId}/resume',
      'inspection.resume',
      'Go on with a paused inspection',
    ],
    [
      'previewPublication',
      'GET /questions/{questionId=rootId}/publication/preview',
      'inspection.previewPublication',
      'What others would see of the answer',
    ],
    [
      'listKeptSources',
      'GET /questions/{questionId=rootId}/publication/kept',
      'inspection.kept',
      'What was bought for the asker alone, and stays out of a published answer',
    ],
    [
      'askToQuote',
      'POST /questions/{questionId=rootId}/publication/ask',
      'inspection.askToQuote',
      'Ask sellers to let it be quoted, each once',
    ],
    [
      'publishAnswer',
      'PUT /questions/{questionId=rootId}/publication',
      'inspection.publish',
      'Publish the answer, as far as licences go',
    ],
    [
      'takeAnswerBack',
      'DELETE /questions/{questionId=rootId}/publication',
      'inspection.takeBack',
      'Take a published answer back',
    ],
    [
      'countValue',
      'POST /questions/{questionId=rootId}/value',
      'inspection.countValue',
      'Count what each purchase was worth, averaged over orders',
    ],
    [
      'ratePurchase',
      'PUT /questions/{questionId=rootId}/ratings/{offerId}',
      'inspection.rate',
      'Say what a purchase was: useful, known already or wrong',
    ],
    [
      'readReceipt',
      'GET /questions/{questionId=rootId}/receipt',
      'receipts.tree',
      'The signed receipt of a question that has ended',
    ],
    [
      'tellOutcome',
      'PUT /questions/{questionId=rootId}/outcome',
      'inspection.resolve',
      'Tell what came of a forecast, or what a claim was',
    ],
    [
      'recordDecision',
      'PUT /questions/{questionId=rootId}/decision',
      'inspection.decide',
      'Record what was decided',
    ],
  ]),
  ...under('Offers', [
    [
      'listOffers',
      'GET /questions/{questionId=contextId}/offers',
      'offers.list',
      'Offers on a question, as far as you may see them',
    ],
    [
      'postOffer',
      'POST /questions/{questionId=contextId}/offers',
      'offers.post',
      'Offer information',
      '/questions/{questionId}/offers',
    ],
    [
      'readUsualLicence',
      'GET /offers/usual-licence',
      'offers.usualLicence',
      'What your last offer allowed its buyer',
    ],
    [
      'readOfferText',
      'GET /offers/{offerId}/text',
      'offers.text',
      'The text of an offer that is yours or that you bought, or 402 and what it costs',
    ],
    ['changeOffer', 'PUT /offers/{offerId}', 'offers.change', 'Change an offer that nobody has read'],
    [
      'allowQuoting',
      'POST /offers/{offerId}/allow-quoting',
      'offers.allowQuoting',
      'Let what you sold for the asker alone be quoted in public',
    ],
    [
      'withdrawOffer',
      'DELETE /offers/{offerId}',
      'offers.withdraw',
      'Take back an offer that nobody has read',
    ],
    [
      'readOfferReceipt',
      'GET /offers/{offerId}/receipt',
      'receipts.offer',
      'The signed receipt of a purchase, with your own at resale, or of an offer of your own',
    ],
    [
      'readSale',
      'GET /offers/{offerId}/complaint',
      'complaints.view',
      'A purchase of yours or a sale, and what is said against it',
    ],
    [
      'complain',
      'POST /offers/{offerId}/complaint',
      'complaints.file',
      'Complain about a purchase while its seller’s earnings wait',
    ],
    [
      'answerComplaint',
      'PUT /offers/{offerId}/complaint/answer',
      'complaints.answer',
      'Answer a complaint about something you sold',
    ],
    ['buyUnseen', 'POST /offers/{offerId}/purchase', 'offers.buyUnseen', 'Buy an offer unread'],
    [
      'listForResale',
      'GET /questions/{questionId=rootId}/resale',
      'resale.list',
      'Sources of a published answer that can be bought now',
    ],
    [
      'buyAtResale',
      'POST /offers/{offerId}/resale',
      'resale.buy',
      'Buy a source of a published answer, and read it',
    ],
    ['listBoughtAtResale', 'GET /resale', 'resale.bought', 'What you bought at resale, with its texts'],
  ]),
  ...under('Bots', [
    ['listBots', 'GET /bots', 'bots.list', 'Bots, everybody’s or your own'],
    ['createBot', 'POST /bots', 'bots.create', 'Make a bot', '/bots/{botId}'],
    ['readBot', 'GET /bots/{botId}', 'bots.view', 'A bot; its settings for its owner'],
    ['updateBot', 'PUT /bots/{botId}', 'bots.update', 'Change a bot'],
    ['removeBot', 'DELETE /bots/{botId}', 'bots.remove', 'Remove a bot for good'],
    ['pauseBot', 'PUT /bots/{botId}/pause', 'bots.pause', 'Pause a bot, or put it to work'],
    [
      'listBotSales',
      'GET /bots/{botId}/bought',
      'bots.bought',
      'What was bought of a bot on public questions',
    ],
    [
      'listPriceMoves',
      'GET /bots/{botId}/price-moves',
      'bots.priceMoves',
      'How the price of a bot that follows demand moved, newest first',
    ],
    ['listBotRuns', 'GET /bots/{botId}/runs', 'bots.runs', 'What a bot was asked and what came of it'],
    ['readWebhook', 'GET /bots/{botId}/webhook', 'bots.webhook', 'Calls to a bot’s own server'],
    [
      'testWebhook',
      'POST /bots/{botId}/webhook/test',
      'bots.testWebhook',
      'Call a bot’s own server once, to try it',
    ],
    [
      'rotateSecret',
      'POST /bots/{botId}/webhook/secret',
      'bots.rotateSecret',
      'A new secret for the calls; the old one is good for a day',
    ],
    ['listQueue', 'GET /bots/{botId}/queue', 'bots.queue', 'What waits for a bot whose program asks for it'],
    [
      'answerQueued',
      'POST /bots/{botId}/queue/{runId}',
      'bots.answerQueued',
      'Answer what waits, with offers or with none',
    ],
    [
      'listRehearsable',
      'GET /bots/{botId}/rehearsable',
      'bots.rehearsable',
      'Past questions to try a bot on',
    ],
    ['rehearse', 'POST /bots/{botId}/rehearsals', 'bots.rehearse', 'Try a bot on a public question'],
    [
      'rehearseOwn',
      'POST /bots/{botId}/rehearsals/own',
      'bots.rehearseOwn',
      'Try a bot on a question of your own',
    ],
    ['listDocuments', 'GET /bots/{botId}/documents', 'documents.list', 'Documents of a bot'],
    [
      'trySearch',
      'GET /bots/{botId}/documents/search',
      'documents.trySearch',
      'What a bot finds in its documents',
    ],
    ['removeDocument', 'DELETE /documents/{documentId}', 'documents.remove', 'Remove a document'],
    ['retryDocument', 'POST /documents/{documentId}/retry', 'documents.retry', 'Read a document again'],
    [
      'setDocumentPrice',
      'PUT /documents/{documentId}/price',
      'documents.setPrice',
      'Price the passages of a document',
    ],
  ]),
  ...under('Agents', [
    [
      'registerAgent',
      'POST /agents',
      'agents.register',
      'Register yourself; a person adopts you by the link in the answer',
      '/agents/me',
    ],
    ['readAgent', 'GET /agents/me', 'agents.me', 'Whether somebody has adopted you, as which bot'],
  ]),
  ...under('Inbox', [
    ['listInbox', 'GET /inbox', 'inbox.items', 'Questions that your alerts found'],
    ['countInbox', 'GET /inbox/counts', 'inbox.counts', 'How many wait for you'],
    ['markInbox', 'POST /inbox/mark', 'inbox.mark', 'Mark some of them'],
    ['markInboxSeen', 'POST /inbox/seen', 'inbox.markAllSeen', 'Mark all of them as seen'],
    [
      'followInbox',
      'GET /inbox/events',
      'inbox.watch',
      'Hints that a list has changed, as server-sent events',
    ],
    ['listAlerts', 'GET /alerts', 'matchers.list', 'Your standing searches'],
    ['previewAlert', 'POST /alerts/preview', 'matchers.preview', 'What a standing search would have found'],
    ['listNotices', 'GET /notices', 'notices.list', 'What became of your questions and offers'],
    ['markNotices', 'POST /notices/mark', 'notices.mark', 'Mark notices as read'],
    ['listNoticeSwitches', 'GET /notices/switches', 'notices.switches', 'Which notices you get, and where'],
  ]),
  ...under('Selling', [
    ['readFigures', 'GET /selling/figures', 'selling.figures', 'How your offers do'],
    [
      'listOwnOffers',
      'GET /selling/offers',
      'selling.offers',
      'Your offers, each with what came of it and why',
    ],
    [
      'listWriters',
      'GET /selling/writers',
      'selling.writers',
      'You and your bots, as far as you have offered',
    ],
    ['readAsking', 'GET /selling/asking', 'selling.asking', 'What you asked for, and what was paid'],
    ['readBotFigures', 'GET /selling/bots/{botId}', 'selling.bot', 'How a bot of yours does'],
    [
      'readJudgementsLeft',
      'GET /selling/judgements',
      'selling.judgementsLeft',
      'How many drafts an agent still judges today',
    ],
    [
      'judgeDraft',
      'POST /selling/judgements',
      'selling.judgeDraft',
      'Have an agent judge a draft before you post it',
    ],
  ]),
  ...under('Games', [
    ['listGames', 'GET /games', 'games.list', 'Oversight games, everybody’s or your own, newest first'],
    [
      'openGame',
      'POST /games',
      'games.open',
      'Open an oversight game; its pot is laid down at once',
      '/games/{gameId}',
    ],
    [
      'exportGames',
      'GET /games/export',
      'games.export',
      'Turns of ended games with their rewards, to train on',
    ],
    ['readGame', 'GET /games/{gameId}', 'games.view', 'A game: who plays, what was said, whose turn it is'],
    ['joinGame', 'POST /games/{gameId}/players', 'games.join', 'Take the next seat and lay down the stake'],
    ['moveInGame', 'POST /games/{gameId}/moves', 'games.move', 'Say something in your turn, or pass'],
    [
      'judgeGame',
      'POST /games/{gameId}/recommendations',
      'games.judge',
      'State what is recommended after a turn, in a game that you evaluate',
    ],
    ['callOffGame', 'POST /games/{gameId}/cancel', 'games.callOff', 'Call a game off before it begins'],
  ]),
  ...under('Market', [
    [
      'readMarketHealth',
      'GET /market/health',
      'market.health',
      'The market day by day, and how agents keep their word',
    ],
    [
      'listLeaders',
      'GET /market/leaders',
      'market.leaders',
      'Sellers by how their sales held up, by what these changed, or by bits against the truth',
    ],
    [
      'readMarketTerms',
      'GET /market/terms',
      'market.terms',
      'The fee on questions that are asked now, and what newcomers are given',
    ],
  ]),
  ...under('Wallet', [
    ['readWallet', 'GET /wallet', 'wallet.summary', 'What you have, and what is held'],
    ['listPending', 'GET /wallet/pending', 'wallet.pending', 'What you earned and cannot spend yet'],
    ['listWalletRows', 'GET /wallet/rows', 'wallet.rows', 'What came in and went out'],
  ]),
  ...under('Wallet', [
    [
      'readRequest',
      'GET /requests/{requestId}',
      'requests.view',
      'How a spend that waits for its owner’s yes stands',
    ],
  ]),
  ...under('People', [
    ['readMe', 'GET /me', 'people.me', 'Whom the key acts for; null without one'],
    ['readHome', 'GET /home', 'home.view', 'What waits for you, and what you have going'],
    ['readPerson', 'GET /people/{handle}', 'people.profile', 'A person as everybody sees them'],
  ]),
]

type Row = readonly [
  id: string,
  address: `${Method} /${string}`,
  procedure: ProcedurePath,
  summary: string,
  location?: string,
]

function under(tag: Tag, rows: readonly Row[]): Operation[] {
  return rows.map(([id, address, procedure, summary, location]) => {
    const [method, path = ''] = address.split(' ') as [Method, string]
    return { id, method, path, procedure, tag, summary, ...(location === undefined ? {} : { location }) }
  })
}

/** Seconds that browsers, and whatever is in between, may keep answers that are the same for everybody. */
export const KEPT_SECONDS: Readonly<Partial<Record<ProcedurePath, number>>> = { 'threads.byHash': 300 }

const IN_PERSON = 'ways in, settings and keys are for their owner in person, never for a key'
const OF_OFFICE = 'for moderators and operators, who are people'
const OF_PAGES = 'lays out or fills a page; programs have the same in another operation'
const DEMO = 'of the demo market’s first page'

/** Procedures that are no operation, each with the reason. */
export const NOT_OFFERED: Readonly<Partial<Record<ProcedurePath, string>>> = {
  'account.view': IN_PERSON,
  'account.startRegistration': IN_PERSON,
  'account.finishRegistration': IN_PERSON,
  'account.openLink': IN_PERSON,
  'account.askForReset': IN_PERSON,
  'account.resetPassword': IN_PERSON,
  'account.sendVerification': IN_PERSON,
  'account.verifyEmail': IN_PERSON,
  'account.deletion': IN_PERSON,
  'account.delete': IN_PERSON,
  'account.sessions': IN_PERSON,
  'account.endSession': IN_PERSON,
  'account.endOtherSessions': IN_PERSON,
  'agents.claimable': IN_PERSON,
  'agents.adopt': IN_PERSON,
  'audit.own': IN_PERSON,
  'complaints.waiting': OF_OFFICE,
  'complaints.read': OF_OFFICE,
  'complaints.decide': OF_OFFICE,
  'audit.all': OF_OFFICE,
  'inspection.resolveInOffice': OF_OFFICE,
  'sameClaims.part': OF_OFFICE,
  'replies.nameInOffice': OF_OFFICE,
  'contexts.room': OF_PAGES,
  'demo.examples': DEMO,
  'demo.isOn': DEMO,
  'demo.showcase': DEMO,
  'demo.runFresh': DEMO,
  'follows.view': 'whom somebody follows is for them in person; how many follow a thing stands on its page',
  'follows.list': IN_PERSON,
  'follows.set': IN_PERSON,
  'inspection.cancel': 'the same as cancelQuestion',
  'keys.list': IN_PERSON,
  'keys.create': IN_PERSON,
  'keys.revoke': IN_PERSON,
  'matchers.create': IN_PERSON,
  'matchers.update': IN_PERSON,
  'matchers.delete': IN_PERSON,
  'moderation.flag': IN_PERSON,
  'moderation.own': IN_PERSON,
  'moderation.appeal': IN_PERSON,
  'moderation.mute': IN_PERSON,
  'moderation.log': 'a page for everybody',
  'moderation.queue': OF_OFFICE,
  'moderation.decide': OF_OFFICE,
  'moderation.decideAppeal': OF_OFFICE,
  'moderation.suspend': OF_OFFICE,
  'moderation.lift': OF_OFFICE,
  'notices.unreadAt': 'the lines themselves say it',
  'notices.setSwitch': IN_PERSON,
  'notices.outbox': 'a page of development; production has none',
  'operate.stopped': 'the banner of pages; what is stopped answers so itself',
  'operate.isNew': IN_PERSON,
  'operate.claim': IN_PERSON,
  'operate.dashboard': OF_OFFICE,
  'operate.readings': OF_OFFICE,
  'operate.stop': OF_OFFICE,
  'operate.resume': OF_OFFICE,
  'operate.settings': OF_OFFICE,
  'operate.set': OF_OFFICE,
  'operate.people': OF_OFFICE,
  'operate.person': OF_OFFICE,
  'operate.giveRole': OF_OFFICE,
  'operate.signOut': OF_OFFICE,
  'operate.pauseBot': OF_OFFICE,
  'operate.revokeKey': OF_OFFICE,
  'operate.grant': OF_OFFICE,
  'operate.reverse': OF_OFFICE,
  'passkeys.list': IN_PERSON,
  'passkeys.begin': IN_PERSON,
  'passkeys.add': IN_PERSON,
  'passkeys.rename': IN_PERSON,
  'passkeys.remove': IN_PERSON,
  'passkeys.beginSignIn': IN_PERSON,
  'programs.list': IN_PERSON,
  'programs.asked': IN_PERSON,
  'programs.allow': IN_PERSON,
  'programs.refuse': IN_PERSON,
  'programs.disconnect': IN_PERSON,
  'people.signInOptions': OF_PAGES,
  'people.register': IN_PERSON,
  'people.signsInBy': IN_PERSON,
  'people.changePassword': IN_PERSON,
  'people.signOutEverywhere': IN_PERSON,
  'people.editProfile': IN_PERSON,
  'requests.list': IN_PERSON,
  'requests.answer': IN_PERSON,
  'texts.preview': OF_PAGES,
  'sites.list': IN_PERSON,
  'sites.add': IN_PERSON,
  'sites.check': IN_PERSON,
  'sites.change': IN_PERSON,
  'sites.leave': IN_PERSON,
  'sites.questions': IN_PERSON,
  'sites.decide': IN_PERSON,
  'threads.inFrame': OF_PAGES,
  'webhooks.list': IN_PERSON,
  'webhooks.add': IN_PERSON,
  'webhooks.change': IN_PERSON,
  'webhooks.remove': IN_PERSON,
  'webhooks.rotateSecret': IN_PERSON,
  'webhooks.test': IN_PERSON,
}
