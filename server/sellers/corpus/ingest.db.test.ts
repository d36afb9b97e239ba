import { inspect } from 'node:util'
import { eq, ne, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { rowsOf } from '@/db/client'
import { corpusDocuments, corpusPassages, corpusUploads } from '@/db/schema'
import { person } from '../../inspection/engine/testing'
import { longestTurnOf, TURN_MS_MAX } from '../../testing-loop'
import { addDocument, listDocuments, removeDocument, setDocumentPrice } from './documents'
import { indexAgain } from './index-again'
import { ingestDocument } from './ingest'
import { openPassages, purposeOf } from './passages'
import { searchPassages } from './search'
import { blindTerms, passageTerms, searchTerms, vectorOf } from './terms'
import { corpusBot, failingAt, tinyPdf } from './testing'
import { shelfScene } from './testing-shelf'

/** Longer than any lease of these tests. */
const LEASE_MAX_MS = 3_600_000

const shelf = shelfScene()
const { upload, list } = shelf

/** A document of so many sections of one passage each. */
const sections = (count: number, word: string) =>
  `# Book of ${word}\n\n${Array.from({ length: count }, (_, n) => `## Chapter ${n}\n\nOf ${word} and chapter${n} we say this.`).join('\n\n')}`

/** Counts as they are stored, and as they follow from the passages. */
async function counts() {
  const { db } = shelf.market.deps
  const stored = rowsOf<{ term: string; passages: number }>(
    await db.execute(
      sql`select term, passages from corpus_term where bot_id = ${shelf.botId} order by term collate "C"`,
    ),
  )
  const counted = rowsOf<{ term: string; passages: number }>(
    await db.execute(sql`
      select lexeme as term, count(*)::integer as passages from corpus_passage, unnest(terms)
      where bot_id = ${shelf.botId} and lexeme <> ${shelf.botId} group by lexeme order by lexeme collate "C"`),
  )
  const totals = rowsOf<Record<string, number>>(
    await db.execute(sql`
      select coalesce(sum(passages_done), 0)::integer as done, coalesce(sum(terms_total), 0)::integer as terms,
        (select count(*)::integer from corpus_passage where bot_id = ${shelf.botId}) as rows,
        (select coalesce(sum(length), 0)::integer from corpus_passage where bot_id = ${shelf.botId}) as length
      from corpus_document where bot_id = ${shelf.botId}`),
  )[0]
  return { stored, counted, totals }
}

async function expectExactCounts() {
  const { stored, counted, totals } = await counts()
  expect(stored).toEqual(counted)
  expect(totals?.done).toBe(totals?.rows)
  expect(totals?.terms).toBe(totals?.length)
}

/** A market whose process dies after so many transactions. */
const dyingAfter = (transactions: number) =>
  failingAt(shelf.market.deps, (transaction) => transaction > transactions)

/** What a question finds first: its title, headings and text. */
async function searched(question: string) {
  const { db, cipher } = shelf.market.deps
  const { botId } = shelf
  const terms = searchTerms(question)
  const { hits } = await searchPassages({ db, cipher }, { botId, terms, limit: 1 })
  const open = await openPassages(db, cipher, {
    botId,
    passageIds: hits.map(({ passageId }) => passageId),
  })
  return [...open.values()].map(({ title, section, text }) => [title, section, text.reveal()])
}

describe('reading documents', () => {
  it('makes passages of every kind of file, sealed, and forgets the upload', async () => {
    await upload('rice.md', '# Rice\n\nBoil rice for ten minutes.')
    await upload('beans.txt', 'Soak beans overnight.')
    await upload('peas.html', '<title>Peas</title><p>Peas need no soaking.')
    await upload('lentils.pdf', tinyPdf([[{ text: 'Lentils cook fast.' }]], 'Lentils'))
    expect((await list()).documents.map(({ state }) => state)).toEqual([
      'waiting',
      'waiting',
      'waiting',
      'waiting',
    ])
    await shelf.market.settle()
    const { documents, passages } = await list()
    expect(
      documents.map(({ title, state, passagesDone, passagesTotal }) => [
        title,
        state,
        passagesDone,
        passagesTotal,
      ]),
    ).toEqual([
      ['Rice', 'ready', 1, 1],
      ['beans', 'ready', 1, 1],
      ['Peas', 'ready', 1, 1],
      ['Lentils', 'ready', 1, 1],
    ])
    expect(passages).toBe(4)
    expect(await shelf.market.deps.db.$count(corpusUploads)).toBe(0)
    const rows = await shelf.market.deps.db.select().from(corpusPassages)
    for (const row of rows)
      expect(Buffer.from(row.ciphertext).toString('latin1')).not.toMatch(/rice|beans|peas|lentils/i)
    await expectExactCounts()
    expect(await searched('How long do beans soak?')).toEqual([['beans', '', 'Soak beans overnight.']])
  })

  it('says of each bad file what is wrong, and reads the others', async () => {
    await upload('a.docx', 'PK')
    await upload('b.md', '')
    await upload('c.pdf', 'PK\u0003\u0004')
    await upload('d.md', 'Good.')
    await upload('e.pdf', tinyPdf([[]]))
    await shelf.market.settle()
    expect((await list()).documents.map(({ name, state, failure }) => [name, state, failure])).toEqual([
      ['a.docx', 'failed', 'unsupported'],
      ['b.md', 'failed', 'empty'],
      ['c.pdf', 'failed', 'mismatched'],
      ['d.md', 'ready', null],
      ['e.pdf', 'failed', 'no-text'],
    ])
    expect(await shelf.market.deps.db.$count(corpusUploads)).toBe(0)
  })

  it('lets others have their turn between any two chunks of a long document, read or removed', async () => {
    const words = (from: number) => Array.from({ length: 75 }, (_, n) => `w${from * 75 + n}x`).join(' ')
    const text = Array.from({ length: 300 }, (_, n) => words(n)).join('\n\n')
    const { documentId } = await upload('words.txt', text)
    const longest = await longestTurnOf(() => ingestDocument(shelf.market.deps, documentId))
    expect((await list()).documents[0]).toMatchObject({ state: 'ready', passagesDone: 300 })
    // A chunk is a third of a turn of a parser; the first one of a process has the code compiled, too.
    expect(longest).toBeLessThan(2 * TURN_MS_MAX)
    const remove = () => removeDocument(shelf.market.deps, shelf.ownerId, { documentId })
    expect(await longestTurnOf(remove)).toBeLessThan(TURN_MS_MAX)
    expect((await counts()).stored).toEqual([])
  })

  it('goes on after a crash anywhere, with no passage twice and exact counts', async () => {
    await upload('rice.md', sections(250, 'rice'))
    const { documentId } = await upload('beans.md', sections(230, 'beans'))
    const before: number[] = []
    for (let died = 0; died < 10; died += 1) {
      const isDone = await ingestDocument(dyingAfter(died % 3), documentId).then(
        () => true,
        () => false,
      )
      const [row] = await shelf.market.deps.db
        .select()
        .from(corpusDocuments)
        .where(eq(corpusDocuments.id, documentId))
      before.push(row?.passagesDone ?? -1)
      shelf.market.clock.forward(LEASE_MAX_MS)
      await expectExactCounts()
      if (isDone && row?.state === 'ready') break
    }
    // It did die half-way, more than once.
    expect(new Set(before).size).toBeGreaterThan(2)
    await shelf.market.settle()
    await ingestDocument(shelf.market.deps, documentId)
    const { documents } = await list()
    expect(
      documents.map(({ state, passagesDone, passagesTotal }) => [state, passagesDone, passagesTotal]),
    ).toEqual([
      ['ready', 250, 250],
      ['ready', 230, 230],
    ])
    await expectExactCounts()
  })

  it('starts again when the file is cut otherwise than before the crash', async () => {
    const { documentId } = await upload('rice.md', sections(120, 'rice'))
    await ingestDocument(dyingAfter(2), documentId).catch(() => undefined)
    shelf.market.clock.forward(LEASE_MAX_MS)
    await shelf.market.deps.db
      .update(corpusDocuments)
      .set({ passagesTotal: 99 })
      .where(eq(corpusDocuments.id, documentId))
    await shelf.market.settle()
    expect((await list()).documents).toMatchObject([
      { state: 'ready', passagesDone: 120, passagesTotal: 120 },
    ])
    await expectExactCounts()
  })

  it('takes a removed document out of passages and counts, also while it is read', async () => {
    await upload('rice.md', sections(20, 'rice'))
    const beans = await upload('beans.md', sections(150, 'beans'))
    await ingestDocument(dyingAfter(2), beans.documentId).catch(() => undefined)
    shelf.market.clock.forward(LEASE_MAX_MS)
    await expectExactCounts()
    await removeDocument(shelf.market.deps, shelf.ownerId, beans)
    await expectExactCounts()
    await shelf.market.settle()
    expect((await list()).documents).toMatchObject([{ name: 'rice.md', passagesDone: 20 }])
    const { stored } = await counts()
    const blind = blindTerms(shelf.market.deps.cipher, shelf.botId)
    const [bean = '', rice = ''] = searchTerms('beans rice').map(blind)
    expect(stored.some(({ term }) => term === bean)).toBe(false)
    expect(stored.find(({ term }) => term === rice)?.passages).toBe(20)
  })

  it('does not read twice when it is delivered twice at once', async () => {
    const { documentId } = await upload('rice.md', sections(120, 'rice'))
    await Promise.all([
      ingestDocument(shelf.market.deps, documentId),
      ingestDocument(shelf.market.deps, documentId),
    ])
    expect((await list()).documents).toMatchObject([{ state: 'ready', passagesDone: 120 }])
    await expectExactCounts()
  })
})

it('reads documents of several owners in turn, however many one of them has', async () => {
  const { market } = shelf
  const [eve, ada] = [await person(market, 'eve'), await person(market, 'ada')]
  const bots = [await corpusBot(market, eve), await corpusBot(market, ada)] as const
  const put = async (owner: string, botId: string, name: string) => {
    market.clock.forward(1)
    const file = { name, bytes: new Uint8Array(Buffer.from(`Of ${name}.`)) }
    return (await addDocument(market.deps, owner, { botId, file })).documentId
  }
  const many: string[] = []
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) many.push(await put(eve, bots[0], name))
  const [one, two] = [await put(ada, bots[1], 'e.txt'), await put(ada, bots[1], 'f.txt')]
  const read: string[] = []
  for (let jobs = 0; jobs < 4; jobs += 1) {
    // Jobs come in the order of the uploads.
    await ingestDocument(market.deps, many[jobs] ?? '')
    const ready = await market.deps.db
      .select({ id: corpusDocuments.id })
      .from(corpusDocuments)
      .where(eq(corpusDocuments.state, 'ready'))
    read.push(...ready.map(({ id }) => id).filter((id) => !read.includes(id)))
  }
  expect(read).toHaveLength(4)
  expect(read.filter((id) => [one, two].includes(id))).toEqual([one, two])
  expect(read.slice(0, 2).filter((id) => id === one)).toEqual([one])
})

