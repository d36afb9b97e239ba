import { describe, expect, it } from 'vitest'
import { nameInTree, stateOf, verdictInWords } from '@/components/tree/nodes'
import type { VerdictNode } from '@/server/tree/folded-tree'
import { foldTree } from '@/server/tree/replay'
import { History } from '@/server/tree/testing'

/** One verdict leaves an offer and buys the next, in this order of events. */
function leavesThenBuys() {
  const history = new History()
  history.open('root', null)
  history.post('a', 'root')
  history.post('b', 'root')
  history.tree('tree.started', 'root')
  history.read('root', 0)
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
