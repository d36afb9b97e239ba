import { botOf, document, type Fault } from './testing-fault'

export const SELLERS_FAULTS: readonly Fault[] = [
  [
    'runs-say-what-came',
    'a run that answered nothing',
    () => `update bot_run set state = 'answered', due_at = null, finished_at = now() where state = 'awaited'`,
  ],
  [
    'runs-say-what-came',
    'a run without an end',
    () => `update bot_run set finished_at = null where state = 'answered'`,
  ],
  [
    'offers-are-their-bots',
    'a bot’s offer that pays somebody else',
    ({ people }) => `update info_offer set seller_id = '${people.sol}' where bot_id is not null`,
  ],
  [
    'offers-are-their-bots',
    'an offer of a run on another question',
    () =>
      `update info_offer set bot_run_id = (select id from bot_run where state = 'awaited' order by id limit 1) where bot_id is not null`,
  ],
  ['bots-are-whole', 'a bot without a matcher', () => `delete from matcher where bot_id = ${botOf('fixed')}`],
  [
    'bots-are-whole',
    'a webhook of a removed bot',
    () =>
      `insert into webhook (bot_id, url, secret_key_id, secret_sealed) select b.id, url, secret_key_id, secret_sealed from webhook, bot b where b.removed_at is not null limit 1`,
  ],
  [
    'bots-are-whole',
    'a bot that rests for no reason',
    () => `update bot set is_paused = true where id = ${botOf('fixed')}`,
  ],
  [
    'days-are-counted',
    'a day with more offers than were made',
    () => `update bot_day set offers = offers + 5`,
  ],
  ['days-are-counted', 'a day that is gone', () => `delete from bot_day`],
  [
    'prices-are-their-moves',
    'a price that no move led to',
    () =>
      `update bot set price_rule = 'follows-demand', price_micros_min = price_micros, price_micros_max = price_micros where id = ${botOf('fixed')}`,
  ],
  [
    'documents-are-whole',
    'a passage that is gone',
    () => `delete from corpus_passage where document_id = ${document} and position = 1`,
  ],
  [
    'documents-are-whole',
    'a document to be read without its upload',
    () => `update corpus_document set state = 'waiting', due_at = created_at`,
  ],
  [
    'passages-are-their-bots',
    'a passage that another bot finds',
    () => `update corpus_passage set bot_id = ${botOf('fixed')} where position = 0`,
  ],
  [
    'terms-are-counted',
    'a count of a term that is gone',
    () => `delete from corpus_term where term = (select min(term) from corpus_term)`,
  ],
]
