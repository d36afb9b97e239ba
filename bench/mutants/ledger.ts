import type { Area } from './area'

/**
 * The nearest tests, within seconds; the histories of `ledger.sim.db.test.ts` stand behind them. Left out are lines with a second
 * guard behind them: amounts of nothing (the table's own check), credits out of `fees` (no balance there could pay).
 */
const TESTS = ['server/ledger/ledger.db', 'server/ledger/purchase-lists.db']

export const LEDGER: readonly Area[] = [
  {
    room: 'ledger',
    file: 'db/functions/ledger.sql',
    project: 'db',
    tests: TESTS,
    mutants: [
      {
        promise: 'no account below zero',
        from: 'where id = froms[i] and balance_micros >= moved',
        to: 'where id = froms[i]',
      },
      {
        promise: 'exactly all that an account holds may move',
        from: 'and balance_micros >= moved',
        to: 'and balance_micros > moved',
      },
      {
        promise: 'credits come from issuance as a grant only',
        from: "    'grant issuance user',",
        to: "    'grant issuance user', 'purchase issuance user',",
      },
      {
        promise: 'a purchase never pays an escrow',
        from: "'purchase escrow user',",
        to: "'purchase escrow user', 'purchase escrow escrow',",
      },
      {
        promise: 'a carve never pays a person',
        from: "    'carve escrow escrow',",
        to: "    'carve escrow escrow', 'carve escrow user',",
      },
      {
        promise: 'a key used for another amount is refused',
        from: 'or earlier.amount_micros <> amounts[i]',
        to: '',
      },
      {
        promise: 'a key used for another payee is refused',
        from: ' or earlier.to_account <> tos[i]',
        to: '',
      },
      {
        promise: 'a key used for another payer is refused',
        from: ' or earlier.from_account <> froms[i]',
        to: '',
      },
      { promise: 'a key used for another kind is refused', from: 'if earlier.kind <> kinds[i] or', to: 'if' },
      {
        promise: 'a repeat moves nothing',
        from: '    has_repeat := ledger_has_key(keys);',
        to: '    has_repeat := false;',
      },
      {
        promise: 'the payee gets what is left after the fee',
        from: 'moved - fee, case when fee > 0',
        to: 'moved, case when fee > 0',
      },
      {
        promise: 'the fee is written',
        from: "'fee', tos[i], 'fees', fee,",
        to: "'fee', tos[i], 'fees', fee - 1,",
      },
      {
        promise: 'what an account holds is what its transfer left',
        from: 'from_balance, to_balance + fee, from_version',
        to: 'from_balance, to_balance, from_version',
      },
      {
        promise: 'versions are dense',
        from: 'from_version, to_version - 1,',
        to: 'from_version, to_version,',
      },
      {
        promise: 'a transfer is never changed',
        from: 'before update or delete on ledger_transfer',
        to: 'before delete on ledger_transfer',
      },
      {
        promise: 'a transfer is never deleted',
        from: 'before update or delete on ledger_transfer',
        to: 'before update on ledger_transfer',
      },
      {
        promise: 'an account is never deleted',
        from: 'before delete or update of id on ledger_account',
        to: 'before update of id on ledger_account',
      },
    ],
  },
  {
    room: 'ledger',
    file: 'db/functions/ledger.sql',
    project: 'db',
    tests: ['server/verify/guard.db'],
    mutants: [
      {
        promise: 'a frozen ledger moves nothing',
        from: "    if frozen_for is not null then\n      raise exception using errcode = 'CV003'",
        to: "    if false then\n      raise exception using errcode = 'CV003'",
      },
    ],
  },
  {
    room: 'ledger',
    file: 'db/functions/market.sql',
    project: 'db',
    tests: ['server/market/private/forget.db'],
    mutants: [
      {
        promise: 'nothing is bought that is forgotten',
        from: ' or offer.forgotten_at is not null or',
        to: ' or',
      },
      {
        promise: 'what was bought is never destroyed',
        from: " and o.forgotten_at is null and o.state <> 'bought'",
        to: ' and o.forgotten_at is null',
      },
    ],
  },
  {
    room: 'ledger',
    file: 'db/functions/market.sql',
    project: 'db',
    tests: TESTS,
    mutants: [
      {
        promise: 'nobody buys on a stranger’s question',
        from: "    when asker is distinct from buyer then 'CV010'\n",
        to: '',
      },
      {
        promise: 'nothing is bought twice',
        from: "when offer.state = 'bought' then 'CV012'",
        to: "when false then 'CV012'",
      },
      {
        promise: 'nothing is bought that was withdrawn or passed',
        from: "when offer.state <> 'open' or offer.forgotten_at",
        to: 'when offer.forgotten_at',
      },
      {
        promise: 'the version bought is the version seen',
        from: ' or offer.version is distinct from seen_version',
        to: '',
      },
      {
        promise: 'the price paid is the price seen',
        from: '      or offer.price_micros is distinct from seen_price then',
        to: '      then',
      },
      {
        promise: 'nobody buys his own offer',
        from: 'when offer.seller_id = buyer or bot_owner = buyer',
        to: 'when bot_owner = buyer',
      },
      {
        promise: 'nobody buys from his own bot',
        from: 'when offer.seller_id = buyer or bot_owner = buyer',
        to: 'when offer.seller_id = buyer',
      },
      {
        promise: 'an inspected purchase is paid from the escrow',
        from: "case bought_how when 'unseen' then 'user:' || buyer else 'escrow:' || offer.context_id end",
        to: "('user:' || buyer)",
      },
      {
        promise: 'a purchase pays its fee',
        from: 'fees := fees || fee;',
        to: 'fees := fees || 0::bigint;',
      },
      {
        promise: 'a list is bought whole or not at all',
        from: '    where refusal.code is not null\n',
        to: '    where false\n',
      },
      {
        promise: 'a purchase id used for another price is refused',
        from: ' or made.price_micros <> wanted.price_micros',
        to: '',
      },
      {
        promise: 'a purchase id used in another way is refused',
        from: ' or made.way <> bought_how then',
        to: ' then',
      },
      {
        promise: 'a purchase keeps the version that was seen',
        from: 'item.id, item.offer_id, item.version, offer.context_id',
        to: 'item.id, item.offer_id, 1, offer.context_id',
      },
      {
        promise: 'a purchase keeps what it quotes',
        from: 'offer.licence, bought_how, item.quotes, bought_at',
        to: "offer.licence, bought_how, '{}'::text[], bought_at",
      },
    ],
  },
  {
    room: 'ledger',
    file: 'server/ledger/escrow.ts',
    project: 'db',
    tests: TESTS,
    mutants: [
      {
        promise: 'the rest of a sub-question goes to the question above',
        from: 'if (parentId !== null) return leg(`${id}:release`, escrowAccount(parentId), amountMicros)',
        to: 'if (parentId !== null) return leg(`${id}:release`, userAccount(buyerId), amountMicros)',
      },
      {
        promise: 'a child is paid by its parent',
        from: 'from: escrowAccount(parentId),',
        to: 'from: escrowAccount(rootId),',
      },
    ],
  },
  {
    room: 'ledger',
    file: 'server/shared/money.ts',
    project: 'unit',
    tests: ['server/shared/money'],
    mutants: [
      {
        promise: 'the fee is rounded down',
        from: 'return (priceMicros * BigInt(feeBasisPoints)) / 10_000n',
        to: 'return (priceMicros * BigInt(feeBasisPoints) + 9_999n) / 10_000n',
      },
      {
        promise: 'shares never add up to more than the whole',
        from: 'return (amountMicros * numerator) / denominator',
        to: 'return (amountMicros * numerator + denominator - 1n) / denominator',
      },
    ],
  },
]
