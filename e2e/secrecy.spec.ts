import type { Page } from '@playwright/test'
import { ask, fixedBot, offer, start, untilTree } from './deeds'
import { expect, type ScriptedMarket, test } from './fixtures'
import { scriptOf } from './model-script'
import { type Api, apiAt, type Person, requestKey } from './person'

/** Everything that a browser was sent. */
function listen(page: Page): () => Promise<string> {
  const texts: Promise<string>[] = []
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? ''
    // A stream of events is read below, by itself: here it would never end.
    if (
      /text|json/.test(type) &&
      !type.includes('event-stream') &&
      !response.url().includes('/_next/static')
    ) {
      texts.push(response.text().catch(() => ''))
    }
  })
  return async () => (await Promise.all(texts)).join('\n')
}

/** Everything that anybody may ask about a tree, as one text. */
async function everythingAbout(
  api: Api,
  market: ScriptedMarket,
  rootId: string,
  canaries: readonly string[],
) {
  const seen: unknown[] = []
  const look = async (call: Promise<unknown>) =>
    seen.push(await call.catch((error: unknown) => String(error)))
  const tree = await api.inspection.tree.query({ rootId }).catch(() => null)
  seen.push(tree)
  for (const id of [rootId, ...(tree?.contexts ?? []).map((context) => context.id)]) {
    await look(api.contexts.view.query({ id }))
    await look(api.contexts.revisions.query({ id }))
    await look(api.offers.list.query({ contextId: id }))
  }
  for (const text of canaries) {
    const { items } = await api.contexts.list.query({ query: text })
    expect(items, 'Full text is not searched').toEqual([])
    expect(await api.contexts.similar.query({ text, pages: [] })).toEqual([])
  }
  for (const seller of new Set(tree?.offers.map((made) => made.seller.handle))) {
    await look(api.people.profile.query({ handle: seller }))
  }
  await look(api.bots.list.query({ mine: false }))
  await look(api.wallet.rows.query({}))
  seen.push(await eventsOf(market, rootId))
  return JSON.stringify(seen, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}

const STREAM_MS = 1_500

/** The live events from the first, as they go over the wire. */
async function eventsOf(market: ScriptedMarket, rootId: string): Promise<string> {
  const input = encodeURIComponent(JSON.stringify({ json: { rootId, lastEventId: '0' } }))
  const stop = AbortSignal.timeout(STREAM_MS)
  let text = ''
  try {
    const response = await fetch(`${market.url}/api/trpc/inspection.follow?input=${input}`, {
      headers: { accept: 'text/event-stream' },
      signal: stop,
    })
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
  } catch (error) {
    if (!stop.aborted) throw error
  }
  return text
}

/** The canaries that a text holds, in their own order: a failing test does not print the text. */
function foundIn(text: string, canaries: readonly string[]): string[] {
  return canaries.filter((canary) => text.includes(canary))
}

test('nobody gets what they have not paid for, by any road, and each prompt holds what its reader may see', async ({
  market,
  join,
  open,
  word,
}) => {
  test.slow()
  const [asker, good, bad, owner, stranger] = await Promise.all([
    join('Ada Asks'),
    join('Gina Good'),
    join('Bert Bad'),
    join('Bo Owner'),
    join('Stan Strange'),
  ])
  const secret = {
    bought: `canarybought${word}`,
    passed: `canarypassed${word}`,
    below: `canarybelow${word}`,
    brief: `canarybrief${word}`,
  }
  const canaries = Object.values(secret)
  const title = `Which ${word} lock cannot be picked?`
  market.model.when(
    title,
    scriptOf([
      {
        level: 0,
        unlessKnown: secret.below,
        ask: [{ about: 'picked', question: `Who has opened it with ${secret.bought}?`, budget: '2' }],
      },
      { level: 0, buy: ['picked'], pass: [{ teaser: 'cheapest', reason: 'unconvincing' }] },
      { level: 1, buy: ['locksmith'] },
    ]),
  )
  await fixedBot(owner, {
    name: 'Locksmith',
    keywords: [word],
    teaser: 'What the locksmith found',
    privateInfo: `Tried for an hour: ${secret.below}.`,
    price: '1',
  })
  await owner.api.bots.create.mutate({
    bot: {
      kind: 'llm',
      name: 'Chatter',
      matcher: { anyOf: [word], scope: 'sub-contexts' },
      knowledge: `Says little. ${secret.brief}`,
      price: { rule: 'fixed', priceMicros: 500_000n },
    },
    isLive: true,
    requestKey: requestKey(),
  })
  const id = await ask(asker, { title })
  await offer(good, id, {
    teaser: 'The one I never picked',
    privateInfo: `It is ${secret.bought}.`,
    price: '2',
  })
  await offer(bad, id, { teaser: 'The cheapest in town', privateInfo: `Take ${secret.passed}.`, price: '1' })

  const before = await everythingAbout(asker.api, market, id, canaries)
  expect(foundIn(before, canaries)).toEqual([])

  const watchers = await Promise.all(
    [asker, stranger, null].map(async (person) => {
      const page = await open(person)
      const heard = listen(page)
      await page.goto(`/questions/${id}?tab=inspection`)
      return { page, heard, person }
    }),
  )
  await start(asker, id)
  const tree = await untilTree(asker, id)
  expect(tree.offers.filter((made) => made.state === 'bought')).toHaveLength(2)
  const child = tree.contexts.find((context) => context.level === 1)?.id ?? ''

  const roads = [
    '/',
    '/questions',
    `/questions/${id}?tab=offers`,
    ...tree.offers.map((made) => `/questions/${id}?tab=inspection&node=${made.id}`),
    `/questions/${id}?tab=inspection&look=overview`,
    `/questions/${child}`,
    `/people/${good.handle}`,
    `/people/${owner.handle}`,
    '/bots',
    '/wallet',
    '/api/wallet.csv',
  ]
  const allowed = new Map<Person | null, string[]>([
    [asker, [secret.bought, secret.below]],
    [stranger, []],
    [null, []],
  ])
  for (const { page, heard, person } of watchers) {
    for (const road of roads) {
      if (road.endsWith('.csv')) await page.request.get(road)
      else {
        const response = await page.goto(road)
        expect(response?.status(), `${road} for ${person?.name ?? 'somebody signed out'}`).toBe(200)
      }
    }
    const text = await heard()
    const paidFor = allowed.get(person) ?? []
    expect(foundIn(text, canaries), `What ${person?.name ?? 'somebody signed out'} was sent`).toEqual(paidFor)
  }
  for (const person of [stranger, good, bad]) {
    const own = person === good ? [secret.bought] : person === bad ? [secret.passed] : []
    const text = await everythingAbout(person.api, market, id, canaries)
    expect(foundIn(text, canaries), `What ${person.name} was told`).toEqual(own)
  }
  const told = await everythingAbout(apiAt(market.url), market, id, canaries)
  expect(foundIn(told, canaries), 'What somebody signed out was told').toEqual([])

  // What each reader was shown (design, section 2).
  const calls = market.model.calls.filter((call) => call.user.includes(word))
  for (const call of calls) {
    if (call.kind === 'offer') expect(foundIn(call.user, canaries)).toEqual([secret.brief])
    if (call.kind === 'answer') expect(foundIn(call.user, canaries)).toEqual([secret.bought, secret.below])
    if (call.kind !== 'verdict') continue
    const { questions, round } = call.data
    const own = [secret.bought, secret.passed]
    if (questions.length === 1) {
      expect(foundIn(call.user, canaries)).toEqual(round === 0 ? own : [...own, secret.below])
    } else {
      expect(foundIn(call.user, canaries)).toEqual([...own, secret.below])
    }
    expect(call.system).not.toContain(word)
    expect(call.hasStoreOff).toBe(true)
  }
  expect(calls.map((call) => call.kind)).toEqual(expect.arrayContaining(['verdict', 'answer', 'offer']))
  expect(market.output()).not.toMatch(new RegExp(canaries.join('|')))
})
