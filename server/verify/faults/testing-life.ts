import { boughtPurchase, child, type Fault } from './testing-fault'

export const LIFE_FAULTS: readonly Fault[] = [
  [
    'questions-are-matched',
    'a question that nobody matches',
    (m) =>
      `update buyer_context set is_matched = false, created_at = created_at - interval '1 hour', bots_until = bots_until - interval '1 hour' where id = ${child(m)}`,
  ],
  [
    'waits-end',
    'a root whose deadline passed and nobody came',
    ({ roots }) =>
      `update inspection set deadline_at = deadline_at - interval '5 hours' where root_id = '${roots.oven}'`,
  ],
  [
    'waits-end',
    'a sub-question whose wait is over',
    (m) =>
      `update buyer_context set bots_until = bots_until - interval '5 hours', people_until = null where id = ${child(m)}`,
  ],
  [
    'waits-end',
    'a question that waits for ever',
    (m) => `update buyer_context set people_until = people_until + interval '9 years' where id = ${child(m)}`,
  ],
  [
    'sittings-follow',
    'a provisional question whose deadline was forgotten',
    ({ roots }) =>
      `update inspection set deadline_at = deadline_at - interval '9 days' where root_id = '${roots.ferry}'`,
  ],
  [
    'sittings-follow',
    'a provisional question in a tree that has none',
    ({ roots }) => `update inspection set status = 'collecting' where root_id = '${roots.ferry}'`,
  ],
  [
    'steps-move',
    'a lease that ran out and nobody takes over',
    ({ roots }) =>
      `update inspection_step set lease_until = lease_until - interval '1 hour' where context_id = '${roots.held}'`,
  ],
  [
    'steps-move',
    'a lease without end',
    ({ roots }) =>
      `update inspection_step set lease_until = lease_until + interval '9 years' where context_id = '${roots.held}'`,
  ],
  [
    'steps-move',
    'a question that inspects without a step',
    ({ roots }) =>
      `delete from inspection_step where context_id = '${roots.held}'; update inspection_event set at = at - interval '1 hour' where root_id = '${roots.held}'`,
  ],
  [
    'who-waits-has-a-child',
    'a root that waits, and no sub-question is open',
    (m) =>
      `update buyer_context set phase = 'settled', ended_at = now() where id = ${child(m)}; update buyer_context set open_children = 0 where id = '${m.roots.tower}'`,
  ],
  [
    'who-collects-may-move',
    'an open question in a tree that has ended',
    ({ roots }) =>
      `update inspection set status = 'cancelled', ended_at = now() where root_id = '${roots.oven}'`,
  ],
  [
    'bots-are-waited-for-rightly',
    'a bot that is waited for and was never asked',
    ({ roots }) => `update buyer_context set bots_pending = bots_pending + 1 where id = '${roots.oven}'`,
  ],
  [
    'bots-are-waited-for-rightly',
    'a run that is gone',
    () => `delete from bot_run where state = 'awaited' and failure is null`,
  ],
  [
    'answers-are-written',
    'a provisional answer that nobody writes again',
    ({ roots }) =>
      `update inspection set answered_at = null, answer_due_at = null where root_id = '${roots.ferry}'; update inspection_event set at = at - interval '1 hour' where root_id = '${roots.ferry}'`,
  ],
  [
    'answers-are-written',
    'a settled question that gets no answer',
    ({ roots }) =>
      `delete from answer where root_id = '${roots.bridge}'; update inspection set answered_at = null, answer_due_at = null, ended_at = ended_at - interval '1 hour' where root_id = '${roots.bridge}'`,
  ],
  [
    'answers-are-written',
    'an answer put off for ever',
    ({ roots }) =>
      `update inspection set answered_at = null, answer_due_at = ended_at + interval '9 years' where root_id = '${roots.bridge}'`,
  ],
  [
    'pauses-end',
    'a pause that nobody ended',
    ({ roots }) =>
      `update inspection_event set at = at - interval '30 days' where root_id = '${roots.paused}'`,
  ],
  [
    'runs-are-taken-up',
    'a run that nobody takes up',
    () => `update bot_run set due_at = created_at - interval '1 hour' where state = 'awaited'`,
  ],
  [
    'runs-are-taken-up',
    'a run that is due in another century',
    () => `update bot_run set due_at = due_at + interval '100 years' where state = 'awaited'`,
  ],
  [
    'documents-are-read',
    'a document that nobody reads',
    () => `update corpus_document set state = 'reading', due_at = created_at - interval '1 hour'`,
  ],
  [
    'pages-are-read',
    'a page that nobody reads',
    ({ roots }) =>
      `insert into context_page (context_id, url, due_at) select id, 'https://page.example/', created_at - interval '5 hours' from buyer_context where id = '${roots.oven}'`,
  ],
  [
    'pages-are-read',
    'a page put off for ever',
    ({ roots }) =>
      `insert into context_page (context_id, url, due_at) select id, 'https://page.example/', created_at + interval '9 years' from buyer_context where id = '${roots.oven}'`,
  ],
  [
    'webhooks-are-called',
    'a call that nobody makes',
    () => `update inbox_delivery set due_at = created_at - interval '5 hours', state = 'queued'`,
  ],
  [
    'mails-leave',
    'a mail that nobody hands over',
    () => `update mail set due_at = due_at - interval '5 hours'`,
  ],
  [
    'errands-are-done',
    'an errand that nobody does',
    () => `update errand set due_at = due_at - interval '5 hours'`,
  ],
  [
    'errands-are-done',
    'an errand put off for ever',
    () => `update errand set due_at = due_at + interval '9 years'`,
  ],
  [
    'deliveries-follow-their-runs',
    'a call to be tried for a run that has ended',
    () =>
      `update bot_run set state = 'failed', failure = 'internal', due_at = null, finished_at = now() where id = (select bot_run_id from webhook_delivery where state = 'queued')`,
  ],
  [
    'earnings-become-available',
    'earnings that nobody gives their seller',
    (m) => `update purchase set clears_at = clears_at - interval '40 days' where id = ${boughtPurchase(m)}`,
  ],
  [
    'earnings-become-available',
    'earnings put off for ever',
    (m) => `update purchase set clears_at = clears_at + interval '40 days' where id = ${boughtPurchase(m)}`,
  ],
  [
    'counts-are-made',
    'a count that nobody goes on with',
    (m) =>
      `insert into valuation (root_id, revision, seed, is_free, requested_at) select root_id, revision, 1, false, written_at - interval '1 day' from answer where root_id = '${m.roots.bridge}'`,
  ],
]
