import { afterAll, expect, it } from 'vitest'
import * as z from 'zod'
import { corpusOf } from '../lab/information-bazaar/corpus'
import { readDataSet } from '../lab/market/data-set'
import { offerForm } from '../llm/replies'
import { installInputWords } from '../words/input'
import { SCHEMA_WORDS } from './schema-words'

const before = z.config()
installInputWords()
afterAll(() => void z.config({ customError: before.customError }))

it('names what was expected, also in a process whose forms say it plainer', () => {
  expect(z.object({}).safeParse([]).error?.issues[0]?.message).toBe(
    'This is not the kind of thing that goes here.',
  )
  expect(z.object({}).safeParse([], SCHEMA_WORDS).error?.issues[0]?.message).toMatch(/expected object/)
})

it('leaves a sentence of the schema its own', () => {
  const own = z.string('Name it.')
  expect(own.safeParse(1, SCHEMA_WORDS).error?.issues[0]?.message).toBe('Name it.')
})

it.each([
  ['a model of its reply', () => offerForm({ priceBounds: { minMicros: 1n, maxMicros: 2n } }).read([])],
  ['whoever gives documents', () => refusalOf(() => corpusOf([{ title: 'A' }]))],
  ['whoever gives a data set', () => refusalOf(() => readDataSet('{}'))],
])('tells %s so', (_, told) => {
  expect(JSON.stringify(told())).toMatch(/expected/)
})

function refusalOf(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return { ...(error as object), message: (error as Error).message }
  }
  return null
}
