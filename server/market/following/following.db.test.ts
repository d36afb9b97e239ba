import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rowsOf } from '@/db/client'
import { errands, follows, hiddenThings, publications, users } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { FOLLOWS_MAX } from '../../contract/limits'
import { cancelByBuyer } from '../../inspection/engine/control'
import { askQuestion, newKey, person } from '../../inspection/engine/testing'
import { type TestMarket, testMarket } from '../../testing'
import { readHome } from '../home'
import { listNotices } from '../inbox/notices'
import { tellTree } from '../inbox/tell'
import { mutePerson } from '../moderation/mutes'
import { listFollows, readFollow, setFollow } from './follow'
import { newsIn } from './followed-news'
import { putTelling, tellChunk } from './tell-followers'

let database: TestDatabase
let market: TestMarket
let ann: string
let bob: string

beforeAll(async () => {
  database = await openTestDb({ isNew: true })
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.truncate()
  market = testMarket(database)
  ann = await person(market, 'ann')
  bob = await person(market, 'bob')
})

const PAGE = 'https://example.org/bridge'

const handleOf = async (id: string) =>
  (await database.db.select().from(users).where(eq(users.id, id)))[0]?.handle ?? ''
const follow = (who: string, kind: 'question' | 'person' | 'page' | 'tag', subject: string, follows = true) =>
  setFollow(market.deps, who, { kind, subject, follows })
const newsOf = async (who: string) =>
  (await listNotices(database.db, who, { cursor: null })).items.map(
    ({ event, count }) => `${event} ×${count}`,
  )
/** What happened in a tree is told, and all that this leads to is done. */
async function told(rootId: string): Promise<void> {
  await tellTree(market.deps, rootId)
  await market.settle()
}

describe('following', () => {
  it('is counted for everybody, told to its owner, and ended by them', async () => {
    const question = await askQuestion(market, ann)
    expect(await follow(bob, 'question', question)).toEqual({ follows: true, followers: 1 })
    expect(await follow(bob, 'question', question)).toEqual({ follows: true, followers: 1 })
    await follow(bob, 'person', await handleOf(ann))
    await follow(bob, 'tag', 'bridges')
    await follow(bob, 'page', `${PAGE}?utm_source=mail#top`)
    expect(await readFollow(database.db, null, { kind: 'page', subject: PAGE })).toEqual({
      follows: false,
      followers: 1,
    })
    const own = await listFollows(database.db, bob)
    expect(own.map(({ kind, label }) => [kind, label]).sort()).toEqual([
      ['page', PAGE],
      ['person', 'ann'],
      ['question', 'Is the bridge at Lindow safe to cross?'],
      ['tag', 'bridges'],
    ])
    for (const { kind, subject } of own) await follow(bob, kind, subject, false)
    expect(await listFollows(database.db, bob)).toEqual([])
    expect(await readFollow(database.db, bob, { kind: 'question', subject: question })).toEqual({
      follows: false,
      followers: 0,
    })
  })

  it('refuses oneself, what is not there, and one too many', async () => {
    await expect(follow(ann, 'person', await handleOf(ann))).rejects.toMatchObject({
      code: 'follows.not_yourself',
    })
    await expect(follow(ann, 'question', 'bc_none')).rejects.toMatchObject({
      code: 'market.context_not_found',
    })
    await expect(follow(ann, 'person', 'nobody')).rejects.toMatchObject({ code: 'market.person_not_found' })
    await database.db.insert(follows).values(
      Array.from({ length: FOLLOWS_MAX }, (_, n) => ({
        personId: ann,
        kind: 'tag' as const,
        subject: `tag${n}`,
        createdAt: market.clock.now(),
      })),
    )
    await expect(follow(ann, 'tag', 'bridges')).rejects.toMatchObject({ code: 'follows.too_many' })
    expect(await follow(ann, 'tag', 'tag7')).toMatchObject({ follows: true })
  })
})

