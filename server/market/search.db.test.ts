import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rowsOf, type Tx } from '@/db/client'
import { contexts, users } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { countedItems } from './inbox/items'
import { countedLines, shownTo } from './inbox/notices'
import { foundBy, selectSimilar, similarQuestions } from './question-cards'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb({ isNew: true })
})
afterAll(() => database.close())

/** So many that reading them one by one costs more than looking them up. */
const QUESTIONS = 3_000

it('looks for words of questions, published answers and teasers, and for tags, through their indexes', async () => {
  const plan = await database.db.transaction(async (tx) => {
    // Nobody asks and nothing is answered: the rows stand for themselves.
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`
      insert into buyer_context (id, root_id, level, kind, buyer_id, title, decision, budget_micros, bots_until, created_at)
      select 'c' || n, 'c' || n, 0, 'root', 'nobody', 'question number' || n, 'open', 1, now(), now()
      from generate_series(1, ${QUESTIONS}) n`)
    await tx.execute(sql`
      insert into inspection (root_id, policy, start_rule, deadline_at, token_cap, is_tree_public)
      select 'c' || n, '{}', 'manual', now(), 1, true from generate_series(1, ${QUESTIONS}) n`)
    await tx.execute(sql`
      insert into publication (root_id, number, revision, verdict, lead, markdown, withheld, quoted, published_at)
      select 'c' || n, 1, 1, '', 'answer number' || n, 'answer number' || n, 0, '{}', now()
      from generate_series(1, ${QUESTIONS}) n`)
    await tx.execute(sql`
      insert into info_offer (id, context_id, root_id, seller_id, teaser, price_micros, private_words, created_at)
      select 'o' || n, 'c' || n, 'c' || n, 'nobody', 'teaser of' || n, 1, 1, now() from generate_series(1, ${QUESTIONS}) n`)
    await tx.execute(sql`
      insert into purchase
        (id, offer_id, offer_version, context_id, root_id, buyer_id, seller_id, price_micros, fee_micros, way, created_at)
      select 'p' || n, 'x' || n, 1, 'x' || n, 'x' || n, 'nobody', 'nobody', 1, 0, 'inspected', now()
      from generate_series(1, ${QUESTIONS}) n`)
    await tx.execute(sql`
      insert into question_tag (context_id, tag, asked_at) select 'c' || n, 'tag' || n, now() from generate_series(1, ${QUESTIONS}) n`)
    // Moderators have hidden as many.
    await tx.execute(sql`
      insert into hidden_thing (kind, id, case_id, since)
      select kind, 'x' || n, 'none', now() from generate_series(1, ${QUESTIONS}) n, unnest(array['answer', 'question', 'offer']) kind`)
    await tx.execute(sql`analyze`)
    const found = sql`select ${contexts.id} from ${contexts} where ${foundBy('number7')}`
    expect(rowsOf(await tx.execute(found))).toEqual([{ id: 'c7' }])
    for (const query of ['teaser of9', 'tag9', 'TAG9'])
      expect(
        rowsOf(await tx.execute(sql`select ${contexts.id} from ${contexts} where ${foundBy(query)}`)),
      ).toEqual([{ id: 'c9' }])
    await tx.execute(
      sql`insert into hidden_thing (kind, id, case_id, since) values ('offer', 'o9', 'none', now())`,
    )
    await tx.execute(sql`update info_offer set state = 'withdrawn' where id = 'o8'`)
    for (const query of ['of9', 'of8'])
      expect(
        rowsOf(await tx.execute(sql`select ${contexts.id} from ${contexts} where ${foundBy(query)}`)),
      ).toEqual([])
    return JSON.stringify(rowsOf(await tx.execute(sql`explain ${found}`)))
  })
  expect(plan).toContain('context_search')
  expect(plan).toContain('publication_search')
  expect(plan).toContain('offer_teaser_search')
  expect(plan).toContain('question_tag')
  expect(plan).not.toContain('Seq Scan')
})

