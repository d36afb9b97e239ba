import { and, eq, isNotNull } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contexts, offers } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import {
  askAbout,
  askQuestion,
  buyAll,
  NOTHING,
  person,
  scriptedModel,
  sell,
  subBot,
} from '../inspection/engine/testing'
import { readDelta } from '../inspection/views/tree-view'
import type { InspectReply, InspectTask } from '../llm/model'
import { openOwn } from '../market/private/open'
import { rankTexts } from '../market/private/rank'
import { readOwn } from '../own-data/read-own'
import { affordChoice, BITS_PER_ROOT, CHOICE_MAX, MILLIBITS } from '../protocol/bits'
import { addDocument } from '../sellers/corpus/documents'
import { corpusBot } from '../sellers/corpus/testing'
import { ID_PREFIXES } from '../shared/ids'
import { type TestMarket, testMarket } from '../testing'
import { whatIsWrong } from '../verify/testing'
import { appErrorOf } from './errors'
import { appRouter } from './root'
import { contextOf, testMe } from './testing'
import { createCallerFactory } from './trpc'

/**
 * What is sealed chooses among passages of a bot. Who sells them, who looks on and who asked are given the same, byte for byte, whatever
 * it says, until one is bought; its seller until the tree has ended.
 */

let database: TestDatabase
let market: TestMarket
beforeAll(async () => {
  database = await openTestDb()
})
beforeEach(() => database.truncate())
afterEach(async () => {
  const { cipher } = market.deps
  expect(await whatIsWrong(database.db, { cipher, now: market.clock.now() })).toEqual([])
})
afterAll(() => database.close())

/** As long as each other; the one is about the pier, the other about the railing. */
const CLAIMS = {
  pier: 'Ockham and Sons measured a crack of 17 millimetres in the east pier.',
  railing: 'Ockham and Sons counted nine rusted rivets along the whole north deck railing.',
} as const
type Claim = keyof typeof CLAIMS

/** Public words find the first; the others share none with the teaser, and each is about one of the claims, or neither. */
const SHELF = `# County records

## Survey

A survey of the masonry of the bridge at Lindow was ordered in spring, and it is safe to say that nobody has read it.

## Works of March

At Lindow the crack in the east pier was 3 millimetres wide, and Ockham closed it in March.

## Works of May

At Lindow all rivets of the north railing were replaced along the deck in May, none of them rusted.

## Ferry

The ferry at Lindow leaves every hour, and takes carts on Sundays as well.
`

