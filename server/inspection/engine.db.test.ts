import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { grantWelcome } from '../ledger/grant-welcome'
import { walletSummary } from '../ledger/queries'
import { verifyLedger } from '../ledger/verify'
import { ask } from '../market/ask'
import type { AskInput } from '../market/contract'
import { postOffer } from '../market/post-offer'
import { DEFAULT_POLICY, type Protocol } from '../protocol/policy'
import { createBot } from '../sellers/bots'
import { MICROS_PER_CREDIT } from '../shared/money'
import { type TestMarket, testMarket } from '../testing'
import { viewTree } from './tree-view'

let database: TestDatabase
let market: TestMarket

beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.truncate()
  market = testMarket(database)
})

let keys = 0
const key = () => `test-key-${(keys += 1)}`
const credits = (amount: number) => BigInt(Math.round(amount * 100)) * (MICROS_PER_CREDIT / 100n)

async function person(name: string): Promise<string> {
  const { deps, clock } = market
  const id = deps.ids.next('user')
  await deps.db.insert(users).values({ id, handle: `${name}-${id.slice(-6)}`, name, createdAt: clock.now() })
  await grantWelcome(deps.db, { userId: id, at: clock.now() })
  return id
}

function question(over: Partial<AskInput> = {}): AskInput {
  return {
    title: 'What should I eat: raw legumes, rice or boiled legumes?',
    body: '',
    decision: { kind: 'choice', options: ['Raw legumes', 'Rice', 'Boiled legumes'] },
    pages: [],
    tags: ['food'],
    budgetMicros: credits(10),
    deadlineMinutes: 60,
    start: { rule: 'quorum', offers: 2 },
    isTreePublic: false,
    policy: DEFAULT_POLICY,
    requestKey: key(),
    ...over,
  }
}

async function legumes(protocol: Protocol) {
  const { deps } = market
  const [buyer, toxicologist, dietician, cook] = [
    await person('Ada'),
    await person('Tom'),
    await person('Dee'),
    await person('Cai'),
  ]
  await createBot(deps, cook, {
    kind: 'fixed',
    name: 'Kitchen chemistry',
    keywords: ['legumes'],
    scope: 'sub-contexts',
    priceMicros: credits(0.4),
    teaser: 'What happens to legume toxins in the kitchen.',
    knowledge: 'The toxins in legumes can be removed by boiling; boiled legumes are safe and nutritious.',
    requestKey: key(),
  })
  const { contextId } = await ask(deps, buyer, question({ policy: { ...DEFAULT_POLICY, protocol } }))
  await postOffer(deps, toxicologist, {
    contextId,
    teaser: 'What legumes do to your body.',
    privateInfo: 'Legumes are toxic: they contain lectins that make people ill.',
    priceMicros: credits(2),
    requestKey: key(),
  })
  await postOffer(deps, dietician, {
    contextId,
    teaser: 'What living on rice does to your health.',
    privateInfo: 'Rice is unhealthy: it raises blood sugar.',
    priceMicros: credits(1),
    requestKey: key(),
  })
  await market.settle()
  return { buyer, cook, tree: await viewTree(deps, buyer, contextId) }
}

describe('the paper’s legume example (section 3.1)', () => {
  it('ends with boiled legumes under `recursive`: what was bought below reaches the root decision', async () => {
    const { tree, buyer, cook } = await legumes('recursive')
    expect(tree.status).toBe('settled')
    const recommended = tree.answer?.trail.at(-1)
    expect(recommended).toMatchObject({ kind: 'choice' })
    const utilities = recommended?.kind === 'choice' ? recommended.utilities : []
    expect(utilities.indexOf(Math.max(...utilities))).toBe(2)
    expect(tree.answer?.markdown).toContain('boil')
    const { availableMicros, heldMicros } = await walletSummary(market.deps.db, buyer)
    expect(heldMicros).toBe(0n)
    expect(availableMicros).toBe(credits(100) - credits(3.4))
    expect((await walletSummary(market.deps.db, cook)).availableMicros).toBe(credits(100.38))
    expect((await verifyLedger(market.deps.db)).filter((check) => !check.ok)).toEqual([])
  })

  it('ends with rice under `successive`: the root decision never hears what was bought below', async () => {
    const { tree } = await legumes('successive')
    const recommended = tree.answer?.trail.at(-1)
    const utilities = recommended?.kind === 'choice' ? recommended.utilities : []
    expect(utilities.indexOf(Math.max(...utilities))).toBe(1)
  })
})
