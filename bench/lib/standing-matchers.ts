import { sql } from 'drizzle-orm'
import type { Db } from '@/db/client'
import type { MatchableContext } from '@/server/market/matching/predicate'
import { MICROS_PER_CREDIT } from '@/server/shared/money'

/**
 * A market of standing matchers, made up by the database itself. Words are as common as words are (the k-th is met 1/k as
 * often as the first). The first thousand matchers are broad, and the same in a market of any size; those beyond ask for more
 * words, phrases, tags or money than one question has, as in a market that has grown by what it covers: so there are a
 * thousand times as many, under the words that the questions have, while about as many match.
 */
export const BROAD_MATCHERS = 1_000

const WORDS = 50_000
const TAGS = 2_000
const HOSTS = 5_000
/** Different words of a question are somewhat fewer. */
const WORDS_OF_QUESTION = 40
const TAGS_OF_QUESTION = 2
const BUDGET_CREDITS_MAX = 10
const PEOPLE = 20_000
/** Every so manieth matcher is a bot's. */
const BOTS_EVERY = 20

/** The k-th word: letters that no stemming touches, and no stop word. */
const LETTERS = 'bcdfghkmnpqrtvwz'
const wordSql = (k: string) =>
  `translate(lpad(to_hex(${k}), 5, '0'), '0123456789abcdef', '${LETTERS}') || 'o'`
const wordOf = (k: number) =>
  `${[...k.toString(16).padStart(5, '0')].map((digit) => LETTERS[Number.parseInt(digit, 16)]).join('')}o`

/** A place between two, the lower the likelier. */
const placeSql = (from: number, to: number) => `floor(${from} * power(${to / from}, random()))::int`
const placeOf = (random: () => number, to: number) => Math.floor(to ** random())

/** Fills an empty, migrated database; needs a user who may switch triggers off. */
export async function fillMatchers(db: Db, count: number): Promise<void> {
  await db.transaction(async (tx) => {
    const run = (statement: string) => tx.execute(sql.raw(statement))
    await run('set local session_replication_role = replica')
    await run('select setseed(0.5)')
    await run(`insert into users (id, handle, name, created_at)
      select 'usr_' || i, 'usr-' || i, 'Bench', now() from generate_series(0, ${PEOPLE - 1}) i`)
    await run(`create temp table made on commit drop as
      select i, 'mat_' || i as id, i % ${BOTS_EVERY} = 0 as is_bots,
        case when i <= ${BROAD_MATCHERS} then 'broad-' || case when i % 10 < 5 then 'any' when i % 10 < 8 then 'all'
            when i % 10 = 8 then 'tag' else 'page' end
          else case when i % 20 < 10 then 'all' when i % 20 < 15 then 'phrase' when i % 20 < 18 then 'tag' else 'floor' end
        end as kind,
        ${placeSql(2, 2_000)} as common, ${placeSql(50, WORDS)} as middle_a, ${placeSql(50, WORDS)} as middle_b,
        ${placeSql(1_000, WORDS)} as rare_a, ${placeSql(1_000, WORDS)} as rare_b,
        1 + floor(random() * ${TAGS})::int as tag, 1 + floor(random() * ${HOSTS})::int as host, random() as chance
      from generate_series(1, ${count}) i`)
    await run(`insert into bot (id, owner_id, kind, name, knowledge_key_id, knowledge_sealed, price_micros, created_at)
      select 'bot_' || i, 'usr_' || i % ${PEOPLE}, 'fixed', 'Bench', 'bench', '', 1 + (i::bigint * 7919) % 1000000, now()
      from made where is_bots`)
    await run(`insert into matcher (id, bot_id, person_id, scope, any_of, all_of, tags, page_prefixes, budget_micros_min)
      select id, case when is_bots then 'bot_' || i end, case when not is_bots then 'usr_' || i % ${PEOPLE} end, 'both',
        case kind when 'broad-any' then array[${wordSql('middle_a')}, ${wordSql('middle_b')}]
          when 'phrase' then array[${wordSql('rare_a')} || ' ' || ${wordSql('middle_a')}]
          when 'tag' then array[${wordSql('rare_a')}, ${wordSql('rare_b')}] else '{}' end,
        case kind when 'broad-all' then array[${wordSql('common')}, ${wordSql('middle_a')}]
          when 'all' then array[${wordSql('common')}, ${wordSql('rare_a')}, ${wordSql('rare_b')}] else '{}' end,
        case when kind in ('tag', 'broad-tag') then array['tag' || tag] else '{}' end,
        case when kind = 'broad-page' then array['https://host' || host || '.test/'] else '{}' end,
        ${floorSql}
      from made`)
    // As `anchorsOf` has them when the words are weighed: the k-th word is rarer than those before it.
    await run(`insert into matcher_anchor (term, is_bots, also, budget_micros_min, matcher_id)
      select distinct a.term, is_bots, a.also, ${floorSql}, id from made cross join lateral (
        select 'w:' || ${wordSql('middle_a')} as term, '' as also where kind = 'broad-any'
        union all select 'w:' || ${wordSql('middle_b')}, '' where kind = 'broad-any'
        union all select 'w:' || ${wordSql('greatest(common, middle_a)')},
          case when common = middle_a then '' else 'w:' || ${wordSql('least(common, middle_a)')} end where kind = 'broad-all'
        union all select 'w:' || ${wordSql('greatest(rare_a, middle_a)')},
          case when rare_a = middle_a then '' else 'w:' || ${wordSql('least(rare_a, middle_a)')} end where kind = 'phrase'
        union all select 'w:' || ${wordSql('greatest(common, rare_a, rare_b)')},
          'w:' || ${wordSql('(select k from unnest(array[common, rare_a, rare_b]) k group by k order by k desc offset 1 limit 1)')}
          where kind = 'all' and (common <> rare_a or rare_a <> rare_b)
        union all select 'w:' || ${wordSql('rare_a')}, 't:tag' || tag where kind = 'tag'
        union all select 'w:' || ${wordSql('rare_b')}, 't:tag' || tag where kind = 'tag'
        union all select 't:tag' || tag, '' where kind = 'broad-tag'
        union all select 'p:host' || host || '.test', '' where kind = 'broad-page'
        union all select '*', '' where kind = 'floor'
      ) a`)
  })
  await db.execute(sql`vacuum analyze`)
}

/** Who asks for money alone asks for more than anybody here pays; half of the others ask for some. */
const floorSql = `case when kind = 'floor' then ${Number(MICROS_PER_CREDIT) * (BUDGET_CREDITS_MAX + 1)} + i
  when chance < 0.5 then floor(chance * ${Number(MICROS_PER_CREDIT) * 4})::bigint else 0 end`

/** A question of that market. */
export function madeContext(random: () => number): MatchableContext {
  const many = (count: number, make: () => string) => Array.from({ length: count }, make)
  return {
    contextId: 'bc_bench',
    isRoot: true,
    buyerId: 'usr_0',
    budgetMicros: MICROS_PER_CREDIT * BigInt(1 + Math.floor(random() * BUDGET_CREDITS_MAX)),
    decision: 'open',
    text: many(WORDS_OF_QUESTION, () => wordOf(placeOf(random, WORDS))).join(' '),
    tags: many(TAGS_OF_QUESTION, () => `tag${placeOf(random, TAGS)}`),
    pages: many(1, () => `https://host${placeOf(random, HOSTS)}.test/page`),
    ageMs: 0,
    record: null,
  }
}
