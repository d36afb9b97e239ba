import { describe, expect, it } from 'vitest'
import { earlierStateOf, nameInTree, standInFor, stateOf, verdictInWords } from '@/components/tree/nodes'
import type { VerdictNode } from '@/server/tree/folded-tree'
import { foldTree } from '@/server/tree/replay'
import { History, readingTwo } from '@/server/tree/testing'

/** One verdict leaves an offer and buys the next, in this order of events. */
function leavesThenBuys() {
  const history = readingTwo()
  history.pass('a', 0)
  history.buy('b', 0)
  history.end('root')
  return history.view()
}

function verdictAt(view: ReturnType<typeof leavesThenBuys>, seq: number | null): VerdictNode {
  const node = foldTree(view, seq).nodes.get('root~1')
  if (node?.kind !== 'verdict') throw new Error('No verdict')
  return node
}

const seqOf = (view: ReturnType<typeof leavesThenBuys>, type: string) =>
  view.events.find((event) => event.type === type)?.seq ?? null

it('a sub-question does not repeat in its tree which question it is on; elsewhere it does', () => {
  const on = 'Is this true: “A report” (on “Is the bridge safe”)?'
  expect(nameInTree({ parentId: 'root', title: on })).toBe('Is this true: “A report”?')
  expect(nameInTree({ parentId: null, title: on })).toBe(on)
  expect(nameInTree({ parentId: 'root', title: null })).toBeNull()
})

/** Of two offers one is checked; the other is decided on with it. */
function checksOneOfTwo() {
  const history = readingTwo()
  history.hold('a', 0)
  history.hold('b', 0, 'undecided')
  history.open('check', 'root', ['a'])
  history.wait('root', 0)
  const waitingSeq = history.events.length
  history.end('check')
  history.read('root', 1)
  history.buy('a', 1)
  history.buy('b', 1)
  history.end('root')
  const view = history.view()
  return { view, waiting: foldTree(view, waitingSeq), ended: foldTree(view, null) }
}

describe('offers that are not decided on yet', () => {
  const { waiting, ended } = checksOneOfTwo()
  const offerIn = (tree: typeof waiting, id: string) => {
    const node = tree.nodes.get(id)
    if (node?.kind !== 'offer') throw new Error(`No offer ${id}`)
    return node
  }

  it('are said to be checked only where a check was asked for', () => {
    const verdict = waiting.nodes.get('root~1')
    expect(verdict?.kind === 'verdict' && verdictInWords(verdict)).toBe(
      'asked 1 question, 1 being checked, 1 waits for that',
    )
    expect([offerIn(waiting, 'a'), offerIn(waiting, 'b')].map((node) => stateOf(node).state)).toEqual([
      'hold',
      'undecided',
    ])
  })

  it('say so of what went before too', () => {
    expect(earlierStateOf(offerIn(ended, 'a'))).toBe('hold')
    expect(earlierStateOf(offerIn(ended, 'b'))).toBeNull()
  })
})

it('a question is answered when something was bought for it, and otherwise not', () => {
  const { ended } = checksOneOfTwo()
  const stateIn = (id: string) => {
    const node = ended.nodes.get(id)
    return node && stateOf(node).state
  }
  expect(stateIn('root')).toBe('settled')
  expect(stateIn('check')).toBe('unanswered')
})

it('in a replay the nearest row above stands in for one that has not come', () => {
  const { view, ended: newest } = checksOneOfTwo()
  const standIn = (id: string | null, seq: number | null) =>
    standInFor(id, { tree: foldTree(view, seq), newest })
  expect(standIn('root~1', 3)).toBe('root')
  expect(standIn('check', seqOf(view, 'offer.held'))).toBe('root~1')
  expect(standIn('check', null)).toBe('check')
  expect(standIn(null, 3)).toBe('root')
  expect(standIn('a', 0)).toBeNull()
})

describe('a verdict in a replay', () => {
  const view = leavesThenBuys()

  it('is not said to have bought nothing while its purchases are still to come', () => {
    const midway = verdictAt(view, seqOf(view, 'offer.passed'))
    expect(verdictInWords(midway)).toBe('1 not bought')
    expect(stateOf(midway).word).toBe('deciding')
    expect(verdictInWords(verdictAt(view, null))).toBe('bought 1, 1 not bought')
  })

  it('is said to when it has spoken and bought nothing', () => {
    const history = new History()
    history.open('root', null)
    history.post('a', 'root')
    history.read('root', 0)
    history.pass('a', 0)
    history.end('root')
    const ended = verdictAt(history.view(), null)
    expect(verdictInWords(ended)).toBe('bought nothing, 1 not bought')
    expect(stateOf(ended).word).toBe('bought nothing')
  })
})
