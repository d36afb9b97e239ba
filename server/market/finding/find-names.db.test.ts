import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rowsOf } from '@/db/client'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { askQuestion, person } from '../../inspection/engine/testing'
import { testMarket } from '../../testing'
import { editContext } from '../edit-context'
import { botsBeginning, findNames, newestTags, peopleBeginning, tagsBeginning } from './find-names'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb({ isNew: true })
})
afterAll(() => database.close())

/** So many that reading them one by one costs more than looking them up. */
const ROWS = 3_000

describe('tags and people', () => {
  beforeAll(async () => {
    const market = testMarket(database)
    const ann = await person(market, 'Ann')
    const question = await askQuestion(market, ann, { tags: ['bridges', 'lindow', 'bread'] })
    await askQuestion(market, ann, { tags: ['bridges'] })
    await editContext(market.deps, ann, {
      contextId: question,
      title: 'Is the bridge at Lindow safe to cross?',
      body: '',
      tags: ['bridges', 'brücken'],
    })
    await database.db.execute(sql`
      insert into users (id, handle, name, created_at, deleted_at) values
        ('u1', 'ada-l', 'Ada Lovelace', now(), null), ('u2', 'lovelorn', 'Bo', now(), null),
        ('u3', 'gone', 'Lovely', now(), now())`)
  })

  it.each([
    ['br', ['bridges 2', 'brücken 1']],
    ['#Bridges', ['bridges 2']],
    ['lindow', []],
    ['b', []],
    ['%', []],
    ['', []],
  ])('%s: tags as the questions have them now', async (query, wanted) => {
    const { tags } = await findNames(database.db, null, query)
    expect(tags.map(({ tag, questions }) => `${tag} ${questions}`)).toEqual(wanted)
  })

  it.each([
    ['love', ['ada-l', 'lovelorn']],
    ['@ADA', ['ada-l']],
    ['ada love', ['ada-l']],
    ['ve', []],
  ])('%s: people by handle, name or last name, without those who have left', async (query, wanted) => {
    const { people } = await findNames(database.db, null, query)
    expect(people.map(({ handle }) => handle)).toEqual(wanted)
  })

  it('lists the tags of the newest questions, the most used first', async () => {
    expect(await newestTags(database.db)).toEqual([
      { tag: 'bridges', questions: 2 },
      { tag: 'brücken', questions: 1 },
    ])
  })

  it('reads both through the indexes made for their order', async () => {
    const plans = await database.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql`
        insert into question_tag (context_id, tag, asked_at)
        select 'c' || n, 'tag' || n % 50, now() from generate_series(1, ${ROWS}) n`)
      await tx.execute(sql`
        insert into users (id, handle, name, created_at)
        select 'x' || n, 'person' || n, 'First' || n || ' Last' || n, now() from generate_series(1, ${ROWS}) n`)
      await tx.execute(sql`analyze`)
      const planOf = async (statement: ReturnType<typeof sql>) =>
        JSON.stringify(rowsOf(await tx.execute(sql`explain ${statement}`)))
      const [tags, people] = [await planOf(tagsBeginning('ta')), await planOf(peopleBeginning(null, 'pe'))]
      // There are no bots here: reading none of them would be cheapest.
      await tx.execute(sql`set local enable_seqscan = off`)
      return { tags, people, bots: await planOf(botsBeginning(null, 'pe')) }
    })
    expect(plans.tags).toContain('question_tag_newest')
    expect(plans.tags).not.toMatch(/Seq Scan|"Sort/)
    for (const index of ['users_handle_begins', 'users_name_begins', 'users_last_name_begins'])
      expect(plans.people).toContain(index)
    expect(plans.bots).toContain('bot_name_begins')
    expect(plans.people).not.toContain('Seq Scan on users')
  })
})
