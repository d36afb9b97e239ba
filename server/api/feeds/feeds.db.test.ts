import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { askQuestion, buyAll, person, scriptedModel, sell } from '../../inspection/engine/testing'
import { type TestMarket, testMarket } from '../../testing'
import { handleFeed } from './handle-feed'

let database: TestDatabase
let market: TestMarket
beforeAll(async () => {
  database = await openTestDb()
  market = testMarket(database, { site: scriptedModel(buyAll), isSiteBuiltIn: false })
})
afterAll(() => database.close())

const read = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await handleFeed(market.deps, new Request(`http://localhost:3000/feeds${path}`, { headers }))
  return { answer, text: await answer.text() }
}

it('lists what everybody may read, for all, a tag and a person, in both formats, and nothing twice', async () => {
  const ann = await person(market, 'ann')
  const title = 'Is <the> bridge & the "tower" safe?'
  const id = await askQuestion(market, ann, { title, tags: ['bridges'], isTreePublic: false })
  await askQuestion(market, await person(market, 'bob'), { title: 'Which oven bakes the best bread?' })
  const sol = await person(market, 'sol')
  await sell(market, sol, { contextId: id, teaser: 'The last inspection', privateInfo: 'Cracked.', price: 1 })
  await market.settle()

  const atom = await read('/questions.atom')
  expect(atom.answer.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  expect(atom.text.match(/<entry>/g)).toHaveLength(2)
  expect(atom.text).toContain(`/questions/${id}`)
  // What people wrote is text: no reader of a feed runs it.
  expect(atom.text).toContain('Is &lt;the&gt; bridge &amp; the')
  // What only its asker may watch is in no feed: neither what was bought nor what it said.
  expect(atom.text).not.toMatch(/Cracked|last inspection/)
  const json = JSON.parse((await read('/tags/bridges.json')).text)
  expect(json.items).toMatchObject([{ title, tags: ['bridges'] }])
  const [, handle] = /people\/(ann[\w-]*)</.exec(atom.text) ?? []
  expect(JSON.parse((await read(`/people/${handle}.json`)).text).items).toHaveLength(1)
  expect(JSON.parse((await read('/tags/nothing.json')).text).items).toEqual([])

  const etag = atom.answer.headers.get('etag') ?? ''
  expect((await read('/questions.atom', { 'if-none-match': etag })).answer.status).toBe(304)
  expect(atom.answer.headers.get('last-modified')).toMatch(/GMT$/)
  for (const path of ['/questions.rss', '/people/nobody.atom', '/people/%ff.atom', '/tags/.atom', '/x'])
    expect((await read(path)).answer.status, path).toBe(404)
})
