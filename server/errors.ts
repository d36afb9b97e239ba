/** Every expected error of the market, in one table: its tRPC code, the sentence a person reads, whether a retry can help. */

type TrpcCode =
  | 'BAD_REQUEST'
  | 'UNAUTHORIZED'
  | 'PAYMENT_REQUIRED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'PRECONDITION_FAILED'
  | 'TOO_MANY_REQUESTS'
  | 'PAYLOAD_TOO_LARGE'
  | 'SERVICE_UNAVAILABLE'
  | 'METHOD_NOT_SUPPORTED'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'INTERNAL_SERVER_ERROR'

type ErrorRow = {
  trpc: TrpcCode
  /** What the person reads: what happened, and the next legal move. `{name}` stands for a detail of the error. */
  sentence: string
  /** True when the same call may succeed later without being changed. */
  retriable: boolean
}

export const ERRORS = {
  'auth.signed_out': {
    trpc: 'UNAUTHORIZED',
    sentence: 'Sign in first; what you typed is kept.',
    retriable: false,
  },
  'auth.bad_credentials': {
    trpc: 'UNAUTHORIZED',
    sentence: 'That e-mail and password do not match. Check both, or register.',
    retriable: false,
  },
  'auth.wrong_password': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'That is not the password that you sign in with now. Check it and type it again.',
    retriable: false,
  },
  'auth.no_password': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'You sign in here without a password, so there is none to change.',
    retriable: false,
  },
  'auth.email_taken': {
    trpc: 'CONFLICT',
    sentence: 'Somebody is registered with that e-mail. Sign in instead.',
    retriable: false,
  },
  'auth.handle_taken': {
    trpc: 'CONFLICT',
    sentence: 'That name is taken. Choose another.',
    retriable: false,
  },
  'auth.register_by_mail': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'Registering here goes by mail. Give your name, a handle and your e-mail, and open the link that comes.',
    retriable: false,
  },
  'auth.link_spent': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'This link was used, replaced by a newer one, or is too old. Open the newest mail, or ask for another link.',
    retriable: false,
  },
  'auth.other_person': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'This link was sent for another account. Sign in as the person who asked for it, then open it again.',
    retriable: false,
  },
  'auth.email_yours': {
    trpc: 'CONFLICT',
    sentence: 'That is your e-mail already, and you have proven it. Enter another one.',
    retriable: false,
  },
  'auth.prove_again': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'It is a while since you signed in. Type your password, or sign out and in again, to do this.',
    retriable: false,
  },
  'auth.session_not_found': {
    trpc: 'NOT_FOUND',
    sentence: 'That browser is signed out already.',
    retriable: false,
  },
  'auth.passkey_refused': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'This passkey was not accepted. Try again, or use another way to sign in.',
    retriable: false,
  },
  'auth.passkey_not_found': {
    trpc: 'NOT_FOUND',
    sentence: 'There is no such passkey, or it is not yours.',
    retriable: false,
  },
  'auth.passkeys_here': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'Passkeys need an account of your own and a market with a name. Register, or ask whoever runs it to set APP_URL.',
    retriable: false,
  },
  'auth.too_many_passkeys': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'You have as many passkeys as one person can have. Remove one that you no longer use.',
    retriable: false,
  },
  'auth.last_way': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'This is your only way to sign in. Add another passkey first, or set a password through “Forgot your password?” on the sign-in page.',
    retriable: false,
  },
  'auth.demo_off': {
    trpc: 'NOT_FOUND',
    sentence: 'This market has no demo people. Register to take part.',
    retriable: false,
  },
  'auth.unknown_name': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'This market does not know the name in your browser’s address line. Whoever runs it sets APP_URL to that address; then you can sign in.',
    retriable: false,
  },
  'auth.key_needed': {
    trpc: 'UNAUTHORIZED',
    sentence:
      'This needs a key: make one under Settings, Keys, or connect the program (OAuth), and send what it gets in the header “Authorization: Bearer …”.',
    retriable: false,
  },
  'auth.key_refused': {
    trpc: 'UNAUTHORIZED',
    sentence:
      'This key opens nothing here: it is not whole, was revoked, or has run out. Its owner makes another under Settings, Keys.',
    retriable: false,
  },
  'auth.key_not_found': {
    trpc: 'NOT_FOUND',
    sentence: 'There is no such key, or it was revoked already.',
    retriable: false,
  },
  'auth.too_many_keys': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'You have as many keys as one person can have. Revoke one that you no longer use.',
    retriable: false,
  },
  'programs.ask_not_found': {
    trpc: 'NOT_FOUND',
    sentence:
      'Nothing is asked here: it was answered, half an hour has passed, or another browser was sent here. Connect the program again, from the program.',
    retriable: false,
  },
  'programs.not_asked': {
    trpc: 'BAD_REQUEST',
    sentence: 'The program did not ask for that. Choose among what it asked for.',
    retriable: false,
  },
  'actor.scope_missing': {
    trpc: 'FORBIDDEN',
    sentence: 'This needs the right “{scope}”, which you do not have here. Ask whoever can give it to you.',
    retriable: false,
  },
  'actor.suspended': {
    trpc: 'FORBIDDEN',
    sentence: 'Your right to this is suspended until {until}. Why stands in your settings, under Rules.',
    retriable: false,
  },
  'actor.unverified': {
    trpc: 'FORBIDDEN',
    sentence:
      'Prove first that your e-mail is yours: Settings, under E-mail, sends you a link. Until then you can read, draft and ask, not earn.',
    retriable: false,
  },
  'actor.over_cap': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'The cap of {cap} credits for {per} leaves {left}. Spend less, or raise the cap.',
    retriable: false,
  },
  'actor.bot_only': {
    trpc: 'FORBIDDEN',
    sentence:
      'This key speaks for a bot: it reads what is public, and takes and answers what waits for that bot. For anything else its owner makes a key of their own.',
    retriable: false,
  },
  'agents.claim_not_found': {
    trpc: 'NOT_FOUND',
    sentence:
      'There is no agent to adopt by this link: somebody adopted it, or a week has passed. Have it register again.',
    retriable: false,
  },
  'agents.too_many': {
    trpc: 'SERVICE_UNAVAILABLE',
    sentence: 'As many agents wait to be adopted as may. Try again tomorrow, or have a person make a key.',
    retriable: true,
  },
  'actor.yes_needed': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'This is more than the {above} credits that this key may spend by itself. Its owner was asked; read the request to learn what they said.',
    retriable: false,
  },
  'actor.yes_refused': {
    trpc: 'FORBIDDEN',
    sentence: 'The owner of this key said no to this. Ask for less, or for something else.',
    retriable: false,
  },
  'actor.yes_late': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'The owner of this key did not say yes in time. Ask again with another idempotency key.',
    retriable: false,
  },
  'actor.too_many_requests': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'As many requests of this key wait for a yes as may. Wait for what its owner says to them.',
    retriable: true,
  },
  'actor.request_not_found': {
    trpc: 'NOT_FOUND',
    sentence: 'There is no such request, or it is not yours.',
    retriable: false,
  },
  'actor.request_over': {
    trpc: 'CONFLICT',
    sentence: 'This request was answered already, or nobody answered it in time. Nothing was spent now.',
    retriable: false,
  },
  'actor.request_key_over': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'The key that asked for this was revoked or has ended, so nothing is spent with it. Say no to it.',
    retriable: false,
  },
  'ledger.insufficient_funds': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'You do not have that many credits available. Lower the amount, or wait for held credits to return.',
    retriable: false,
  },
  'ledger.insufficient_escrow': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'The budget of this question has less left than that.',
    retriable: false,
  },
  'ledger.key_reused': {
    trpc: 'CONFLICT',
    sentence: 'This payment was made before with other details. Reload the page and look at your wallet.',
    retriable: false,
  },
  'ledger.frozen': {
    trpc: 'SERVICE_UNAVAILABLE',
    sentence: 'Money is paused while the books are being checked. Reading works; try again later.',
    retriable: true,
  },
  'ledger.stopped': {
    trpc: 'SERVICE_UNAVAILABLE',
    sentence:
      'Whoever runs this market has stopped spending for now; the banner says why. Nothing is lost; try again later.',
    retriable: true,
  },
  'operate.bots_stopped': {
    trpc: 'SERVICE_UNAVAILABLE',
    sentence:
      'Whoever runs this market has stopped bots for now. What waits for yours waits on; try again later.',
    retriable: true,
  },
  'operate.inspections_stopped': {
    trpc: 'SERVICE_UNAVAILABLE',
    sentence:
      'Whoever runs this market has stopped all reading for now. Try again later; nothing was used up.',
    retriable: true,
  },
  'operate.not_stopped': {
    trpc: 'CONFLICT',
    sentence: 'That goes on already.',
    retriable: false,
  },
  'operate.code_refused': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'This code opens nothing: it was used, is too old, or this market has an operator already. Start the market again for another.',
    retriable: false,
  },
  'operate.above_environment': {
    trpc: 'BAD_REQUEST',
    sentence: 'The environment allows {most} tokens, and this can only be less. Set it there to allow more.',
    retriable: false,
  },
  'operate.no_transfer': {
    trpc: 'NOT_FOUND',
    sentence: 'There is no payment of that key. It stands on the person’s sheet.',
    retriable: false,
  },
  'operate.not_reversible': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'Only grants, and purchases whose earnings never waited, are taken back by hand. A complaint refunds other purchases; a budget or a bond comes back when its question ends.',
    retriable: false,
  },
  'operate.question_open': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'Its question is still open. Take the purchase back once the question has ended.',
    retriable: false,
  },
  'operate.reversed_already': {
    trpc: 'CONFLICT',
    sentence: 'This payment was taken back already.',
    retriable: false,
  },
  'auth.sign_up_closed': {
    trpc: 'FORBIDDEN',
    sentence: 'This market takes no new people for now. Ask whoever runs it.',
    retriable: false,
  },
  'auth.sign_up_domain': {
    trpc: 'FORBIDDEN',
    sentence: 'People register here with an address of {domains} only.',
    retriable: false,
  },
  'market.context_not_found': {
    trpc: 'NOT_FOUND',
    sentence: 'There is no such question, or it is not yours to see.',
    retriable: false,
  },
  'site.no_host': {
    trpc: 'BAD_REQUEST',
    sentence:
      'That is not the name of a site. Write it as it stands in the addresses of its pages, for example news.example.',
    retriable: false,
  },
  'site.too_many': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'You have named as many sites as one person can have. Take one away first.',
    retriable: false,
  },
  'site.not_found': {
    trpc: 'NOT_FOUND',
    sentence: 'There is no such site among yours.',
    retriable: false,
  },
  'site.not_proven': {
    trpc: 'FORBIDDEN',
    sentence: 'This site does not say that it is yours. Put your line on it, and have it looked at.',
    retriable: false,
  },
  'market.no_web_page': {
    trpc: 'BAD_REQUEST',
    sentence:
      'That is not the address of a page that anybody can open. Write it whole, beginning with https://, without a password in it.',
    retriable: false,
  },
  'market.passage_of_no_page': {
    trpc: 'BAD_REQUEST',
    sentence:
      'The passage is of a page that the question does not name. Name the page too, or leave the passage out.',
    retriable: false,
  },
  'market.context_closed': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'This question is closed: nothing can be added to it any more.',
    retriable: false,
  },
  'market.takes_counters': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'This question is closed. It takes counter-offers, which are read only if its asker takes it up again: say that yours is one.',
    retriable: false,
  },
  'market.context_has_offers': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'This question already has offers, so its budget, kind and options are fixed. Title and text can still be edited; the edit is marked.',
    retriable: false,
  },
  'market.claim_is_taken_up': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'Others have written notes on this claim, replied to it, or said that it is one with another, so its words, its title and its pages are fixed. Details can still be edited; for another claim, ask anew.',
    retriable: false,
  },
  'market.deadline_passed': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'The deadline of this question has passed. Your draft is kept.',
    retriable: false,
  },
  'games.not_found': {
    trpc: 'NOT_FOUND',
    sentence: 'There is no such game, or it is not yours to see.',
    retriable: false,
  },
  'games.first_missing': {
    trpc: 'BAD_REQUEST',
    sentence: 'Who evaluates by hand states first what is recommended before anything is said.',
    retriable: false,
  },
  'games.first_not_yours': {
    trpc: 'BAD_REQUEST',
    sentence: 'The model states every recommendation of this game, the first one too. Leave it out.',
    retriable: false,
  },
  'games.no_probability': {
    trpc: 'BAD_REQUEST',
    sentence:
      'Here the built-in agent is the model, and it gives no probability for a claim. Evaluate by hand, or pose a choice.',
    retriable: false,
  },
  'games.other_kind': {
    trpc: 'BAD_REQUEST',
    sentence:
      'That recommendation does not fit this decision. A claim takes a probability; a choice takes a utility for each of its options.',
    retriable: false,
  },
  'games.owner_says_yes': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'This is more than this key may spend by itself, and a game does not wait. Its owner can open or join the game under Games.',
    retriable: false,
  },
  'games.not_seating': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'This game takes no more players: its seats are taken, or it was called off. Look for one with free seats under Games.',
    retriable: false,
  },
  'games.own_only': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'Only bots of whoever opened this game play in it. Name one of them.',
    retriable: false,
  },
  'games.asker_plays_not': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'Who opened a game for others does not play in it, nor do their bots.',
    retriable: false,
  },
  'games.seated_already': {
    trpc: 'CONFLICT',
    sentence: 'You have a seat in this game, by yourself or with a bot. Nobody has two.',
    retriable: false,
  },
  'games.other_stake': {
    trpc: 'CONFLICT',
    sentence: 'The stake of this game is another one. Read it again and say whether you lay that down.',
    retriable: false,
  },
  'games.not_moving': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'Nobody is to move in this game now. Read how it stands.',
    retriable: false,
  },
  'games.not_your_turn': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'It is not your turn in this game. Read how it stands; it says whose turn it is.',
    retriable: false,
  },
  'games.other_turn': {
    trpc: 'CONFLICT',
    sentence: 'The game has gone on since you looked. Read how it stands and try again.',
    retriable: false,
  },
  'games.not_judging': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'Nothing waits for a recommendation in this game now. Read how it stands.',
    retriable: false,
  },
  'games.model_judges': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'The model states the recommendations of this game.',
    retriable: false,
  },
  'games.too_late': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'The time for this has run out. Read how the game ended.',
    retriable: false,
  },
  'games.not_ended': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'The game goes on; its rewards are known when it has ended. Export it then.',
    retriable: true,
  },
  'games.has_begun': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'The game has begun, and goes on until somebody passes.',
    retriable: false,
  },
  'account.open_games': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'You have a part in games that have not ended ({count}). Call them off, pass, or wait for their end.',
    retriable: false,
  },
  'market.offer_not_found': {
    trpc: 'NOT_FOUND',
    sentence: 'There is no such offer, or it is not yours to see.',
    retriable: false,
  },
  'market.offer_frozen': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'An agent has taken up this offer, or its question has ended, so it can no longer be changed or withdrawn.',
    retriable: false,
  },
  'market.offer_changed': {
    trpc: 'CONFLICT',
    sentence: 'This offer changed while you looked at it. Reload and look at the new version.',
    retriable: false,
  },
  'market.offer_over_budget': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'The price is above what is left of this question’s budget. Lower the price.',
    retriable: false,
  },
  'market.offers_too_many': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'You, your bots and accounts that look like yours have as many offers on this question as one seller may. Withdraw one that was not read, or change one.',
    retriable: false,
  },
  'market.bond_not_covered': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'An offer here takes a bond of {bond} credits, and your wallet holds {available}. It returns when the question ends, unless an agent judged the offer to be off the subject, or its teaser to mislead. Wait for other bonds to return, or withdraw an offer that was not read.',
    retriable: false,
  },
  'market.offer_already_bought': {
    trpc: 'CONFLICT',
    sentence: 'This offer has been bought already.',
    retriable: false,
  },
  'market.payment_required': {
    trpc: 'PAYMENT_REQUIRED',
    sentence:
      'This text costs {price} credits. Order it with the header PAYMENT-SIGNATURE and a key that may spend, or have it read by an agent first.',
    retriable: false,
  },
  'request.bad_payment': {
    trpc: 'BAD_REQUEST',
    sentence:
      'The header PAYMENT-SIGNATURE is not what was asked for. Send base64 of {"x402Version": 2, "accepted": …, "payload": {"idempotencyKey": "…"}}, with one of what PAYMENT-REQUIRED accepts.',
    retriable: false,
  },
  'resale.not_for_sale': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'This is not for resale: its licence does not allow it, its answer is not published any more, or something stands against it. Ask the question yourself.',
    retriable: false,
  },
  'resale.yours': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'You sold this, or bought it first: you can read it already.',
    retriable: false,
  },
  'resale.bought': {
    trpc: 'CONFLICT',
    sentence: 'You bought this already. It is under Wallet, Bought at resale.',
    retriable: false,
  },
  'resale.blocked': {
    trpc: 'PRECONDITION_FAILED',
    // The same whoever blocked whom: nobody is told that they are blocked.
    sentence:
      'You and its seller do not trade with each other. If you have blocked them, unblock them in your settings, under Rules; else ask the question yourself.',
    retriable: false,
  },
  'market.own_context': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'You cannot sell to yourself, nor can your own bots.',
    retriable: false,
  },
  'market.person_not_found': {
    trpc: 'NOT_FOUND',
    sentence: 'There is nobody by that name here.',
    retriable: false,
  },
  'market.text_unreadable': {
    trpc: 'BAD_REQUEST',
    sentence:
      'This text cannot be laid out: it has too large a table, too many parts, the same long address too often, or lists and quotes too deep within each other. Simplify it.',
    retriable: false,
  },
  'market.text_shows_nothing': {
    trpc: 'BAD_REQUEST',
    sentence:
      'Nothing of this text would be seen: comments, definitions of links and marks without words are not shown. Write what is to be read.',
    retriable: false,
  },
  'market.model_not_offered': {
    trpc: 'BAD_REQUEST',
    sentence: 'This market no longer offers that model. Choose another one.',
    retriable: false,
  },
  'market.budget_too_large': {
    trpc: 'BAD_REQUEST',
    sentence: 'No budget is as large as that. Put in less.',
    retriable: false,
  },
  'market.addressee_unknown': {
    trpc: 'BAD_REQUEST',
    sentence:
      '“{name}” cannot be asked by name: nobody here is called so, it is you or your bot, or a bot that rests or does not serve you. Take it out.',
    retriable: false,
  },
  'market.not_ended': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'A purchase is rated once its question has ended.',
    retriable: false,
  },
  'market.not_decidable': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'A decision can be recorded once the reading has ended.',
    retriable: false,
  },
  'complaint.too_late': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'What was paid is its seller’s by now, so nothing can be refunded. You can still rate the purchase.',
    retriable: false,
  },
  'complaint.filed_already': {
    trpc: 'CONFLICT',
    sentence: 'You have complained about this purchase. Its page says how that stands.',
    retriable: false,
  },
  'complaint.not_found': {
    trpc: 'NOT_FOUND',
    sentence: 'There is no such complaint, or it is not yours to see.',
    retriable: false,
  },
  'complaint.decided': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'This complaint is decided, and a decision is not changed.',
    retriable: false,
  },
  'complaint.answered_already': {
    trpc: 'CONFLICT',
    sentence: 'You have answered this complaint. Its page says how it stands.',
    retriable: false,
  },
  'complaint.answer_too_late': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'The time to answer is over. A moderator decides with what is there.',
    retriable: false,
  },
  'complaint.own': {
    trpc: 'FORBIDDEN',
    sentence: 'You are a side of this complaint. Another moderator decides it.',
    retriable: false,
  },
  'complaint.not_heard': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'The seller has not answered yet, and has until {until}. Decide after that.',
    retriable: true,
  },
  'complaint.too_much': {
    trpc: 'BAD_REQUEST',
    sentence: 'At most {most} credits can be refunded here. Write that or less.',
    retriable: false,
  },
  'receipt.not_ended': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'There is a receipt once it is decided what was bought. Wait for the end of the question, or end it yourself if it is yours.',
    retriable: true,
  },
  'market.closes_before_deadline': {
    trpc: 'BAD_REQUEST',
    sentence:
      'The forecast would close before its last offers are read. Let it close at the deadline or later, or choose an earlier deadline.',
    retriable: false,
  },
  'market.forecast_closed': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'This forecast has closed: what is told of it now would not be a forecast.',
    retriable: false,
  },
  'market.has_no_outcome': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'Only a forecast and a claim have an outcome that can be told.',
    retriable: false,
  },
  'market.outcome_not_due': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'Its outcome cannot be told yet. Come back when it is due.',
    retriable: false,
  },
  'market.outcome_own': {
    trpc: 'FORBIDDEN',
    sentence: 'You asked this question or offered on it, so somebody else tells its outcome.',
    retriable: false,
  },
  'market.decision_contradicts': {
    trpc: 'BAD_REQUEST',
    sentence:
      'You call the claim true or false and hold the opposite for likelier. The percentage is the chance that it is true.',
    retriable: false,
  },
  'market.outcome_told': {
    trpc: 'CONFLICT',
    sentence: 'Its outcome is told. Where it is wrong, ask an operator to correct it.',
    retriable: false,
  },
  'inspection.not_reopenable': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'Only a question that was settled can be taken up again. While it is open, what comes is read by itself; one that was cancelled is asked anew.',
    retriable: false,
  },
  'inspection.reopen_late': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'It can be taken up again no more: that is possible for 14 days after it was settled, 3 times at most, and for a forecast before it closes. Ask a new question instead.',
    retriable: false,
  },
  'inspection.nothing_new': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'Nothing is new since it was settled: no counter-offer waits, and no page of it was seen to have changed. You are told when somebody offers to it.',
    retriable: true,
  },
  'inspection.nothing_to_count': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'This answer recommends nothing that a purchase could have changed, so there is nothing to count.',
    retriable: false,
  },
  'inspection.tokens_used_up': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'The inspection has used up its tokens, so none are left to count with. Ask with a higher cap next time.',
    retriable: false,
  },
  'market.already_rated': {
    trpc: 'CONFLICT',
    sentence: 'You have said what you think of this purchase. That is said once.',
    retriable: false,
  },
  'market.answer_revised': {
    trpc: 'CONFLICT',
    sentence: 'There is another answer by now, or none yet. Look at what it says, then go on with that.',
    retriable: false,
  },
  'market.edited_since_answer': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'This answer was written before the question was edited, and was about other words. Edit title and details back, or publish an answer that is written from now on.',
    retriable: false,
  },
  'market.tree_not_public': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'Only you may watch this question, so its answer cannot be published. Ask it again for everybody to watch.',
    retriable: false,
  },
  'market.licences_forbid': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'What it rests on is for you alone, as its sellers want it, so nothing of the answer can be published.',
    retriable: false,
  },
  'market.licence_stays': {
    trpc: 'CONFLICT',
    sentence:
      'Only what was sold for the asker alone can be allowed to be quoted. Before it is sold, change the offer instead.',
    retriable: false,
  },
  'market.question_repeats_source': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'The question now says what a seller keeps for you alone, so its answer cannot be published beside it.',
    retriable: false,
  },
  'market.answer_is_published': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'Its answer is published, and stands under these words. Take the answer back first, then edit.',
    retriable: false,
  },
  'market.blocked': {
    trpc: 'FORBIDDEN',
    sentence:
      'Whoever asked this question takes no offers of yours. Your draft is kept; other questions are open to you.',
    retriable: false,
  },
  'market.question_hidden': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'A moderator has hidden this question, so it takes no further offers.',
    retriable: false,
  },
  'account.gone': {
    trpc: 'FORBIDDEN',
    sentence: 'This account was deleted. Nothing more can be done with it.',
    retriable: false,
  },
  'account.moved_on': {
    trpc: 'CONFLICT',
    sentence:
      'Something of yours was put up for sale meanwhile. Nothing was deleted but what was closed; do it again.',
    retriable: true,
  },
  'account.last_operator': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'Nobody else runs this market. Make somebody else an operator first.',
    retriable: false,
  },
  'account.demo': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'You are looking round as a demo person, so there is no account to delete. Sign out.',
    retriable: false,
  },
  'account.open_questions': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'You have open questions ({count}). End each on its page, or wait until the last one ends: {until}.',
    retriable: false,
  },
  'account.read_offers': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'An agent has read offers of yours on open questions ({count}) and may buy them. Pause your bots, and wait until the last question ends: {until}.',
    retriable: false,
  },
  'account.pending_earnings': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'What you earned by {count} sales is still pending, and its buyers may complain. Wait until it is yours: {until}.',
    retriable: false,
  },
  'account.open_complaints': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'Complaints of yours are open ({count}). They are decided by {until}; wait for that.',
    retriable: false,
  },
  'auth.other_handle': {
    trpc: 'BAD_REQUEST',
    sentence: 'That is not the handle of this account. Type it as it stands in the address of your profile.',
    retriable: false,
  },
  'inbox.webhook_not_found': {
    trpc: 'NOT_FOUND',
    sentence: 'There is no such webhook, or it is not yours.',
    retriable: false,
  },
  'inbox.too_many_webhooks': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'You have as many webhooks as one person can have. Remove one, or change what it is told of.',
    retriable: false,
  },
  'inbox.address_refused': {
    trpc: 'BAD_REQUEST',
    sentence: 'This address cannot be called. Use a public https address.',
    retriable: false,
  },
  'moderation.nothing_there': {
    trpc: 'NOT_FOUND',
    sentence: 'There is no such thing to flag, or it is not yours to see.',
    retriable: false,
  },
  'moderation.own_thing': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'This is your own. Somebody else has to look at it.',
    retriable: false,
  },
  'moderation.too_many_flags': {
    trpc: 'TOO_MANY_REQUESTS',
    sentence:
      'You have flagged {most} things within a day, which is as many as one person may. Go on tomorrow.',
    retriable: true,
  },
  'moderation.case_not_found': {
    trpc: 'NOT_FOUND',
    sentence: 'There is no such case, or it is not yours.',
    retriable: false,
  },
  'moderation.case_moved': {
    trpc: 'CONFLICT',
    sentence: 'This was decided meanwhile. Reload and look at what stands now.',
    retriable: false,
  },
  'moderation.appealed_already': {
    trpc: 'CONFLICT',
    sentence: 'You have appealed against this once, and what came of it is final.',
    retriable: false,
  },
  'moderation.own_decision': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'You hid this yourself. Another moderator decides the appeal.',
    retriable: false,
  },
  'moderation.has_role': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'This person runs or moderates the market. An operator takes the role first.',
    retriable: false,
  },
  'moderation.suspension_not_found': {
    trpc: 'NOT_FOUND',
    sentence: 'There is no such suspension, or it has ended.',
    retriable: false,
  },
  'moderation.question_hidden': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'A moderator has hidden this question. Appeal under Settings, Rules; until then its words stay as they are.',
    retriable: false,
  },
  'moderation.name_hidden': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'A moderator has hidden this name and text. Appeal under Settings, Rules; until then they stay as they are.',
    retriable: false,
  },
  'moderation.bot_sells': {
    trpc: 'BAD_REQUEST',
    sentence: 'All that a bot does by itself is sell. Suspend that, or another right of its owner.',
    retriable: false,
  },
  'moderation.too_many_mutes': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'You have muted as many people as one person can. Show somebody again first.',
    retriable: false,
  },
  'moderation.not_yourself': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'That is you. Name somebody else.',
    retriable: false,
  },
  'notes.no_claim': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'Public notes stand beside claims about web pages, and this is none. Check a claim on a page first.',
    retriable: false,
  },
  'notes.blocked': {
    trpc: 'FORBIDDEN',
    sentence:
      'Whoever asked this takes nothing from you. Write on another claim, or check this one yourself.',
    retriable: false,
  },
  'notes.one_each': {
    trpc: 'CONFLICT',
    sentence: 'You have written a note on this claim. Take it back to write another.',
    retriable: false,
  },
  'notes.too_many': {
    trpc: 'TOO_MANY_REQUESTS',
    sentence:
      'You have written {most} notes within a day, which is as many as one person may. Go on tomorrow.',
    retriable: true,
  },
  'notes.too_many_ratings': {
    trpc: 'TOO_MANY_REQUESTS',
    sentence: 'You have rated {most} notes within a day, which is as many as one person may. Go on tomorrow.',
    retriable: true,
  },
  'notes.not_found': {
    trpc: 'NOT_FOUND',
    sentence: 'There is no such note: it was taken back, or a moderator has hidden it.',
    retriable: false,
  },
  'notes.own': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'This note is yours, or of an account that looks like yours. Others rate it.',
    retriable: false,
  },
  'notes.hidden': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'A moderator has hidden this note, so it stays where it is. You can say why it should be shown in your settings, under Rules.',
    retriable: false,
  },
  'replies.no_claim': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'Only a claim has somebody whom it is about. Ask whether a claim is true to name them.',
    retriable: false,
  },
  'replies.not_the_asker': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'Whoever asked this says what they have to say in the question itself. Name somebody else.',
    retriable: false,
  },
  'replies.named_already': {
    trpc: 'CONFLICT',
    sentence:
      'You have said whom this claim is about. If it is somebody else, flag the question; a moderator can change it.',
    retriable: false,
  },
  'replies.too_many_named': {
    trpc: 'TOO_MANY_REQUESTS',
    sentence:
      'You have named {most} people within a day, which is as many as one person may. Go on tomorrow.',
    retriable: true,
  },
  'replies.not_about_you': {
    trpc: 'FORBIDDEN',
    sentence:
      'Whom a claim is about replies to it: who was named by its asker or a moderator, and who has proven that the site of the page is theirs. You can write a public note instead.',
    retriable: false,
  },
  'replies.hidden': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'A moderator has hidden this reply, so it stays as it is. You can say why it should be shown in your settings, under Rules.',
    retriable: false,
  },
  'replies.too_many_edits': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'This reply was edited {most} times, and all that it said stands with it. It stays as it is now.',
    retriable: false,
  },
  'same.no_claim': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'Only claims about web pages can be one. Choose a claim that stands on a page.',
    retriable: false,
  },
  'same.already': {
    trpc: 'CONFLICT',
    sentence:
      'These are shown as one claim already. A moderator can part them; flag the question if they are two.',
    retriable: false,
  },
  'same.parted': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'A moderator looked at these and said that they are two claims. They stay apart.',
    retriable: false,
  },
  'same.another_confirms': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'You said so already, or an account that looks like yours did. Somebody else confirms it.',
    retriable: false,
  },
  'same.unlike': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'These claims have too few words in common to be one. Choose one that the page of the claim suggests.',
    retriable: false,
  },
  'same.contrary': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'By their words these claims say different things: one of them denies, or they have other numbers or dates. They stay two claims.',
    retriable: false,
  },
  'same.too_new': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'Accounts confirm this from their {days}th day on. Somebody else does, or you do later.',
    retriable: true,
  },
  'same.too_many': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'No more than {most} claims are shown as one. This one stays by itself.',
    retriable: false,
  },
  'same.too_many_proposed': {
    trpc: 'TOO_MANY_REQUESTS',
    sentence:
      'You have said of {most} claims within a day that they are the same, which is as many as one person may. Go on tomorrow.',
    retriable: true,
  },
  'same.alone': {
    trpc: 'NOT_FOUND',
    sentence: 'This claim stands alone. There is nothing to part it from.',
    retriable: false,
  },
  'follows.not_yourself': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'That is you. What concerns you is in your inbox anyway.',
    retriable: false,
  },
  'follows.too_many': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'You follow as much as one person can. Leave something out under Settings, Following.',
    retriable: false,
  },
  'inspection.no_offers': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'There is nothing to read yet. Wait for an offer, or let it start at the deadline.',
    retriable: true,
  },
  'inspection.already_running': {
    trpc: 'CONFLICT',
    sentence: 'This question is being read already.',
    retriable: false,
  },
  'inspection.not_running': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'This reading has ended; there is nothing to stop.',
    retriable: false,
  },
  'inspection.not_begun': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'Nothing of this question was read yet, so there is no answer that could be enough. Start the reading once there are offers, or cancel the question: then its budget comes back.',
    retriable: false,
  },
  'inspection.last_reading': {
    trpc: 'PRECONDITION_FAILED',
    sentence:
      'No reading follows the one under way: the question ends with it. Cancel the question to stop at once; what is bought stays bought.',
    retriable: false,
  },
  'inspection.not_paused': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'This reading is not paused.',
    retriable: false,
  },
  'sellers.bot_not_found': {
    trpc: 'NOT_FOUND',
    sentence: 'There is no such bot, or it is not yours.',
    retriable: false,
  },
  'market.matcher_not_found': {
    trpc: 'NOT_FOUND',
    sentence: 'There is no such alert, or it is not yours.',
    retriable: false,
  },
  'market.matcher_empty': {
    trpc: 'BAD_REQUEST',
    sentence: 'Say what you look for: words, tags, pages, or at least a budget.',
    retriable: false,
  },
  'market.too_many_matchers': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'You have as many alerts as one person can have. Change one, or delete one you no longer need.',
    retriable: false,
  },
  'sellers.too_many_bots': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'You have as many bots as one person can have. Change one of them instead.',
    retriable: false,
  },
  'sellers.unknown_person': {
    trpc: 'BAD_REQUEST',
    sentence: 'Nobody here goes by one of these names. Use the name in the address of the profile.',
    retriable: false,
  },
  'sellers.wrong_kind': {
    trpc: 'BAD_REQUEST',
    sentence: 'This kind of bot cannot do that.',
    retriable: false,
  },
  'sellers.document_not_found': {
    trpc: 'NOT_FOUND',
    sentence: 'There is no such document, or it is not yours.',
    retriable: false,
  },
  'sellers.document_refused': {
    trpc: 'BAD_REQUEST',
    sentence: 'This file cannot be read. Upload Markdown, text, HTML or PDF with text in it.',
    retriable: false,
  },
  'sellers.corpus_full': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'This bot has as many documents as it can hold. Remove some first.',
    retriable: false,
  },
  'sellers.address_refused': {
    trpc: 'BAD_REQUEST',
    sentence: 'This address cannot be called. Use a public https address.',
    retriable: false,
  },
  'sellers.key_elsewhere': {
    trpc: 'BAD_REQUEST',
    sentence:
      'The stored key is sent to no other server. Write the key of this one, or remove the stored one.',
    retriable: false,
  },
  'sellers.run_not_found': {
    trpc: 'NOT_FOUND',
    sentence: 'Nothing by that id was asked of this bot. Ask again what waits for it.',
    retriable: false,
  },
  'sellers.callback_refused': {
    trpc: 'UNAUTHORIZED',
    sentence: 'This call is not signed by the bot it speaks for, or comes too late.',
    retriable: false,
  },
  'sellers.not_rehearsable': {
    trpc: 'PRECONDITION_FAILED',
    sentence: 'There is nothing to rehearse with yet: no public question matches.',
    retriable: false,
  },
  'sellers.judgements_used_up': {
    trpc: 'TOO_MANY_REQUESTS',
    sentence: 'You have used up the drafts that can be judged today. Tomorrow there are new ones.',
    retriable: false,
  },
  'request.invalid': {
    trpc: 'BAD_REQUEST',
    sentence: 'Something in the form is not right; see the marked field.',
    retriable: false,
  },
  'request.key_reused': {
    trpc: 'CONFLICT',
    sentence:
      'This was sent before with other content. See what became of that (a form: reload its page); send other content under a key of its own.',
    retriable: false,
  },
  'request.key_of_another': {
    trpc: 'CONFLICT',
    sentence:
      'This key came with another kind of request before. Give each request a key of its own, and the same key only to repeat that very request.',
    retriable: false,
  },
  'request.too_many': {
    trpc: 'TOO_MANY_REQUESTS',
    sentence: 'That was too fast, or too often. Try again later.',
    retriable: true,
  },
  'request.foreign': {
    trpc: 'BAD_REQUEST',
    sentence:
      'This did not come from a page of this market, so nothing was done. Open the page here and try again.',
    retriable: false,
  },
  'request.other_origin': {
    trpc: 'FORBIDDEN',
    sentence: 'Pages of other sites cannot call this. Call it from a program, or from a page of this market.',
    retriable: false,
  },
  'request.too_large': {
    trpc: 'PAYLOAD_TOO_LARGE',
    sentence: 'That is more text than fits. Shorten it, or link to a page.',
    retriable: false,
  },
  'request.busy': {
    trpc: 'SERVICE_UNAVAILABLE',
    sentence: 'The market has more to do than it can just now. Nothing was changed; try again in a moment.',
    retriable: true,
  },
  'request.not_json': {
    trpc: 'UNSUPPORTED_MEDIA_TYPE',
    sentence: 'Send the body as JSON, with the header “Content-Type: application/json”.',
    retriable: false,
  },
  'request.value_unknown': {
    trpc: 'BAD_REQUEST',
    sentence:
      'A value of this call is of a kind that no call takes. Send dates, whole numbers, text and lists of them.',
    retriable: false,
  },
  'request.no_such_path': {
    trpc: 'NOT_FOUND',
    sentence: 'There is nothing at this address. /api/v1/openapi.json lists what there is.',
    retriable: false,
  },
  'request.no_such_method': {
    trpc: 'METHOD_NOT_SUPPORTED',
    sentence: 'That cannot be done at this address. The header “Allow” names what can.',
    retriable: false,
  },
  'database.away': {
    trpc: 'SERVICE_UNAVAILABLE',
    sentence: 'The market cannot reach its records for a moment. What you typed is kept; try again.',
    retriable: true,
  },
  internal: {
    trpc: 'INTERNAL_SERVER_ERROR',
    sentence: 'Something went wrong on our side. Nothing was charged; try again.',
    retriable: true,
  },
} as const satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof ERRORS

export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[]

/** What a form can show beside a field, and numbers a sentence can use. Never private text. */
export type ErrorDetails = Readonly<Record<string, string | number | boolean>> & { readonly field?: string }

/** The one class of expected errors. Domains throw it and know nothing of tRPC; `server/api/trpc.ts` translates once. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, options: { details?: ErrorDetails; cause?: unknown } = {}) {
    super(filledIn(ERRORS[code].sentence, options.details ?? {}), { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.details = options.details ?? {}
  }
}

function filledIn(sentence: string, details: ErrorDetails): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? ''))
}