describe('secrecy', () => {
  const CANARY = 'zanzibarsaffronvault'

  it('keeps words, headings, titles and file names out of logs, jobs and every column of every table', async () => {
    const said: unknown[] = []
    const note = (...args: unknown[]) => void said.push(args)
    Object.assign(shelf.market.deps.log, { debug: note, info: note, warn: note, error: note })
    await upload('a.md', `# Title\n\nThe ${CANARY} opens at noon.`)
    await upload(`name-${CANARY}.md`, `# On ${CANARY}\n\n## Heading ${CANARY}\n\nIt opens at noon.`)
    await upload('b.pdf', `PK ${CANARY}`)
    const { documentId } = await upload('c.md', sections(120, CANARY))
    const jobs = structuredClone(shelf.market.waiting)
    await ingestDocument(dyingAfter(2), documentId).catch((error: unknown) =>
      shelf.market.deps.log.error({ err: error }, 'job failed'),
    )
    shelf.market.clock.forward(LEASE_MAX_MS)
    await shelf.market.settle()
    expect(said.length).toBeGreaterThan(0)
    expect(inspect([said, jobs], { depth: 9 })).not.toContain(CANARY)
    await expectNowhere()
    expect((await list()).documents[1]).toMatchObject({
      name: `name-${CANARY}.md`,
      title: `On ${CANARY}`,
    })
  })

  /** In no column of any table, as it is, as its stem, or in another alphabet. */
  async function expectNowhere() {
    const { db } = shelf.market.deps
    const tables = rowsOf<{ name: string }>(
      await db.execute(
        sql`select table_schema || '.' || table_name as name from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema')`,
      ),
    )
    expect(tables.length).toBeGreaterThan(20)
    const [stem = ''] = searchTerms(CANARY)
    const forms = [
      CANARY,
      stem,
      ...(['hex', 'base64'] as const).map((as) => Buffer.from(CANARY).toString(as)),
    ]
    for (const { name } of tables) {
      const [schema = '', table = ''] = name.split('.')
      const found = await db.execute(
        sql`select to_jsonb(t)::text as row from ${sql.identifier(schema)}.${sql.identifier(table)} t`,
      )
      const dump = rowsOf<{ row: string }>(found)
        .map(({ row }) => row.toLowerCase())
        .join('\n')
      expect(
        forms.filter((form) => dump.includes(form.slice(0, 16).toLowerCase())),
        name,
      ).toEqual([])
    }
  }

  /** As an earlier version kept it: names, titles, headings and words in the clear. */
  async function leaveInTheClear() {
    const { db, cipher } = shelf.market.deps
    const open = await openPassages(db, cipher, {
      botId: shelf.botId,
      passageIds: (await db.select({ id: corpusPassages.id }).from(corpusPassages)).map(({ id }) => id),
    })
    await db.execute(sql`delete from corpus_term`)
    for (const { id, name, title } of (await list()).documents)
      await db
        .update(corpusDocuments)
        .set({ name, title, labelKeyId: null, labelSealed: null, indexVersion: 0 })
        .where(eq(corpusDocuments.id, id))
    for (const { id, section, title, text } of open.values()) {
      const words = text.reveal()
      const terms = passageTerms({ title, section, text: words })
      const vector = vectorOf(shelf.botId, terms)
      await db
        .update(corpusPassages)
        .set({ section, terms: sql`${vector}::tsvector`, ...cipher.seal(words, purposeOf(id)) })
        .where(eq(corpusPassages.id, id))
      for (const term of new Set(terms))
        await db.execute(sql`
          insert into corpus_term values (${shelf.botId}, ${term}, 1)
          on conflict (bot_id, term) do update set passages = corpus_term.passages + 1`)
    }
  }

  it('is given at the start to what an earlier version kept in the clear', async () => {
    const { deps } = shelf.market
    await upload(
      `name-${CANARY}.md`,
      `# On ${CANARY}\n\n## Heading ${CANARY}\n\nThe ${CANARY} opens at noon.`,
    )
    await upload('rice.md', sections(20, 'rice'))
    await upload('worse.md', 'Soak beans.')
    await shelf.market.settle()
    const before = await list()
    const found = await searched('When does it open?')
    await leaveInTheClear()
    await expect(expectNowhere()).rejects.toThrow()
    // A passage that opens for nobody keeps no market from starting.
    const worse = before.documents[2]?.id ?? ''
    await deps.db
      .update(corpusPassages)
      .set({ nonce: new Uint8Array(12) })
      .where(eq(corpusPassages.documentId, worse))

    expect(await indexAgain(deps)).toBe(3)
    await expectNowhere()
    await expectExactCounts()
    const [first, second] = before.documents
    const failed = { id: worse, name: 'worse.md', state: 'failed', failure: 'broken', passagesDone: 0 }
    expect((await list()).documents).toMatchObject([{ ...first }, { ...second }, failed])
    expect(await searched('When does it open?')).toEqual(found)
    expect(await indexAgain(deps)).toBe(0)

    // Sealed, but found by other terms than today's.
    await deps.db.update(corpusDocuments).set({ indexVersion: 1 }).where(ne(corpusDocuments.id, worse))
    await deps.db.execute(sql`update corpus_passage set terms = '', length = 0`)
    await deps.db.execute(sql`delete from corpus_term`)
    expect(await indexAgain(deps)).toBe(2)
    await expectExactCounts()
    expect(await searched('When does it open?')).toEqual(found)
  })
})

