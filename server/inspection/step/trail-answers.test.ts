import { expect, it } from 'vitest'
import { refinesOf, type TrailAnswer } from './trail-answers'

const written = (
  contextId: string,
  round: number,
  writtenAs: TrailAnswer['writtenAs'],
  markdown: string,
  citations: string[],
): TrailAnswer => ({ contextId, round, writtenAs, markdown, citations, writtenBy: 'Model' })

const contexts = [
  { id: 'root', parentId: null, askKind: null, title: 'Is it so?' },
  { id: 'more', parentId: 'root', askKind: 'follow-up', title: 'In winter?' },
  { id: 'silent', parentId: 'root', askKind: 'follow-up', title: 'In spring?' },
  { id: 'check', parentId: 'root', askKind: 'verify', title: 'Is this true?' },
]
const tree = { contexts } as unknown as Parameters<typeof refinesOf>[0]

it('gives an answer its first one and the last one of each follow-up, citing what it cites itself', () => {
  const all = [
    written('more', 1, 'first', 'Below ten. [1]', ['b']),
    written('more', 2, 'refined', 'Below ten [1], salted [2][3].', ['b', 'c', 'gone']),
    written('root', 1, 'first', 'It is so. [1] See [2](x).', ['a']),
  ]
  const handles = new Map([
    ['a', '1'],
    ['c', '2'],
    ['b', '3'],
  ])
  expect(refinesOf(tree, 'root', { written: all, handles })).toEqual({
    first: 'It is so. [1] See [2](x).',
    followUps: [{ question: 'In winter?', answer: 'Below ten [3], salted [2].' }],
  })
})

it('has nothing to refine without a first answer, or without one of a follow-up', () => {
  const first = written('root', 1, 'first', 'It is so. [1]', ['a'])
  const handles = new Map([['a', '1']])
  expect(refinesOf(tree, 'root', { written: [first], handles })).toBeNull()
  expect(refinesOf(tree, 'root', { written: [{ ...first, contextId: 'check' }], handles })).toBeNull()
})
