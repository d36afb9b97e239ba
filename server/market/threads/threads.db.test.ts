import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rowsOf } from '@/db/client'
import {
  answers,
  hiddenThings,
  moderationCases,
  noteRatings,
  notices,
  pageThreads,
  personClusters,
  personMutes,
  publicNotes,
  siteOwners,
  sites,
  threadQuestions,
  users,
} from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { NOTES_PER_DAY } from '../../contract/limits'
import type { Thread } from '../../contract/threads'
import { askQuestion, credits, person, sell } from '../../inspection/engine/testing'
import type { PageReading } from '../../pages/reader'
import { type TestMarket, testMarket } from '../../testing'
import { PROOF_WAYS } from '../../words/sites'
import { editContext } from '../edit-context'
import { COUNT_EVERY_MS, createNoteKeeper } from '../notes/keep-notes'
import { listNotes } from '../notes/read-notes'
import { rateNote, removeNote, writeNote } from '../notes/write-notes'
import { viewReplies } from '../replies/read-replies'
import { nameSubject, writeReply } from '../replies/replies'
import { partClaim, sayTheSame } from '../same-claims/say-the-same'
import { viewSame } from '../same-claims/view-same'
import { decideOnSite, listSiteQuestions, readThreadInFrame } from '../sites/site-questions'
import { isOnSite } from '../sites/site-rules'
import {
  addSite,
  changeSite,
  checkSite,
  LOOK_AGAIN_MS,
  leaveSite,
  listSites,
  lookAgain,
  PROOF_HOLDS_MS,
} from '../sites/sites'
import { pageHash } from './page-hash'
import { readPagesByHash } from './pages-by-hash'
import { bringInEarlier, bringInHashes } from './put-in-threads'
import { AGAIN_AFTER_MS, readAgain } from './read-again'
import { readThread, readThreadItem } from './read-thread'

let database: TestDatabase
let market: TestMarket
let asker: string
let seller: string
/** What each page says now; a page that is not here is not there. */
let web: Map<string, Partial<Extract<PageReading, { ok: true }>>>
let visited: string[]

beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.truncate()
  market = testMarket(database)
  web = new Map()
  visited = []
  market.deps.pages = {
    async read(page) {
      visited.push(page)
      const said = web.get(page)
      if (!said) return { ok: false, failure: 'missing' }
      return {
        ok: true,
        url: page,
        title: 'Bridges',
        text: '',
        hash: 'ab',
        canonical: '',
        product: '',
        ...said,
      }
    },
    close: async () => undefined,
  }
  asker = await person(market, 'Asker')
  seller = await person(market, 'Seller')
})

const PAGE = 'https://bridge.example/limits'
const CLAIM = 'The bridge at Lindow carries 5 tonnes.'
const TEXT = `Lindow bridge was built in 1890.\n\n${CLAIM} It was painted in 2021, by hand, in two weeks of rain.`

const ask = (over: Parameters<typeof askQuestion>[2] = {}) =>
  askQuestion(market, asker, {
    title: 'Do 5 tonnes cross Lindow bridge?',
    decision: { kind: 'belief', claim: CLAIM },
    pages: [PAGE],
    isTreePublic: true,
    ...over,
  })
const threadOf = (url = PAGE, viewer: string | null = null, cursor: string | null = null): Promise<Thread> =>
  readThread(database.db, viewer, { url, cursor })
const idsOf = ({ items }: Thread) => items.map(({ question }) => question.id)