describe('what is told to followers', () => {
  it('is each new question once, however many ways lead to it, and never to its asker', async () => {
    for (const who of [ann, bob]) {
      await follow(who, 'tag', 'bridges')
      await follow(who, 'page', PAGE)
    }
    await follow(bob, 'person', await handleOf(ann))
    const first = await askQuestion(market, ann, { tags: ['bridges', 'lindow'], pages: [PAGE] })
    await told(first)
    await told(first)
    expect(await newsOf(bob)).toEqual(['followed.asked ×1'])
    expect(await newsOf(ann)).toEqual([])
    market.clock.forward(1_000)
    await told(await askQuestion(market, ann, { tags: ['bridges'] }))
    expect(await newsOf(bob)).toEqual(['followed.asked ×2'])
    await told(await askQuestion(market, ann, { tags: ['other'] }))
    expect(await newsOf(bob)).toEqual(['followed.asked ×3'])

    const home = await readHome(market.deps, bob)
    expect(home.following).toHaveLength(3)
    expect(home.following.at(-1)).toMatchObject({ id: first })
    expect(home.followed).toBe(3)
    expect((await readHome(market.deps, ann)).following).toEqual([])
  })

  it('is nothing of somebody they have muted, and nothing that was hidden', async () => {
    await follow(bob, 'tag', 'bridges')
    const hidden = await askQuestion(market, ann, { tags: ['bridges'] })
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx
        .insert(hiddenThings)
        .values({ kind: 'question', id: hidden, caseId: 'none', since: market.clock.now() })
    })
    await told(hidden)
    await mutePerson(market.deps, bob, { handle: await handleOf(ann), as: 'muted' })
    await told(await askQuestion(market, ann, { tags: ['bridges'] }))
    expect(await newsOf(bob)).toEqual([])
    expect((await readHome(market.deps, bob)).following).toEqual([])
  })

  it('is a published answer, which takes the place of the line that it ended without one', async () => {
    const question = await askQuestion(market, ann, { isTreePublic: true })
    await told(question)
    await follow(bob, 'question', question)
    await cancelByBuyer(market.deps, ann, { rootId: question, requestKey: newKey() })
    await told(question)
    expect(await newsOf(bob)).toEqual(['followed.ended ×1'])
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.insert(publications).values({
        rootId: question,
        number: 1,
        revision: 1,
        verdict: '',
        lead: 'It is.',
        markdown: 'It is.',
        withheld: 0,
        quoted: [],
        publishedAt: market.clock.now(),
      })
      await putTelling(tx, market.deps, { kind: 'tell-followers', contextId: question })
    })
    await market.settle()
    expect(await newsOf(bob)).toEqual(['followed.answered ×1'])
    expect((await readHome(market.deps, bob)).following).toMatchObject([
      { id: question, by: { kind: 'question' } },
    ])
  })

  it('is told to nobody twice when a piece is done and its place was not written', async () => {
    const people = await Promise.all(['cleo', 'dan', 'eve'].map((name) => person(market, name)))
    for (const who of people) await follow(who, 'tag', 'bridges')
    const contextId = await askQuestion(market, ann, { tags: ['bridges'] })
    await database.db.transaction((tx) => putTelling(tx, market.deps, { kind: 'tell-asked', contextId }))
    const piece = { kind: 'tell-asked', contextId, after: null } as const
    const next = await tellChunk(market.deps, piece, 2)
    expect(next).toBe(people.sort()[1])
    // The process died: the piece is begun again from where its errand stands.
    expect(await tellChunk(market.deps, piece, 2)).toBeNull()
    const [errand] = await database.db.select().from(errands).where(eq(errands.kind, 'tell-asked'))
    expect(await tellChunk(market.deps, { ...piece, after: errand?.after ?? null }, 2)).toBeNull()
    for (const who of people) expect(await newsOf(who)).toEqual(['followed.asked ×1'])
  })

  it('is looked up through indexes: as many rows as one follows, whatever the market holds', async () => {
    const plan = await database.db.transaction(async (tx) => {
      for (const way of ['seqscan', 'sort', 'hashjoin', 'mergejoin'])
        await tx.execute(sql.raw(`set local enable_${way} = off`))
      const found = await tx.execute(sql`explain ${newsIn(bob, market.clock.now(), 5)}`)
      return rowsOf<Record<string, string>>(found)
        .flatMap((row) => Object.values(row))
        .join('\n')
    })
    for (const index of [
      'follow_person_id',
      'question_tag_newest',
      'context_buyer',
      'thread_question_address',
    ])
      expect(plan).toContain(index)
    expect(plan).not.toContain('Seq Scan')
  })
})
