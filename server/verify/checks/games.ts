import { sql } from 'drizzle-orm'
import type { Check } from '../check'
import { account, overdue } from './parts'

/** Oversight games: their money, and that they go on. */
export const GAMES: readonly Check[] = [
  {
    id: 'games-hold-pot-and-stakes',
    area: 'money',
    walk: 'games',
    stopsMoney: true,
    sentence:
      'A game holds its pot and a stake for each seat until it ends, and then nothing: all of it went to its players and to whoever opened it.',
    todo: 'Make a backup. Look at the transfers of the account game:<id> (ledger_transfer, by seq): what was laid down or came back is missing, or somebody wrote it by hand.',
    find: ({ ids }) => sql`
      select g.id as subject, g.phase || ', laid down ' || money.laid || ' of ' || due.micros || ', went out ' || money.gone as problem,
        'game:' || g.id as account
      from game g
      cross join lateral (
        select g.pot_micros + g.stake_micros * (select count(*) from game_seat s where s.game_id = g.id) as micros) due
      cross join lateral (
        select coalesce(sum(t.micros) filter (where t.is_in), 0) as laid, coalesce(sum(t.micros) filter (where not t.is_in), 0) as gone,
          coalesce(bool_or(t.other <> 'user:' || g.asker_id and not exists (
            select from game_seat s where s.game_id = g.id and 'user:' || s.person_id = t.other)), false) as is_strange
        from (
          select i.amount_micros as micros, true as is_in, i.from_account as other
          from ledger_transfer i where i.to_account = 'game:' || g.id
          union all
          select o.amount_micros, false, o.to_account from ledger_transfer o where o.from_account = 'game:' || g.id
        ) t) money
      where g.id = any (${ids}) and (
        money.is_strange or money.laid <> due.micros
        or money.gone <> case when g.phase = 'ended' then due.micros else 0 end)`,
  },
  {
    id: 'games-keep-their-turns',
    area: 'life',
    walk: 'games',
    sentence:
      'The seats of a game are taken one after the other, its turns follow in their order, and only the last one passes.',
    todo: 'A seat or a turn was written or deleted by hand; what the game paid follows from them. Put the row back from a backup.',
    find: ({ ids }) => sql`
      select g.id as subject, 'has ' || seated.n || ' of ' || g.seats || ' players, and ' || turned.n || ' turns' as problem, ${account()} as account
      from game g
      cross join lateral (
        select count(*) as n, coalesce(max(s.place), 0) as last from game_seat s where s.game_id = g.id) seated
      cross join lateral (
        select count(*) as n, coalesce(max(t.number), 0) as last,
          coalesce(bool_or(t.place <> (t.number - 1) % g.seats + 1), false) as is_out_of_order,
          coalesce(bool_or(t.kind <> 'said' and t.number < (select max(l.number) from game_turn l where l.game_id = g.id)), false) as goes_on
        from game_turn t where t.game_id = g.id) turned
      where g.id = any (${ids}) and (
        seated.last <> seated.n or turned.last <> turned.n or turned.is_out_of_order or turned.goes_on
        or seated.n > g.seats or turned.n > g.turns_most + 1
        or g.phase in ('judging', 'moving') and seated.n < g.seats or g.phase = 'seating' and turned.n > 0)`,
  },
  {
    id: 'games-move-on',
    area: 'life',
    walk: 'games',
    sentence: 'A game in which somebody’s time ran out has ended.',
    todo: 'No worker looks at games: start one (npm start, or npm run worker), and read its log for “a game was not ended”.',
    find: ({ ids, now }) => sql`
      select g.id as subject, g.phase || ' until ' || g.due_at as problem, ${account()} as account
      from game g where g.id = any (${ids}) and ${overdue(sql`g.due_at`, now)}`,
  },
]