describe('the thread of a page', () => {
  it('has its questions under every spelling of its address, and no others', async () => {
    const one = await ask()
    const other = await ask({ pages: [`${PAGE}?utm_source=mail#top`, 'https://elsewhere.example/'] })
    await ask({ pages: [`${PAGE}?page=2`] })
    const thread = await threadOf(`${PAGE}?fbclid=xyz#:~:text=carries`)
    expect(thread.address).toBe(PAGE)
    expect(idsOf(thread).sort()).toEqual([one, other].sort())
    expect(idsOf(await threadOf('https://elsewhere.example'))).toEqual([other])
    expect(await threadOf('https://nobody.example/')).toMatchObject({ items: [], title: '', readAt: null })
  })

  it('has what is asked about buying what the page sells, also where its asker names it as the product alone', async () => {
    const product = 'https://shop.example/kettle'
    const contextId = await ask({ decision: { kind: 'buy', product, price: '30', needs: '' }, pages: [] })
    expect(idsOf(await threadOf(product))).toEqual([contextId])
  })

  it('follows the pages of a question that is edited', async () => {
    const contextId = await ask()
    const edit = { contextId, title: 'Do 5 tonnes cross Lindow bridge?', body: '' }
    await editContext(market.deps, asker, { ...edit, pages: ['https://other.example/'] })
    expect(idsOf(await threadOf())).toEqual([])
    expect(idsOf(await threadOf('https://other.example/'))).toEqual([contextId])
  })

  it('goes on where a page of it ended', async () => {
    const asked: string[] = []
    for (let count = 0; count < 23; count += 1) {
      market.clock.forward(60_000)
      asked.unshift(await ask({ start: { rule: 'manual' }, budgetMicros: credits(1) }))
    }
    const first = await threadOf()
    const second = await threadOf(PAGE, null, first.nextCursor)
    expect([...idsOf(first), ...idsOf(second)]).toEqual(asked)
    expect(second.nextCursor).toBeNull()
  })

  it('shows what its answers rest on to whoever may watch, and to nobody else', async () => {
    const open = await ask()
    const closed = await ask({ isTreePublic: false })
    for (const contextId of [open, closed])
      await sell(market, seller, {
        contextId,
        teaser: 'The survey of the bridge of 2021',
        privateInfo: `The survey says: ${CLAIM}`,
        price: 1,
      })
    await market.settle()
    market.clock.forward(3_600_000)
    await market.settle()
    const seenBy = async (viewer: string | null) =>
      Object.fromEntries((await threadOf(PAGE, viewer)).items.map((item) => [item.question.id, item]))
    const stranger = await seenBy(null)
    expect(stranger[open]?.sources).toMatchObject([{ teaser: 'The survey of the bridge of 2021' }])
    expect(stranger[closed]).toMatchObject({ sources: [], probability: null, claim: CLAIM })
    expect((await seenBy(asker))[closed]?.sources).toHaveLength(1)
    expect(
      JSON.stringify(stranger, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
    ).not.toContain('survey says')
  })

  it('shows what a moderator hid to its asker alone, and nothing of whom the reader muted', async () => {
    const hidden = await ask()
    const since = market.clock.now()
    await database.db.insert(moderationCases).values({
      ...{ id: 'case_1', subjectKind: 'question', subjectId: hidden, authorId: asker, openedAt: since },
      ...{ outcome: 'hidden', rule: 'spam', decidedAt: since },
    })
    await database.db.insert(hiddenThings).values({ kind: 'question', id: hidden, caseId: 'case_1', since })
    const seenItem = (viewer: string | null) => readThreadItem(database.db, viewer, hidden)
    for (const stranger of [null, seller]) {
      expect(idsOf(await threadOf(PAGE, stranger))).toEqual([])
      await expect(seenItem(stranger)).rejects.toMatchObject({ code: 'market.context_not_found' })
    }
    expect(idsOf(await threadOf(PAGE, asker))).toEqual([hidden])
    expect((await seenItem(asker)).question.id).toBe(hidden)

    const other = await ask()
    const mute = { personId: seller, otherId: asker, isBlocked: false, createdAt: since }
    await database.db.insert(personMutes).values(mute)
    expect(idsOf(await threadOf(PAGE, seller))).toEqual([])
    expect(idsOf(await threadOf())).toEqual([other])
  })

  it('refuses what is no page', async () => {
    await expect(threadOf('https://ann:secret@bridge.example/')).rejects.toMatchObject({
      code: 'market.no_web_page',
    })
  })

  it('has what was asked before there were threads', async () => {
    const contextId = await ask({ pages: [`${PAGE}?utm_source=mail`] })
    // As the migration leaves it.
    await database.db
      .update(threadQuestions)
      .set({ own: `${PAGE}?utm_source=mail`, address: '' })
      .where(eq(threadQuestions.contextId, contextId))
    expect(idsOf(await threadOf())).toEqual([])
    expect(await bringInEarlier(market.deps, 10)).toBe(1)
    expect(idsOf(await threadOf())).toEqual([contextId])
    expect(await bringInEarlier(market.deps, 10)).toBe(0)
  })
})

describe('pages by the beginning of their hashes', () => {
  const hexOf = (address: string) => Buffer.from(pageHash(address)).toString('hex')
  const lookUp = (prefix = '', cursor: string | null = null) =>
    readPagesByHash(database.db, { prefix, cursor })

  it('have what marks their passages, under every address that leads to their thread, as a stranger may see it', async () => {
    const MOBILE = 'https://m.bridge.example/limits'
    web.set(PAGE, { text: TEXT })
    web.set(MOBILE, { text: TEXT, canonical: PAGE })
    const open = await ask({ pages: [MOBILE] })
    const closed = await ask({ isTreePublic: false, decision: { kind: 'open' } })
    const hidden = await ask({ pages: ['https://hidden.example/'] })
    const since = market.clock.now()
    await database.db.insert(moderationCases).values({
      ...{ id: 'case_1', subjectKind: 'question', subjectId: hidden, authorId: asker, openedAt: since },
      ...{ outcome: 'hidden', rule: 'spam', decidedAt: since },
    })
    await database.db.insert(hiddenThings).values({ kind: 'question', id: hidden, caseId: 'case_1', since })
    for (const contextId of [open, closed])
      await sell(market, seller, {
        contextId,
        teaser: 'The survey of the bridge of 2021',
        privateInfo: `The survey says: ${CLAIM}`,
        price: 1,
      })
    await market.settle()
    market.clock.forward(3_600_000)
    await market.settle()
    await database.db.update(answers).set({ trail: [{ kind: 'belief', probability: 0.7 }] })
    const { digits, pages, nextCursor } = await lookUp()
    expect({ digits, nextCursor }).toEqual({ digits: 0, nextCursor: null })
    expect(pages?.map(({ hash }) => hash)).toEqual([hexOf(PAGE), hexOf(MOBILE)].sort())
    const page = pages?.find(({ hash }) => hash === hexOf(MOBILE))
    expect(page).toMatchObject({ claims: 1, questions: 2, hasMore: false })
    const marks = Object.fromEntries(page?.marks.map((mark) => [mark.questionId, mark]) ?? [])
    expect(marks[open]).toMatchObject({
      claim: CLAIM,
      quote: { exact: CLAIM, prefix: expect.stringContaining('1890. ') },
      probability: 0.7,
    })
    expect(marks[closed]).toMatchObject({ claim: '', quote: null, probability: null })
    expect(JSON.stringify(pages)).not.toContain('survey')
  })

  it('are answered in whole buckets, which are as many as the market has pages for', async () => {
    const asked = await ask()
    const addresses = Array.from({ length: 600 }, (_, n) => `https://news.example/${n}`)
    // From before there were hashes.
    await database.db.insert(pageThreads).values(addresses.map((address) => ({ address })))
    expect((await lookUp()).digits).toBe(0)
    expect(await bringInHashes(market.deps, 1_000)).toBe(600)
    expect(await lookUp()).toEqual({ digits: 1, pages: null, nextCursor: null })
    expect(await lookUp('ab')).toMatchObject({ digits: 1, pages: null })
    const prefix = hexOf(PAGE).slice(0, 1)
    const bucket = [PAGE, ...addresses].filter((address) => hexOf(address).startsWith(prefix))
    const own = { askedAt: market.clock.now(), contextId: asked }
    await database.db
      .insert(threadQuestions)
      .values(addresses.map((address) => ({ ...own, own: address, address })))
    const found: string[] = []
    let cursor: string | null = null
    do {
      const part: Awaited<ReturnType<typeof lookUp>> = await lookUp(prefix, cursor)
      expect(part.pages?.length).toBeLessThanOrEqual(25)
      found.push(...(part.pages ?? []).map(({ hash }) => hash))
      cursor = part.nextCursor
    } while (cursor !== null)
    expect(found).toEqual(bucket.map(hexOf).sort())
  })
})

describe('a site that says whose it is', () => {
  const HOST = 'bridge.example'
  /** What its file says; null while it does not answer. */
  let file: string | null
  let owner: string
  beforeEach(async () => {
    file = ''
    owner = await person(market, 'Owner')
    Object.assign(market.deps.outbound, {
      allows: () => true,
      exchange: async () =>
        file === null
          ? { ok: false, failure: 'unreachable' }
          : { ok: true, status: 200, headers: {}, body: Buffer.from(file) },
    })
  })
  const inFrame = async (url = PAGE) => {
    const { thread, look } = await readThreadInFrame(market.deps, url)
    return { ids: idsOf(thread).sort(), look }
  }
  async function prove(personId: string): Promise<string> {
    const { id } = await addSite(market.deps, personId, `https://${HOST}/limits`)
    const own = (await listSites(market.deps, personId))[0]
    file = `${file ?? ''}
${own?.token}`
    expect(await checkSite(market.deps, personId, id)).toEqual({ isProven: true })
    return id
  }
  const LOOK = { accent: '#884400', theme: 'dark', isModerated: true } as const

  it('has its owner choose how embeds look and which new questions stand there, and there alone', async () => {
    const before = await ask()
    const { id } = await addSite(market.deps, owner, HOST)
    const unproven = changeSite(market.deps, owner, { id, ...LOOK })
    await expect(unproven).rejects.toMatchObject({ code: 'site.not_proven' })
    expect(await checkSite(market.deps, owner, id)).toEqual({ isProven: false })
    await prove(owner)
    market.clock.forward(60_000)
    await changeSite(market.deps, owner, { id, ...LOOK })
    market.clock.forward(60_000)
    const later = await ask()
    const elsewhere = await ask({ pages: ['https://elsewhere.example/'] })
    expect(await inFrame()).toEqual({ ids: [before], look: LOOK })
    expect(idsOf(await threadOf()).sort()).toEqual([before, later].sort())
    expect(await inFrame('https://elsewhere.example/')).toEqual({ ids: [elsewhere], look: null })
    const waiting = await listSiteQuestions(market.deps, owner, id)
    expect(waiting.map(({ questionId, state }) => [questionId, state])).toEqual([
      [later, 'waiting'],
      [before, 'shown'],
    ])
    const decide = (who: string, questionId: string, isShown: boolean) =>
      decideOnSite(market.deps, who, { id, questionId, isShown })
    await expect(decide(seller, later, true)).rejects.toMatchObject({ code: 'site.not_found' })
    await expect(decide(owner, elsewhere, false)).rejects.toMatchObject({
      code: 'market.context_not_found',
    })
    await decide(owner, later, true)
    expect((await inFrame()).ids).toEqual([before, later].sort())
    await decide(owner, before, false)
    expect((await inFrame()).ids).toEqual([later])
    expect((await inFrame('https://elsewhere.example/')).ids).toEqual([elsewhere])
  })

  it('has whatever an edit brings to its pages wait for a yes, and tells its owners of what waits', async () => {
    const TITLE = 'Is it safe there?'
    const earlier = await ask({ pages: ['https://elsewhere.example/'] })
    const id = await prove(owner)
    const toldTo = async (who: string) =>
      (await database.db.select().from(notices).where(eq(notices.personId, who)))
        .filter(({ event }) => event === 'site.asked')
        .map(({ count, contextId }) => ({ count, contextId }))
    const waiting = async () => (await listSites(market.deps, owner))[0]?.waiting
    const edit = (title: string) =>
      editContext(market.deps, asker, { contextId: earlier, title, body: '', pages: [PAGE] })
    await ask()
    expect([await waiting(), await toldTo(owner)]).toEqual([0, []])
    market.clock.forward(60_000)
    await changeSite(market.deps, owner, { id, ...LOOK })

    // Asked before, and about another page: it is new on this one.
    market.clock.forward(60_000)
    await edit(TITLE)
    expect((await inFrame()).ids).not.toContain(earlier)
    expect(idsOf(await threadOf())).toContain(earlier)
    expect([await waiting(), await toldTo(owner)]).toEqual([1, [{ count: 1, contextId: earlier }]])
    // It waits already, and nobody is told again.
    await edit(`${TITLE} Now?`)
    expect(await toldTo(owner)).toHaveLength(1)
    const decide = (isShown: boolean) =>
      decideOnSite(market.deps, owner, { id, questionId: earlier, isShown })
    market.clock.forward(60_000)
    await decide(true)
    expect((await inFrame()).ids).toContain(earlier)
    expect(await waiting()).toBe(0)

    // A yes was to the words that it then had; a no is to whatever it becomes.
    market.clock.forward(60_000)
    await edit('Something else, which nobody has read')
    expect((await inFrame()).ids).not.toContain(earlier)
    expect([await waiting(), await toldTo(owner)]).toEqual([1, [{ count: 2, contextId: earlier }]])
    market.clock.forward(60_000)
    await decide(false)
    await edit(TITLE)
    await changeSite(market.deps, owner, { id, ...LOOK, isModerated: false })
    expect((await inFrame()).ids).not.toContain(earlier)
    expect(await toldTo(asker)).toEqual([])
  })

  it('finds its questions through an index', async () => {
    const plan = await database.db.transaction(async (tx) => {
      // A small table is read whole where that may be: what is asked is whether it must be.
      await tx.execute(sql`set local enable_seqscan = off`)
      const found = sql`select from ${threadQuestions} where ${isOnSite(HOST)}`
      return rowsOf<Record<string, string>>(await tx.execute(sql`explain ${found}`))
    })
    const lines = plan.flatMap((row) => Object.values(row)).join('\n')
    expect(lines).toContain('thread_question_host')
    expect(lines).not.toContain('Seq Scan')
  })

  it('is its owner’s while it says so, for two weeks while it does not answer, and can name several', async () => {
    const id = await prove(owner)
    await changeSite(market.deps, owner, { id, ...LOOK })
    const [mine] = await listSites(market.deps, owner)
    const lookNextDay = async () => {
      market.clock.forward(LOOK_AGAIN_MS + 1)
      await lookAgain(market.deps)
    }
    file = null
    await lookNextDay()
    expect((await listSites(market.deps, owner))[0]).toMatchObject({ isProven: true, failure: 'unreachable' })
    market.clock.forward(PROOF_HOLDS_MS)
    expect((await inFrame()).look).toBeNull()

    // Somebody else has it now, and it names both again.
    file = ''
    await prove(seller)
    expect((await inFrame()).look).toEqual(LOOK)
    file = `${file}
${mine?.token}`
    await checkSite(market.deps, owner, id)
    expect((await listSites(market.deps, owner))[0]).toMatchObject({ isProven: true, others: 1 })

    file = 'nobody'
    await lookNextDay()
    await lookAgain(market.deps)
    expect((await listSites(market.deps, seller))[0]).toMatchObject({ isProven: false, failure: 'not-named' })
    expect((await inFrame()).look).toBeNull()
    await leaveSite(market.deps, seller, id)
    await leaveSite(market.deps, owner, id)
    expect(await listSites(market.deps, owner)).toEqual([])
    expect(await database.db.$count(sites)).toBe(0)
  })
})

describe('a page that is read', () => {
  it('has the passage that a claim repeats attached, and detached once it says otherwise', async () => {
    web.set(PAGE, { text: TEXT, title: 'Limits of bridges' })
    await ask()
    await market.settle()
    const [item] = (await threadOf()).items
    expect(await threadOf()).toMatchObject({ title: 'Limits of bridges', notRead: null })
    expect(item?.passage).toMatchObject({
      place: 'attached',
      quote: { type: 'TextQuoteSelector', exact: CLAIM, prefix: expect.stringContaining('built in 1890. ') },
      position: { start: TEXT.indexOf(CLAIM), end: TEXT.indexOf(CLAIM) + CLAIM.length },
    })

    web.set(PAGE, { text: TEXT.replace('5 tonnes', '3 tonnes') })
    expect(await readAgain(market.deps, PAGE)).toEqual({ state: 'recent' })
    market.clock.forward(AGAIN_AFTER_MS + 1)
    expect(await readAgain(market.deps, `${PAGE}#top`)).toEqual({ state: 'due' })
    expect((await threadOf()).isDue).toBe(true)
    await market.sweep()
    await market.settle()
    expect((await threadOf()).items[0]?.passage).toMatchObject({ place: 'detached', quote: { exact: CLAIM } })
    expect((await threadOf()).isDue).toBe(false)

    web.set(PAGE, { text: `News of the day.\n\n${TEXT}` })
    market.clock.forward(AGAIN_AFTER_MS + 1)
    await readAgain(market.deps, PAGE)
    await market.sweep()
    await market.settle()
    expect((await threadOf()).items[0]?.passage).toMatchObject({
      place: 'attached',
      position: { start: TEXT.indexOf(CLAIM) + 'News of the day.\n\n'.length },
    })
  })

  it('attaches a passage that was marked, by what stands around it where it stands twice', async () => {
    web.set(PAGE, {
      text: 'Old: it carries 5 tonnes, they say. New: it carries 5 tonnes, we hear, and nobody knows who is right.',
    })
    const marked = { page: `${PAGE}#top`, exact: 'it carries 5 tonnes', prefix: '', suffix: '' }
    await ask({ decision: { kind: 'open' }, passage: { ...marked, prefix: 'New: ' } })
    await ask({ decision: { kind: 'open' }, passage: marked })
    await market.settle()
    const { items } = await threadOf()
    expect(items.map(({ passage }) => passage?.place).sort()).toEqual(['attached', 'detached'])
    expect(items.find(({ passage }) => passage?.place === 'attached')?.passage?.position?.start).toBe(41)
    await expect(ask({ passage: { ...marked, page: 'https://other.example/' } })).rejects.toMatchObject({
      code: 'market.passage_of_no_page',
    })
  })

  it('keeps what it said when it cannot be read any more', async () => {
    web.set(PAGE, { text: TEXT })
    await ask()
    await market.settle()
    web.delete(PAGE)
    market.clock.forward(AGAIN_AFTER_MS + 1)
    await readAgain(market.deps, PAGE)
    await market.sweep()
    await market.settle()
    const thread = await threadOf()
    expect(thread).toMatchObject({ title: 'Bridges', notRead: 'its server says that there is no such page' })
    expect(thread.items[0]?.passage?.place).toBe('attached')
  })

  it('is fetched for nobody who did not ask about it', async () => {
    expect(await readAgain(market.deps, 'https://inner.example/')).toEqual({ state: 'never' })
    expect(await readAgain(market.deps, 'https://ann:secret@inner.example/')).toEqual({ state: 'never' })
    await market.sweep()
    await market.settle()
    expect(visited).toEqual([])
  })

  it('joins the thread of the address that it says is its own, on its own site', async () => {
    const MOBILE = 'https://m.bridge.example/limits?page=1'
    web.set(PAGE, { text: TEXT })
    web.set(MOBILE, { text: TEXT, canonical: PAGE })
    const before = await ask({ pages: [PAGE] })
    const other = await ask({ pages: [MOBILE] })
    await market.settle()
    expect((await threadOf(MOBILE)).address).toBe(PAGE)
    expect(idsOf(await threadOf(PAGE)).sort()).toEqual([before, other].sort())
    // What comes later stands there at once, and a question that names both stands there once.
    const both = await ask({ pages: [MOBILE, PAGE] })
    expect(idsOf(await threadOf(MOBILE)).filter((id) => id === both)).toHaveLength(1)
  })

  it('joins nothing of another site, whatever it says', async () => {
    const GREEDY = 'https://greedy.example/'
    web.set(GREEDY, { text: TEXT, canonical: PAGE, url: PAGE })
    web.set(PAGE, { text: TEXT })
    await ask({ pages: [PAGE] })
    await ask({ pages: [GREEDY] })
    await market.settle()
    expect((await threadOf(GREEDY)).address).toBe(GREEDY)
    expect((await threadOf(PAGE)).items).toHaveLength(1)
    expect(await database.db.select().from(pageThreads).where(eq(pageThreads.joinedTo, PAGE))).toEqual([])
  })

  it('stays where it is when two name each other', async () => {
    const A = 'https://bridge.example/a'
    const B = 'https://bridge.example/b'
    web.set(A, { text: TEXT, canonical: B })
    web.set(B, { text: TEXT, canonical: A })
    const one = await ask({ pages: [A] })
    await market.settle()
    const two = await ask({ pages: [B] })
    await market.settle()
    expect((await threadOf(A)).address).toBe(B)
    expect(idsOf(await threadOf(B)).sort()).toEqual([one, two].sort())
  })
})

/** When everybody's account was made who has standing. */
const LONG_AGO = new Date('2020-01-01T00:00:00.000Z')

describe('public notes', () => {
  const TEXT = 'The county’s sign of 2024 says 3 tonnes: https://county.example/sign.'
  const hide = async (id: string, authorId: string) => {
    const since = market.clock.now()
    await database.db.insert(moderationCases).values({
      ...{ id: 'case_1', subjectKind: 'note', subjectId: id, authorId, openedAt: since },
      ...{ outcome: 'hidden', rule: 'spam', decidedAt: since },
    })
    await database.db.insert(hiddenThings).values({ kind: 'note', id, caseId: 'case_1', since })
  }
  const notesOf = async (questionId: string | null, viewer: string | null = null) =>
    (await listNotes(database.db, viewer, { questionId, cursor: null })).notes

  it('are written once on a claim about a page, a few a day, and rated by others, with a reason', async () => {
    const { deps } = market
    const [author, rater] = [await person(market, 'Author'), await person(market, 'Rater')]
    const questionId = await ask()
    const { noteId } = await writeNote(deps, author, { questionId, text: TEXT })
    const again = writeNote(deps, author, { questionId, text: TEXT })
    await expect(again).rejects.toMatchObject({ code: 'notes.one_each' })
    for (const other of [await ask({ decision: { kind: 'open' } }), await ask({ pages: [] })])
      await expect(writeNote(deps, author, { questionId: other, text: TEXT })).rejects.toMatchObject({
        code: 'notes.no_claim',
      })

    const own = rateNote(deps, author, { noteId, reason: 'clear' })
    await expect(own).rejects.toMatchObject({ code: 'notes.own' })
    await rateNote(deps, rater, { noteId, reason: 'clear' })
    await rateNote(deps, rater, { noteId, reason: 'opinion' })
    expect(await notesOf(questionId, rater)).toMatchObject([{ yourReason: 'opinion', status: 'waiting' }])
    expect(await database.db.select().from(noteRatings)).toMatchObject([
      { isHelpful: false, reason: 'opinion' },
    ])
    await rateNote(deps, rater, { noteId, reason: null })
    // It waits where raters look, and nowhere beside the claim.
    expect(await notesOf(null)).toMatchObject([{ id: noteId, text: TEXT, yourReason: null }])
    expect((await threadOf()).items.flatMap(({ notes }) => notes)).toEqual([])

    // What somebody wrote stands beside the words that they read.
    const edited = { contextId: questionId, title: 'Do 5 tonnes cross Lindow bridge?', body: '' }
    for (const change of [
      { decision: { kind: 'open' } as const },
      { title: 'Did the council of Lindow steal 5 tonnes?' },
      { pages: ['https://elsewhere.example/'] },
    ])
      await expect(editContext(deps, asker, { ...edited, ...change })).rejects.toMatchObject({
        code: 'market.claim_is_taken_up',
      })
    await editContext(deps, asker, { ...edited, body: 'By lorry.' })

    for (let count = 1; count < NOTES_PER_DAY; count += 1)
      await writeNote(deps, author, { questionId: await ask(), text: TEXT })
    const tooMany = writeNote(deps, author, { questionId: await ask(), text: TEXT })
    await expect(tooMany).rejects.toMatchObject({ code: 'notes.too_many' })
    await expect(removeNote(deps, rater, noteId)).rejects.toMatchObject({ code: 'notes.not_found' })
    await removeNote(deps, author, noteId)
    expect(await notesOf(questionId)).toEqual([])
  })

  it('are not of whom the asker has blocked, nor shown once hidden, nor to whoever mutes their author', async () => {
    const { deps } = market
    const [author, rater] = [await person(market, 'Author'), await person(market, 'Rater')]
    const questionId = await ask()
    const { noteId } = await writeNote(deps, author, { questionId, text: TEXT })
    const mute = { otherId: author, createdAt: market.clock.now() }
    await database.db.insert(personMutes).values([
      { personId: asker, isBlocked: true, ...mute },
      { personId: rater, isBlocked: false, ...mute },
    ])
    const blocked = writeNote(deps, author, { questionId: await ask(), text: TEXT })
    await expect(blocked).rejects.toMatchObject({ code: 'notes.blocked' })
    expect(await notesOf(questionId, rater)).toEqual([])
    expect(await notesOf(questionId, seller)).toHaveLength(1)
    await hide(noteId, author)
    expect(await notesOf(questionId, seller)).toEqual([])
    expect(await notesOf(questionId, author)).toHaveLength(1)
    const rated = rateNote(deps, seller, { noteId, reason: 'clear' })
    await expect(rated).rejects.toMatchObject({ code: 'notes.not_found' })
    await expect(removeNote(deps, author, noteId)).rejects.toMatchObject({ code: 'notes.hidden' })
  })

  it('stand beside their claim once people who usually disagree find them helpful, each hand counted once', async () => {
    const { deps } = market
    const questionId = await ask()
    let keep = createNoteKeeper(deps)
    const count = async () => {
      market.clock.forward(COUNT_EVERY_MS)
      await keep()
    }
    const raters: string[] = []
    for (let n = 0; n < 10; n += 1) raters.push(await person(market, `Rater ${n}`))
    const likes = {
      left: (n: number) => n < 6,
      right: (n: number) => n >= 6,
      bridging: () => true,
      poor: () => false,
    }
    const kinds = ['left', 'left', 'right', 'right', 'bridging', 'poor', 'poor'] as const
    const at = market.clock.now()
    for (const [place, kind] of kinds.entries()) {
      const id = `nte_${kind}_${place}`
      const authorId = await person(market, `Author of ${id}`)
      await database.db
        .insert(publicNotes)
        .values({ id, rootId: questionId, authorId, text: TEXT, createdAt: at })
      await database.db.insert(noteRatings).values(
        raters.map((personId, n) => {
          const isHelpful = likes[kind](n)
          return {
            noteId: id,
            personId,
            isHelpful,
            reason: isHelpful ? 'clear' : 'wrong',
            ratedAt: at,
          } as const
        }),
      )
    }
    await count()
    const shown = async () => (await threadOf()).items.flatMap(({ notes }) => notes.map(({ id }) => id))
    const bridging = 'nte_bridging_4'
    // Accounts by the dozen, made today, publish nothing.
    expect(await shown()).toEqual([])
    await database.db.update(users).set({ createdAt: LONG_AGO })
    keep = createNoteKeeper(deps)
    await count()
    expect(await shown()).toEqual([bridging])
    expect((await notesOf(questionId))[0]).toMatchObject({ id: bridging, status: 'shown', ratings: 10 })
    const toldToAuthor = async () => {
      const [{ authorId = '' } = {}] = await database.db
        .select()
        .from(publicNotes)
        .where(eq(publicNotes.id, bridging))
      const told = await database.db.select().from(notices).where(eq(notices.personId, authorId))
      return told.map(({ event, contextId }) => [event, contextId])
    }
    expect(await toldToAuthor()).toEqual([['note.shown', questionId]])
    await count()
    expect(await toldToAuthor()).toHaveLength(1)
    expect(await notesOf(null)).toHaveLength(kinds.length - 1)

    // Those on the right turn out to be one hand: nobody is known to disagree any more.
    const [, , , , , , cluster = ''] = raters
    await rateNote(deps, seller, { noteId: bridging, reason: 'clear' })
    await database.db
      .insert(personClusters)
      .values(raters.slice(6).map((personId) => ({ personId, cluster, cause: 'address' as const })))
    await count()
    expect(await shown()).toEqual([])
    expect(await toldToAuthor()).toEqual([['note.not-shown', questionId]])
    await database.db.delete(personClusters)
    await rateNote(deps, seller, { noteId: bridging, reason: null })
    await count()
    expect(await shown()).toEqual([bridging])

    await hide(bridging, seller)
    expect(await shown()).toEqual([])
  })
})

describe('a reply', () => {
  const handleOf = async (id: string) =>
    (await database.db.select().from(users).where(eq(users.id, id)))[0]?.handle ?? ''
  const viewedBy = (personId: string | null, rootId: string, isModerator = false) =>
    viewReplies(market.deps, { personId, isModerator }, rootId)

  it('is of whom its asker or a moderator names, or who owns the site, once, with what it said before', async () => {
    const { deps } = market
    const [subject, other, owner] = [
      await person(market, 'Subject'),
      await person(market, 'Other'),
      await person(market, 'Owner'),
    ]
    const questionId = await ask()
    const named = { questionId, handle: await handleOf(subject) }
    const byAsker = nameSubject(deps, other, { ...named, as: 'asker' })
    await expect(byAsker).rejects.toMatchObject({ code: 'market.context_not_found' })
    await nameSubject(deps, asker, { ...named, as: 'asker' })
    const [told] = await database.db.select().from(notices).where(eq(notices.personId, subject))
    expect(told).toMatchObject({ event: 'claim.about-you', contextId: questionId })
    await expect(nameSubject(deps, asker, { ...named, as: 'asker' })).rejects.toMatchObject({
      code: 'replies.named_already',
    })
    // Nobody else reads who it is before they reply.
    expect((await viewedBy(asker, questionId)).subject).not.toBeNull()
    for (const stranger of [null, other])
      expect(await viewedBy(stranger, questionId)).toMatchObject({ subject: null, can: { reply: false } })

    await expect(writeReply(deps, other, { questionId, text: 'I!' })).rejects.toMatchObject({
      code: 'replies.not_about_you',
    })
    await writeReply(deps, subject, { questionId, text: 'It is 3 tonnes.' })
    await writeReply(deps, subject, { questionId, text: 'It is 3 tonnes since May.' })
    expect((await viewedBy(null, questionId)).replies).toMatchObject([
      { text: 'It is 3 tonnes since May.', standing: 'asker', earlier: [{ text: 'It is 3 tonnes.' }] },
    ])

    // Whoever has proven the site needs no naming, while the proof holds.
    market.clock.forward(1_000)
    const now = market.clock.now()
    const validUntil = new Date(now.getTime() + 1_000)
    await database.db.insert(sites).values({ id: 'site_1', host: 'bridge.example', createdAt: now })
    await database.db.insert(siteOwners).values({
      ...{ siteId: 'site_1', personId: owner, token: 'token', way: PROOF_WAYS[0] },
      ...{ provenAt: now, validUntil, createdAt: now },
    })
    await writeReply(deps, owner, { questionId, text: 'We wrote 5 by mistake.' })
    market.clock.forward(2_000)
    expect((await viewedBy(owner, questionId)).can.reply).toBe(false)
    const repliesOf = async (viewer: string | null = null) =>
      (await threadOf(PAGE, viewer)).items.flatMap(({ replies }) => replies.map(({ text }) => text))
    expect(await repliesOf()).toEqual(['It is 3 tonnes since May.', 'We wrote 5 by mistake.'])

    // A moderator names another one: the former's reply is no longer of whom the claim is about.
    await nameSubject(deps, seller, { questionId, handle: await handleOf(other), as: 'moderator' })
    expect(await repliesOf()).toEqual(['We wrote 5 by mistake.'])
    const [shown] = (await viewedBy(null, questionId)).replies
    const since = market.clock.now()
    await database.db.insert(moderationCases).values({
      ...{ id: 'case_1', subjectKind: 'reply', subjectId: shown?.id ?? '', authorId: owner },
      ...{ openedAt: since, outcome: 'hidden', rule: 'spam', decidedAt: since },
    })
    await database.db
      .insert(hiddenThings)
      .values({ kind: 'reply', id: shown?.id ?? '', caseId: 'case_1', since })
    expect(await repliesOf()).toEqual([])
    expect(await repliesOf(owner)).toEqual(['We wrote 5 by mistake.'])
  })
})

describe('one claim on many pages', () => {
  const NEWS = 'https://news.example/lindow'
  const OTHER_CLAIM = 'The Lindow bridge carries 5 tonnes.'

  it('is so once two people of different hands say it, has one history in both threads, and is parted by a moderator', async () => {
    const { deps } = market
    const [finder, second] = [await person(market, 'Finder'), await person(market, 'Second')]
    const questionId = await ask()
    market.clock.forward(1_000)
    const otherId = await ask({ decision: { kind: 'belief', claim: OTHER_CLAIM }, pages: [NEWS] })
    const open = await ask({ decision: { kind: 'open' } })
    const pair = { questionId, otherId }
    const ids = (lines: readonly { question: { id: string } }[]) => lines.map(({ question }) => question.id)

    // Found by its words; nothing is shown as one before two have said so.
    expect(ids((await viewSame(database.db, finder, questionId)).candidates)).toEqual([otherId])
    expect((await viewSame(database.db, null, questionId)).candidates).toEqual([])
    await expect(sayTheSame(deps, finder, { questionId, otherId: open })).rejects.toMatchObject({
      code: 'same.no_claim',
    })
    const beside = await ask({
      title: 'How soon is a cup of tea cold?',
      decision: { kind: 'belief', claim: 'Tea cools faster with milk in it.' },
      pages: ['https://tea.example/'],
    })
    const unlike = sayTheSame(deps, finder, { questionId, otherId: beside })
    await expect(unlike).rejects.toMatchObject({ code: 'same.unlike' })
    expect(await sayTheSame(deps, finder, pair)).toEqual({ state: 'proposed' })
    const again = sayTheSame(deps, finder, { questionId: otherId, otherId: questionId })
    await expect(again).rejects.toMatchObject({ code: 'same.another_confirms' })
    const linked = [finder, second].map((personId) => ({
      ...{ personId, cluster: [finder, second].sort()[0] ?? '', cause: 'address' as const },
    }))
    await database.db.insert(personClusters).values(linked)
    await expect(sayTheSame(deps, second, pair)).rejects.toMatchObject({ code: 'same.another_confirms' })
    await database.db.delete(personClusters)
    const historyAt = async (page: string, viewer: string | null = null) =>
      ids((await threadOf(page, viewer)).items.find(({ claim }) => claim !== '')?.history ?? [])
    expect(await historyAt(PAGE)).toEqual([])

    await expect(sayTheSame(deps, second, pair)).rejects.toMatchObject({ code: 'same.too_new' })
    await database.db.update(users).set({ createdAt: LONG_AGO })
    expect(await sayTheSame(deps, second, pair)).toEqual({ state: 'same' })
    for (const page of [PAGE, NEWS]) expect(await historyAt(page)).toEqual([questionId, otherId])
    await expect(sayTheSame(deps, seller, pair)).rejects.toMatchObject({ code: 'same.already' })
    // A third is one with both through either of them; whoever may not see one of them reads the others.
    const third = await ask({ pages: ['https://third.example/'] })
    await sayTheSame(deps, finder, { questionId: third, otherId })
    await sayTheSame(deps, second, { questionId: third, otherId })
    expect((await historyAt(PAGE)).sort()).toEqual([questionId, otherId, third].sort())
    expect((await viewSame(database.db, null, third)).history.map(({ pages }) => pages)).toContainEqual([
      NEWS,
    ])

    // Others joined them by its words: its asker does not change them afterwards.
    const edited = { contextId: third, title: 'Do 5 tonnes cross Lindow bridge?', body: '' }
    await expect(
      editContext(deps, asker, { ...edited, decision: { kind: 'belief', claim: `Not so: ${CLAIM}` } }),
    ).rejects.toMatchObject({ code: 'market.claim_is_taken_up' })
    await editContext(deps, asker, { ...edited, decision: { kind: 'belief', claim: CLAIM } })

    await partClaim(deps, seller, otherId)
    expect(await historyAt(NEWS)).toEqual([])
    expect(await historyAt(PAGE)).toEqual([])
    await expect(sayTheSame(deps, seller, pair)).rejects.toMatchObject({ code: 'same.parted' })
  })

  it('is never what its words contradict, neither by itself nor through a third', async () => {
    const { deps } = market
    const [finder, second] = [await person(market, 'Finder'), await person(market, 'Second')]
    await database.db.update(users).set({ createdAt: LONG_AGO })
    const about = (claim: string, page: string) => ask({ decision: { kind: 'belief', claim }, pages: [page] })
    const yes = await about(CLAIM, PAGE)
    const no = await about('The bridge at Lindow does not carry 5 tonnes.', NEWS)
    const vague = await about('The bridge at Lindow carries tonnes.', 'https://third.example/')
    const three = await about('The bridge at Lindow carries 3 tonnes.', 'https://fourth.example/')
    const candidates = (await viewSame(database.db, finder, yes)).candidates
    expect(candidates.map(({ question }) => question.id)).toEqual([vague])
    for (const otherId of [no, three])
      await expect(sayTheSame(deps, finder, { questionId: yes, otherId })).rejects.toMatchObject({
        code: 'same.contrary',
      })
    const say = async (who: string, otherId: string) =>
      (await sayTheSame(deps, who, { questionId: vague, otherId })).state
    expect(await say(finder, yes)).toBe('proposed')
    expect(await say(finder, three)).toBe('proposed')
    expect(await say(second, yes)).toBe('same')
    await expect(say(second, three)).rejects.toMatchObject({ code: 'same.contrary' })
  })
})
