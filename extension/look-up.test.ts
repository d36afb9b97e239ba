import { expect, it } from 'vitest'
import type { PagesByHash } from '@/server/contract/threads'
import { pageHash } from '@/server/market/threads/page-hash'
import { addressHere, type Bucket, findPage, hashOf, MarketFailed, type Means } from './look-up'

const PAGE = 'https://bridge.example/limits'
const MARK = {
  questionId: 'bc_1',
  title: 'Do 5 tonnes cross Lindow bridge?',
  claim: 'It carries 5 tonnes.',
  state: 'answered',
  verdict: null,
  probability: 0.8,
  decidedPercent: null,
  quote: null,
} as const

/** Each path one time: as long as answers are kept. */
function once(): Means['mayAsk'] {
  const asked = new Set<string>()
  return async (path) => asked.size < asked.add(path).size
}

/** A market that wants so many digits, and what it was told. */
function market(digits: number, answer: (prefix: string, cursor: string | null) => Partial<PagesByHash>) {
  const told: string[] = []
  const buckets = new Map<string, Bucket>()
  const means: Means = {
    digits: 0,
    kept: async (prefix) => buckets.get(prefix) ?? null,
    keep: async (prefix, bucket) => void buckets.set(prefix, bucket),
    mayAsk: once(),
    async get(path) {
      told.push(path)
      const { searchParams } = new URL(path, 'https://market.example')
      const prefix = searchParams.get('prefix') ?? ''
      if (prefix.length !== digits) return { digits, pages: null, nextCursor: null }
      return { digits, nextCursor: null, ...answer(prefix, searchParams.get('cursor')) }
    },
  }
  return { means, told }
}
const pageOf = (hash: string) => ({ hash, claims: 1, questions: 1, hasMore: false, marks: [{ ...MARK }] })

it('tells the market a few digits of a hash and nothing else, reads the whole answer, and keeps it', async () => {
  const hash = await hashOf(PAGE)
  expect(hash).toBe(Buffer.from(pageHash(PAGE)).toString('hex'))
  const { means, told } = market(2, (_, cursor) =>
    cursor === null ? { pages: [pageOf(hash)], nextCursor: 'more' } : { pages: [pageOf('0'.repeat(64))] },
  )
  expect(await findPage(PAGE, means)).toEqual({ marks: [MARK], hasMore: false, digits: 2 })
  const wanted = `/api/v1/threads/by-hash?prefix=${hash.slice(0, 2)}`
  expect(told).toEqual(['/api/v1/threads/by-hash?prefix=', wanted, `${wanted}&cursor=more`])
  await findPage(PAGE, { ...means, digits: 2 })
  expect(told).toHaveLength(3)
})

it.each([
  ['wants more digits than are told', { digits: 4, pages: null }],
  ['says no number of digits', { pages: [] }],
  ['is none', '<html>'],
])('asks no further where the market %s', async (_, answer) => {
  const told: string[] = []
  const get = async (path: string) => {
    told.push(path)
    return answer
  }
  const means = { digits: 0, kept: async () => null, keep: async () => undefined, mayAsk: once(), get }
  await expect(findPage(PAGE, means)).rejects.toThrow(MarketFailed)
  expect(told).toEqual(['/api/v1/threads/by-hash?prefix='])
})

it('takes nothing of a market that is not of its form', async () => {
  const hash = await hashOf(PAGE)
  const marks = [MARK, { ...MARK, questionId: '../wallet' }, { ...MARK, title: 7 }, null]
  const { means } = market(0, () => ({ pages: [{ ...pageOf(hash), marks } as never] }))
  expect((await findPage(PAGE, means)).marks).toEqual([MARK])
})

it('knows a page by the address that it gives as its own on its site, and no place of the browser', () => {
  const here = { href: `${PAGE}?utm_source=mail#top`, canonical: '' }
  expect(addressHere(here)).toBe(PAGE)
  expect(addressHere({ ...here, canonical: 'https://www.bridge.example/limits' })).toBe(
    'https://www.bridge.example/limits',
  )
  expect(addressHere({ ...here, canonical: 'https://elsewhere.example/limits' })).toBe(PAGE)
  expect(addressHere({ href: 'chrome://settings', canonical: '' })).toBeNull()
})

it('a market that never answers what it is asked does not see how often a page is read', async () => {
  const told: string[] = []
  const mayAsk = once()
  const get = async (path: string) => {
    told.push(path)
    return { digits: 3, pages: null }
  }
  for (let view = 0; view < 4; view += 1)
    await expect(
      findPage(PAGE, { digits: 3, kept: async () => null, keep: async () => undefined, mayAsk, get }),
    ).rejects.toThrow(MarketFailed)
  expect(told).toHaveLength(1)
})
