import type { Area } from './area'

const TESTS = ['server/protocol/']

export const PROTOCOL: readonly Area[] = [
  {
    room: 'protocol',
    file: 'server/protocol/verdict.ts',
    project: 'unit',
    tests: TESTS,
    mutants: [
      {
        promise: 'no purchase above the escrow',
        from: 'if (offer.priceMicros > leftMicros) continue',
        to: 'if (offer.priceMicros > leftMicros + 1n) continue',
      },
      {
        promise: 'a purchase may take the escrow to zero',
        from: 'if (offer.priceMicros > leftMicros) continue',
        to: 'if (offer.priceMicros >= leftMicros) continue',
      },
      {
        promise: 'what is bought is no longer left',
        from: '    leftMicros -= offer.priceMicros',
        to: '    leftMicros -= 0n',
      },
      {
        promise: 'nothing is paid for and checked in one verdict',
        from: '  const table = situation.table.filter(({ offerId }) => !paid.has(offerId))',
        to: '  const table = situation.table',
      },
      {
        promise: 'what is carved is no longer left',
        from: '    leftMicros -= size.budgetMicros',
        to: '    leftMicros -= 0n',
      },
      {
        promise: 'an offer is bought once',
        from: 'if (!offer || named.has(offerId)) continue',
        to: 'if (!offer) continue',
      },
      {
        promise: 'no question below the depth',
        from: 'if (level >= depthAllowed(policy)) return 0',
        to: 'if (level > depthAllowed(policy)) return 0',
      },
      {
        promise: 'no question in the last round',
        from: 'if (round + 1 >= policy.maxRounds) return 0',
        to: 'if (round >= policy.maxRounds) return 0',
      },
      {
        promise: 'no more children than the policy says, over all rounds',
        from: 'policy.maxChildren - childrenOpened',
        to: 'policy.maxChildren',
      },
      {
        promise: 'no larger tree than the limit',
        from: 'TREE_CONTEXTS_MAX - treeContexts',
        to: 'TREE_CONTEXTS_MAX - 0',
      },
      {
        promise: 'no question below the least budget',
        from: 'budgetMicros < BUDGET_MICROS_MIN',
        to: 'budgetMicros <= 0n',
      },
      {
        promise: 'no answer asks deeper than the policy says',
        from: 'depth >= policy.followUpDepth ||',
        to: 'depth > policy.followUpDepth ||',
      },
      {
        promise: 'what follow-ups were given counts against their share',
        from: 'const given = [...asked, ...granted].filter(',
        to: 'const given = [...granted].filter(',
      },
      {
        promise: 'a refined answer asks nothing more',
        from: 'stage === 1 ? followUpsAllowed(situation).asks : 0',
        to: 'followUpsAllowed(situation).asks',
      },
      { promise: 'a question has its length', from: '.slice(0, SUB_QUESTION_CHARS_MAX)', to: '' },
      {
        promise: 'what is asked about is held',
        from: "asked.has(offerId) ? 'needs-check' : 'undecided'",
        to: "'undecided' as const",
      },
      {
        promise: 'a verdict that asks pays for nothing',
        from: 'policy.buyAtOnce ? wanted.buy : []',
        to: 'wanted.buy',
      },
      {
        promise: 'what is reserved is shown again as far as it fits',
        from: 'return checkBuys({ table, escrowMicros }, wishes).buy',
        to: 'return wishes',
      },
      {
        promise: 'what is known is not counted as unknown',
        from: '[...draft.buy, ...draft.pass].filter(({ offerId }) => !onTable.has(offerId)).length',
        to: '[...draft.buy, ...draft.pass].length',
      },
    ],
  },
  {
    room: 'protocol',
    file: 'server/protocol/advance.ts',
    project: 'unit',
    tests: TESTS,
    mutants: [
      {
        promise: 'a verdict of another round changes nothing',
        from: ' || event.round !== state.round)',
        to: ')',
      },
      {
        promise: 'a verdict after the end changes nothing',
        from: "if (state.phase !== 'inspecting' || event",
        to: 'if (event',
      },
      {
        promise: 'nothing on the table: nothing to inspect',
        from: "return event.offersOnTable === 0 ? close(state, 'settled') : inspect(state)",
        to: 'return inspect(state)',
      },
      {
        promise: 'no offers left: nothing more to inspect',
        from: 'return event.offersOnTable === 0 ? endSitting(next) : inspect(next)',
        to: 'return inspect(next)',
      },
      {
        promise: 'a root that may be read again stays open',
        from: "if (state.sittingsLeft === 0) return close(state, 'settled')",
        to: "return close(state, 'settled')",
      },
      {
        promise: 'no more sittings than the policy says',
        from: 'sittingsLeft: state.sittingsLeft - 1,',
        to: 'sittingsLeft: state.sittingsLeft,',
      },
      {
        promise: 'each sitting has its own rounds',
        from: 'sittingRound: 0, childrenOpened: 0 })',
        to: 'childrenOpened: 0 })',
      },
      {
        promise: 'enough makes the sitting under way the last',
        from: ': { state: { ...state, sittingsLeft: 0 }, effects: [] }',
        to: ': { state, effects: [] }',
      },
      {
        promise: 'a verdict never spends more than the escrow',
        from: 'if (escrowMicros < 0n) throw',
        to: 'if (escrowMicros < -1_000_000_000_000n) throw',
      },
      {
        promise: 'a context decides when its last child has ended',
        from: 'if (next.openChildren > 0) return { state: next, effects: [] }',
        to: '',
      },
      {
        promise: 'a cancelled context ends when its last child has',
        from: 'if (isTerminal(next.phase)) return end(next)',
        to: '',
      },
      {
        promise: 'what a child gives back is held',
        from: 'escrowMicros: state.escrowMicros + event.returnedMicros,',
        to: 'escrowMicros: state.escrowMicros,',
      },
      {
        promise: 'a child ends once',
        from: "if (state.openChildren === 0) throw new Error('A child ended that was not open')",
        to: '',
      },
      {
        promise: 'an end takes open children with it',
        from: 'return state.openChildren > 0 ?',
        to: 'return state.openChildren > 1 ?',
      },
      {
        promise: 'an end empties the escrow',
        from: 'return { state: { ...state, escrowMicros: 0n, millibitsLeft }, effects }',
        to: 'return { state, effects }',
      },
      {
        promise: 'an end returns the escrow',
        from: 'returnedMicros > 0n ? [{',
        to: 'returnedMicros > 1n ? [{',
      },
      {
        promise: 'an end says what it returned',
        from: "effects.push({ type: 'ended', returnedMicros, returnedMillibits: state.millibitsLeft })",
        to: "effects.push({ type: 'ended', returnedMicros: 0n })",
      },
      {
        promise: 'what has ended does not fail',
        from: "return isTerminal(state.phase) ? { state, effects: [] } : close(state, 'failed')",
        to: "return close(state, 'failed')",
      },
      {
        promise: 'what has ended is not cancelled',
        from: "return isTerminal(state.phase) ? { state, effects: [] } : close(state, 'cancelled')",
        to: "return close(state, 'cancelled')",
      },
      { promise: 'rounds are counted', from: 'round: state.round + 1,', to: 'round: state.round,' },
      {
        promise: 'children are counted over all rounds',
        from: 'childrenOpened: state.childrenOpened + verdict.ask.length,',
        to: 'childrenOpened: verdict.ask.length,',
      },
      {
        promise: 'a root waits for its first offer until its deadline',
        from: 'if (offers === 0 && emptyUntil !== null && now < emptyUntil) return false',
        to: '',
      },
      { promise: 'a quorum starts at once', from: 'offers >= quorum', to: 'offers > quorum' },
      {
        promise: 'bots are waited for no longer than was said',
        from: 'botsPending > 0 && now < botsUntil',
        to: 'botsPending > 0',
      },
      {
        promise: 'people are waited for',
        from: 'return !isWaitingForBots && !isWaitingForPeople',
        to: 'return !isWaitingForBots',
      },
    ],
  },
  {
    room: 'protocol',
    file: 'server/protocol/information-set.ts',
    project: 'unit',
    tests: TESTS,
    mutants: [
      {
        promise: 'successive reads its own offers only',
        from: 'readOffers: [...shownIn(tree, self.id)],',
        to: 'readOffers: path.flatMap((context) => shownIn(tree, context.id)),',
      },
      {
        promise: 'successive knows the next level’s purchases only',
        from: '[self, ...below].flatMap((context) => purchasesIn(tree, context.id))',
        to: '[self, ...below].flatMap((context) => subtreePurchases(tree, context.id))',
      },
      {
        promise: 'recursive knows the questions of all ancestors',
        from: 'questions: path.map((context) => context.id),',
        to: 'questions: path.slice(-1).map((context) => context.id),',
      },
      {
        promise: 'purchases flow out of ended children only',
        from: '      .filter((child) => child.hasEnded)\n      .flatMap((child) => subtreePurchases',
        to: '      .flatMap((child) => subtreePurchases',
      },
      {
        promise: 'what ancestors bought is known',
        from: 'unique(path.flatMap((context) => flowedInto(tree, context.id)))',
        to: 'unique(flowedInto(tree, self.id))',
      },
      {
        promise: 'the last step of a context counts',
        from: 'step.round >= (steps',
        to: 'step.round < (steps',
      },
      {
        promise: 'the root decision of successive keeps the first level',
        from: "protocol === 'successive' ? purchasesIn(tree, root.id) : subtreePurchases(tree, root.id)",
        to: 'subtreePurchases(tree, root.id)',
      },
      {
        promise: 'sealed words reach only who knows all that they are about',
        from: 'tellsWords: !isSealed || isAllKnown || view.questions.includes(id),',
        to: 'tellsWords: true,',
      },
      {
        promise: 'an offer that is not known is not named',
        from: 'about: about.filter((subject) => known.has(subject)),',
        to: 'about: [...about],',
      },
    ],
  },
  {
    room: 'protocol',
    file: 'server/protocol/value.ts',
    project: 'unit',
    tests: TESTS,
    mutants: [
      {
        promise: 'a gain is judged by the final recommendation',
        from: 'worthOf(after, final) - worthOf(before, final)',
        to: 'worthOf(after, after) - worthOf(before, before)',
      },
      {
        promise: 'of equal options the first is best',
        from: 'utility > (utilities[best]',
        to: 'utility >= (utilities[best]',
      },
      {
        promise: 'the truth replaces the final probability',
        from: 'resolved === null ? bounded(final.probability) : resolved ? 1 : 0',
        to: 'bounded(final.probability)',
      },
      {
        promise: 'no purchase is infinitely bad',
        from: 'Math.max(PROBABILITY_FLOOR, probability)',
        to: 'probability',
      },
    ],
  },
  {
    room: 'protocol',
    file: 'server/protocol/policy.ts',
    project: 'unit',
    tests: TESTS,
    mutants: [
      {
        promise: 'single never asks',
        from: "policy.protocol === 'single' ? 0 : policy.maxDepth",
        to: 'policy.maxDepth',
      },
    ],
  },
  {
    room: 'protocol',
    file: 'db/functions/tree.sql',
    project: 'db',
    tests: ['server/realtime/'],
    mutants: [
      {
        promise: 'siblings together open no more than fits the tree',
        from: "if changes ? 'opened' and contexts_after > contexts_max then",
        to: 'if false then',
      },
      {
        promise: 'a tree that was stopped undoes the transaction',
        from: ' and status::text = any (while_in)',
        to: '',
      },
    ],
  },
  {
    room: 'protocol',
    file: 'server/inspection/engine/events.ts',
    project: 'unit',
    tests: ['server/inspection/engine/events'],
    mutants: [
      {
        promise: 'a pass is told',
        from: "return [{ type: 'offer.passed', contextId, offerId: effect.offerId, round, code: effect.reason }]",
        to: 'return []',
      },
      {
        promise: 'an end says what it returned',
        from: 'amountMicros: effect.returnedMicros }',
        to: 'amountMicros: 0n }',
      },
      {
        promise: 'a verdict is of the round it answered',
        from: 'context.state.round - 1',
        to: 'context.state.round',
      },
      { promise: 'a paused tree begins nothing', from: 'return begins ? [', to: 'return true ? [' },
    ],
  },
  {
    room: 'protocol',
    file: 'server/inspection/engine/carry-out.ts',
    project: 'db',
    tests: ['server/inspection/engine/buyer.db'],
    mutants: [
      {
        promise: 'what is bought is the version that was read',
        from: 'versions.get(offerId) ?? 1',
        to: '1',
      },
    ],
  },
  {
    room: 'protocol',
    file: 'server/inspection/engine/control.ts',
    project: 'db',
    tests: ['server/inspection/engine/buyer.db'],
    mutants: [
      {
        promise: 'an inspection starts over offers of its own question',
        from: "if (offerIds?.some((id) => !known.has(id))) throw new AppError('market.offer_not_found')",
        to: '',
      },
    ],
  },
]