describe('documents of a bot', () => {
  it('are its owner’s alone: not listed, changed or removed by another', async () => {
    const { documentId } = await upload('secret-plans.md', '# Plans\n\nRice.')
    const strangerId = await person(shelf.market, 'stranger')
    const { deps } = shelf.market
    await expect(listDocuments(deps, strangerId, { botId: shelf.botId })).rejects.toMatchObject({
      code: 'sellers.bot_not_found',
    })
    const file = { name: 'a.md', bytes: new Uint8Array(Buffer.from('x')) }
    await expect(addDocument(deps, strangerId, { botId: shelf.botId, file })).rejects.toMatchObject({
      code: 'sellers.bot_not_found',
    })
    const notFound = { code: 'sellers.document_not_found' }
    await expect(removeDocument(deps, strangerId, { documentId })).rejects.toMatchObject(notFound)
    await expect(setDocumentPrice(deps, strangerId, { documentId, priceMicros: 1n })).rejects.toMatchObject(
      notFound,
    )
    expect((await list()).documents).toHaveLength(1)
  })

  it('belong to a bot that sells documents', async () => {
    const other = await corpusBot(shelf.market, shelf.ownerId, {
      kind: 'fixed',
      teaser: 'A teaser of rice',
      knowledge: 'Rice.',
    })
    await expect(listDocuments(shelf.market.deps, shelf.ownerId, { botId: other })).rejects.toMatchObject({
      code: 'sellers.wrong_kind',
    })
  })

  it('have their own price, or the bot’s again', async () => {
    const { documentId } = await upload('rice.md', 'Rice.')
    await setDocumentPrice(shelf.market.deps, shelf.ownerId, { documentId, priceMicros: 2_000_000n })
    expect((await list()).documents[0]?.priceMicros).toBe(2_000_000n)
    await setDocumentPrice(shelf.market.deps, shelf.ownerId, { documentId, priceMicros: null })
    expect((await list()).documents[0]?.priceMicros).toBeNull()
  })

  it('keep their name without the folders of somebody’s machine', async () => {
    await upload('C:\\Users\\me\\rice.md', 'Rice.')
    expect((await list()).documents[0]?.name).toBe('rice.md')
  })
})