/** The same in two documents. */
const SURVEY = SHELF.slice(0, SHELF.indexOf('## Works of March'))
const WORKS = SHELF.replace(/## Survey.*?(?=## Works)/s, '')

type Setting = {
  claim: Claim
  isBought?: boolean
  /** What the shelf has before the question is asked, and what is brought after it. */
  shelf?: string
  late?: string
  rootMillibits?: number
  onChild?: (scene: Scene) => Promise<void>
  onBought?: (scene: Scene) => Promise<void>
}
type Scene = {
  rootId: string
  botId: string
  offerId: string
  people: Record<'buyer' | 'seller' | 'owner' | 'rival', string>
}

/** One question with one offer, which is checked: a bot's documents and a rival's bot answer that. */
async function run({ claim, isBought = false, shelf = SHELF, late = '', ...on }: Setting) {
  let scene: Scene | undefined
  const script = async (task: InspectTask): Promise<InspectReply> => {
    if (!scene) throw new Error('Read before it was asked')
    if (task.questions.length > 1) {
      await on.onChild?.(scene)
      const ofShelf = task.offers.filter(({ privateInfo }) => privateInfo.includes('County records'))
      return isBought ? buyAll({ ...task, offers: ofShelf }) : NOTHING
    }
    if (task.round === 0) return askAbout(task, 'Is it so?')
    await on.onBought?.(scene)
    return NOTHING
  }
  const model = scriptedModel(script)
  market = testMarket(database, { site: model, isSiteBuiltIn: false })
  // Calls are counted by database: in each world everybody looks at everything, as often as in the other, and is not refused for that.
  market.deps.db = Object.create(database.db)
  let ids = 0
  market.deps.ids = {
    next: (kind) => {
      ids += 1
      return `${ID_PREFIXES[kind]}_${String(ids).padStart(8, '0')}`
    },
  }
  const people = {
    buyer: await person(market, 'ada'),
    seller: await person(market, 'sol'),
    owner: await person(market, 'eve'),
    rival: await person(market, 'mal'),
  }
  const botId = await corpusBot(market, people.owner, {
    matcher: { anyOf: ['bridge'], scope: 'sub-contexts' },
    about: 'Records of the county.',
    licence: { kind: 'quotable' },
    namesDocuments: true,
  })
  const bring = async (text: string) => {
    if (text === '') return
    const file = { name: 'records.md', bytes: new Uint8Array(Buffer.from(text)) }
    await addDocument(market.deps, people.owner, { botId, file })
    await market.settle()
  }
  await bring(shelf)
  await subBot(market, people.rival, {
    keyword: 'bridge',
    teaser: 'Who inspected the bridge.',
    knowledge: 'Nobody did.',
    price: 0.5,
  })
  market.clock.forward(1_000)
  const rootId = await askQuestion(market, people.buyer, { isTreePublic: true })
  if (on.rootMillibits !== undefined)
    await database.db.update(contexts).set({ millibitsLeft: on.rootMillibits }).where(eq(contexts.id, rootId))
  await bring(late)
  const teaser = 'A survey of the masonry.'
  const privateInfo = CLAIMS[claim]
  const offerId = await sell(market, people.seller, { contextId: rootId, teaser, privateInfo, price: 3 })
  scene = { rootId, botId, offerId, people }
  await market.settle()
  const [offered] = await database.db.select().from(offers).where(eq(offers.botId, botId))
  return { ...scene, offered, read: model.seen.flatMap(({ offers: read }) => read) }
}

/** What the sub-question's inspector read of the shelf. */
const sectionRead = ({ read }: Pick<Awaited<ReturnType<typeof run>>, 'read'>) =>
  read.find(({ privateInfo }) => privateInfo.includes('County records'))?.privateInfo.match(/› (.*)$/)?.[1]

describe('passages that were stored before the question', () => {
  it('are searched with the sealed claim: each finds the one that speaks of it, which shares no word with the teaser', async () => {
    const found: Record<string, unknown> = {}
    for (const claim of Object.keys(CLAIMS) as Claim[]) {
      await database.truncate()
      const { offered, ...ran } = await run({ claim })
      found[claim] = sectionRead(ran)
      expect(offered).toMatchObject({ chosenAmong: 4, contentHash: null, commitment: null })
      expect(offered?.teaser).toBe(
        'One of several passages, the one that says most on what is checked. Records of the county.',
      )
    }
    expect(found).toEqual({ pier: 'Works of March', railing: 'Works of May' })
  })

  it.each([
    ['all of them', { shelf: '', late: SHELF }],
    ['the one that these find', { shelf: WORKS, late: SURVEY }],
    ['the others', { shelf: SURVEY, late: WORKS }],
  ])('are found by public words alone where %s came after it', async (_, shelves) => {
    const { offered, ...ran } = await run({ claim: 'pier', ...shelves })
    expect(sectionRead(ran)).toBe('Survey')
    expect(offered).toMatchObject({ chosenAmong: null, contentHash: expect.any(String) })
    expect(offered?.teaser).toContain('from “County records”')
  })

  it('are found so too where there is nothing to choose among, and where the bits do not go so far', async () => {
    expect((await run({ claim: 'pier', shelf: SURVEY })).offered?.chosenAmong).toBeNull()
    await database.truncate()
    const poor = await run({ claim: 'pier', rootMillibits: 4 * MILLIBITS })
    expect([sectionRead(poor), poor.offered?.chosenAmong]).toEqual(['Survey', null])
  })

  it('cost the bits of being one of so many, before anybody reads them', async () => {
    const left = async ({ rootId }: Pick<Scene, 'rootId'>) => {
      const isChild = and(eq(contexts.rootId, rootId), isNotNull(contexts.parentId))
      const [child] = await database.db.select().from(contexts).where(isChild)
      return child?.millibitsLeft ?? 0
    }
    let chosen = 0
    await run({
      claim: 'pier',
      onChild: async (scene) => {
        chosen = await left(scene)
      },
    })
    await database.truncate()
    let plain = 0
    await run({
      claim: 'pier',
      shelf: '',
      late: SHELF,
      onChild: async (scene) => {
        plain = await left(scene)
      },
    })
    expect(plain - chosen).toBe(affordChoice(BITS_PER_ROOT * MILLIBITS, 4).spent)
    expect(plain - chosen).toBe(2 * MILLIBITS)
    expect(Math.log2(CHOICE_MAX)).toBe(3)
  })
})

const callerOf = createCallerFactory(appRouter)
type Procedure = { _def: { type: string; inputs: { shape?: object }[] } }
const QUERIES = Object.keys(appRouter._def.procedures).flatMap((path) => {
  const { _def }: Procedure = Reflect.get(appRouter._def.procedures, path)
  // What is asked for may be said as `id`, which may be of anything.
  const takesId = _def.inputs.some(({ shape }) => shape !== undefined && 'id' in shape)
  return _def.type === 'query' ? [{ path, takesId }] : []
})

async function query(personId: string | null, path: string, input: object): Promise<unknown> {
  let place: unknown = callerOf(contextOf(market.deps, personId === null ? null : testMe(personId)))
  for (const part of path.split('.')) place = Reflect.get(Object(place), part)
  if (typeof place !== 'function') throw new Error(`No procedure at ${path}`)
  try {
    return await place(input)
  } catch (error) {
    return `refused: ${appErrorOf(error).code}`
  }
}

/** Every query of the market, with whatever ids there are; what was refused is given as the code of its refusal. */
async function queriesOf(personId: string | null, { rootId, botId }: Scene): Promise<[string, unknown][]> {
  const { db } = market.deps
  const rows = await db.select({ id: contexts.id }).from(contexts).where(eq(contexts.rootId, rootId))
  const contextId = rows.map(({ id }) => id).find((id) => id !== rootId) ?? rootId
  const [offered] = await db.select({ id: offers.id }).from(offers).where(eq(offers.botId, botId))
  const known = {
    rootId,
    contextId,
    botId,
    offerId: offered?.id,
    handle: 'mal',
    query: 'bridge',
    text: 'bridge',
  }
  const usual = { cursor: null, pages: [], mine: false, state: 'open', by: botId, show: 'all' }
  const given: [string, unknown][] = []
  for (const { path, takesId } of QUERIES) {
    for (const id of takesId ? [contextId, offered?.id, botId] : [undefined])
      given.push([`${path} ${id ?? ''}`, await query(personId, path, { ...usual, ...known, id })])
  }
  return given
}

/**
 * All that somebody is given, as text. Left out is what names the claim itself, signatures, whose key each market makes anew, and the
 * number of a row that counts on from world to world.
 */
async function givenTo(personId: string | null, scene: Scene): Promise<string[]> {
  const { deps } = market
  const given: [string, unknown][] = [
    ...(await queriesOf(personId, scene)),
    ['events', await readDelta(deps, personId, scene.rootId, 0)],
  ]
  if (personId !== null) {
    for (const { name, rows } of readOwn(deps, personId))
      for await (const row of rows) given.push([`own data, ${name}`, row])
  }
  // Who is refused for asking too much is given nothing to compare.
  expect(given.filter(([, answer]) => answer === 'refused: request.too_many')).toEqual([])
  const [claim] = await deps.db.select().from(offers).where(eq(offers.id, scene.offerId))
  return given.map(([door, answer]) =>
    `${door}: ${JSON.stringify(answer, plainly)}`
      .replaceAll(claim?.commitment ?? 'none', 'commitment of the claim')
      .replaceAll(/"id":"\d+"/g, '"id":"counted"'),
  )
}

/** What is signed is compared as what it says. */
function plainly(key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  // How long a call took is real time, in which this test looks around.
  if (key === 'signature' || key === 'protected' || key === 'took') return undefined
  if (key === 'payload' && typeof value === 'string') return Buffer.from(value, 'base64url').toString()
  return value
}

/** What both worlds give, as one list each. */
async function inBothWorlds(setting: Omit<Setting, 'claim'>, look: (scene: Scene) => Promise<string[]>) {
  const worlds: { during: string[]; bought: string[]; after: string[] }[] = []
  for (const claim of Object.keys(CLAIMS) as Claim[]) {
    await database.truncate()
    const world = { during: [] as string[], bought: [] as string[], after: [] as string[] }
    const scene = await run({
      ...setting,
      claim,
      onChild: async (at) => {
        world.during = await look(at)
      },
      onBought: async (at) => {
        world.bought = await look(at)
      },
    })
    expect(scene.offered?.chosenAmong).toBe(4)
    world.after = await look(scene)
    worlds.push(world)
  }
  const [one, other] = worlds
  if (!one || !other) throw new Error('Two worlds')
  return { one, other }
}

/** Doors that give something else in the one world than in the other. */
const differing = (one: readonly string[], other: readonly string[]) =>
  one.flatMap((line, place) =>
    line === other[place] ? [] : [[line.slice(0, LINE), other[place]?.slice(0, LINE)]],
  )
const LINE = 2_000

const answered = (given: readonly string[], door: string) =>
  given.some((line) => line.startsWith(door) && !line.includes('refused: '))

describe('in two worlds that differ in what is sealed alone', () => {
  it('everybody but who sold that is given the same where nothing is bought, before, while and after it is read', async () => {
    const { one, other } = await inBothWorlds({}, async (scene) => {
      const { owner, rival, buyer } = scene.people
      const given = []
      for (const viewer of [owner, rival, buyer, null])
        given.push(...(await givenTo(viewer, scene)).map((line) => `${viewer} ${line}`))
      return given
    })
    for (const at of ['during', 'after'] as const)
      expect([at, differing(one[at], other[at])]).toEqual([at, []])
  }, 240_000)

  it('whoever sells what is bought learns which it is after the end, and no sooner', async () => {
    const { one, other } = await inBothWorlds({ isBought: true }, ({ people, ...scene }) =>
      givenTo(people.owner, { people, ...scene }),
    )
    expect(one.bought.join()).not.toContain('request.too_many')
    for (const at of ['during', 'bought'] as const)
      expect([at, differing(one[at], other[at])]).toEqual([at, []])
    for (const door of [
      'offers.list',
      'inspection.tree',
      'contexts.view',
      'bots.view',
      'selling.',
      'wallet.',
      'complaints.view',
      'receipts.offer',
      'own data, offers',
      'notices.',
    ])
      expect([door, answered(one.bought, door)]).toEqual([door, true])
    const readsOf = (lines: readonly string[]) => lines.filter((line) => line.includes('Works of')).length
    // Passages of one's own are always one's own to read.
    const always = readsOf(one.during)
    expect([readsOf(one.bought), readsOf(one.after) > always]).toEqual([always, true])
    expect(one.after.join()).not.toEqual(other.after.join())
  }, 240_000)
})

it('what was chosen and not bought its seller never opens, and whether it is read does not depend on which it is', async () => {
  const { offered, people, rootId } = await run({ claim: 'pier' })
  if (!offered) throw new Error('Nothing was offered')
  const { db, cipher } = market.deps
  const question = {
    title: 'Is the crack in the pier closed?',
    body: '',
    decision: { kind: 'open' as const },
    pages: [],
  }
  const scoreOf = async (offer: typeof offered) =>
    (await rankTexts(db, cipher, { rootId, offers: [offer] }, { question, teasers: [] })).get(offer.id)
  expect(await scoreOf(offered)).toBe(3)
  expect(await scoreOf({ ...offered, chosenAmong: null })).not.toBe(3)
  expect(offered.state).toBe('passed')
  const own = await openOwn(market.deps, { sellerId: people.owner, offerIds: [offered.id] })
  expect(own.size).toBe(0)
})
