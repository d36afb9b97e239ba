import type { SoundMarket } from '../testing-market'

/** Something that a bug, a hand in the database or a bad disk could do, and the check that must see it. */
export type Fault = [
  check: string,
  what: string,
  /** The statements that do it. */
  how: (market: SoundMarket) => string,
]

/** Rows of the sound market, by what they are. */
export const child = ({ roots }: SoundMarket) =>
  `(select id from buyer_context where parent_id = '${roots.tower}')`
export const bought = ({ roots }: SoundMarket) =>
  `(select offer_id from purchase where root_id = '${roots.bridge}' and way = 'inspected' order by offer_id limit 1)`
export const boughtPurchase = ({ roots }: SoundMarket) =>
  `(select id from purchase where root_id = '${roots.bridge}' and way = 'inspected' order by offer_id limit 1)`
export const open = ({ roots }: SoundMarket) =>
  `(select id from info_offer where root_id = '${roots.oven}' and state = 'open')`
export const withdrawn = ({ roots }: SoundMarket) =>
  `(select id from info_offer where root_id = '${roots.oven}' and state = 'withdrawn')`
export const passed = ({ roots }: SoundMarket) =>
  `(select id from info_offer where root_id = '${roots.bridge}' and state = 'passed' order by id limit 1)`
export const botOf = (kind: string) =>
  `(select id from bot where kind = '${kind}' and removed_at is null order by id limit 1)`
export const document = '(select id from corpus_document limit 1)'
/** Credits given from nowhere with books in order, as whoever knows them would. */
export const grant = (person: string, key: string) => `
  insert into ledger_transfer (id, key, kind, from_account, to_account, amount_micros, to_balance_micros, to_version)
  select 'xfr_${key}', '${key}', 'grant', 'issuance', id, 100000000, balance_micros + 100000000, version + 1
  from ledger_account where id = 'user:${person}';
  update ledger_account set balance_micros = balance_micros + 100000000, version = version + 1 where id = 'user:${person}'`