it('finds what is like a question by its rarest words, and counts badges by their person', async () => {
  await database.db.transaction(async (tx) => {
    await tx.insert(users).values({ id: 'nobody', handle: 'nobody', name: 'Nobody', createdAt: new Date() })
    const typed = { text: 'The question: number7?', pages: [] }
    expect((await similarQuestions(tx, null, typed)).map(({ id }) => id)).toEqual(['c7'])
    await tx.execute(sql`set local enable_seqscan = off`)
    const similar = selectSimilar(tx, null, typed).getSQL()
    const plan = await explained(tx, sql`explain ${similar}`)
    expect(plan.join()).toContain('context_search')
    expect(plan.join()).not.toContain('Seq Scan on buyer_context')
    // A word that every question has is not looked up beside one that few have.
    const run = await explained(tx, sql`explain (analyze, timing off, summary off) ${similar}`)
    expect(run.find((line) => line.includes('on context_search'))).toMatch(/rows=1(?:\.00)? loops=1\)/)

    // Each question was found by somebody, and told of to somebody.
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`
      insert into inbox_item (person_id, context_id, created_at)
      select 'p' || n % 100, 'c' || n, now() from generate_series(1, ${QUESTIONS}) n`)
    await tx.execute(sql`
      insert into notice (id, person_id, event, cause, created_at, changed_at)
      select 'n' || n, 'p' || n % 100, 'question.offered', 'c' || n, now(), now() from generate_series(1, ${QUESTIONS}) n`)
    await tx.execute(sql`analyze inbox_item, notice`)
    const clock = { now: () => new Date() }
    const items = await explained(tx, sql`explain ${countedItems({ db: tx, clock }, 'p7').getSQL()}`)
    expect(items.join()).toMatch(/inbox_item_(?:newest|person_id_context_id_pk)/)
    const shown = await shownTo(tx, 'p7')
    const lines = await explained(tx, sql`explain ${countedLines(tx, shown).getSQL()}`)
    expect(lines.join()).toMatch(/notice_(?:open_cause|newest)/)
  })
})

const explained = async (tx: Tx, statement: SQL): Promise<string[]> =>
  rowsOf<Record<string, string>>(await tx.execute(statement)).flatMap((row) => Object.values(row))

describe('questions asked before', () => {
  const ASKED = {
    bike: 'Is a cargo bike cheaper than a second car over five years?',
    brain: 'Do people use only ten percent of their brains?',
    rye: 'Which mill in Ghent sells rye flour in small bags this year?',
    bees: 'How do I move a beehive ten metres?',
  }

  beforeAll(async () => {
    await database.truncate()
    const now = new Date('2026-03-01T12:00:00Z')
    await database.db.insert(users).values({ id: 'ana', handle: 'ana', name: 'Ana', createdAt: now })
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      for (const [id, title] of Object.entries(ASKED)) {
        await tx.execute(sql`
          insert into buyer_context
            (id, root_id, level, kind, buyer_id, title, body, decision, budget_micros, bots_until, created_at)
          values (${id}, ${id}, 0, 'root', 'ana', ${title}, 'Cargo, bike, car, ten, years: words of a long text.', 'open', 1, now(), now())`)
        await tx.execute(sql`
          insert into inspection (root_id, policy, start_rule, deadline_at, token_cap, is_tree_public)
          values (${id}, '{}', 'manual', now(), 1, true)`)
      }
    })
  })

  it.each([
    ['Does a cargo bike cost less than a second car?', ['bike']],
    ['Are cargo bikes cheaper than cars?', ['bike']],
    ['Which cargo bike carries ten bags of cement this year?', []],
    ['Is it true that we use ten percent of our brain?', ['brain']],
    ['How do I cool rice for ten people?', []],
    ['beehive', ['bees']],
    ['', []],
  ])('%s: what shares most of its words, and not one by chance', async (text, wanted) => {
    const cards = await similarQuestions(database.db, null, { text, pages: [] })
    expect(cards.map(({ id }) => id)).toEqual(wanted)
  })
})
