import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventInWords, logOf } from './event-words'
import type { ContextNode, FoldedTree, OfferNode, TreeNode, VerdictNode } from './folded-tree'
import { foldTree } from './replay'
import { CREDIT, changedMind, History, readingTwo } from './testing'

describe('foldTree', () => {
  const view = changedMind()
  const tree = foldTree(view, null)

  it('lays offers, verdicts and the sub-questions a verdict asked below their question', () => {
    expect([...tree.nodes.values()].map((node) => `${'  '.repeat(node.depth)}${node.id}`)).toEqual([
      'root',
      '  a',
      '  b',
      '  root~1',
      '    check',
      '      c',
      '      check~1',
      '  root~2',
    ])
  })

  it('keeps own prices and sums below apart', () => {
    expect(contextNode(tree, 'root').sumMicros).toBe(3_400_000n)
    expect(contextNode(tree, 'check').sumMicros).toBe(400_000n)
    expect(offerNode(tree, 'a')).toMatchObject({ priceMicros: 3n * CREDIT, sumMicros: 0n })
    expect(verdictNode(tree, 'root~1')).toMatchObject({ sumMicros: 400_000n, boughtMicros: 0n })
    expect(verdictNode(tree, 'root~2')).toMatchObject({ sumMicros: 0n, boughtMicros: 3n * CREDIT })
  })

  it('tells that a verdict changed its mind, after which check, and at what cost', () => {
    expect(offerNode(tree, 'a')).toMatchObject({
      hasChangedMind: true,
      checkIds: ['check'],
      checksMicros: 400_000n,
    })
    expect(offerNode(tree, 'a').history.map((step) => [step.state, step.verdict])).toEqual([
      ['open', null],
      ['read', 1],
      ['hold', 1],
      ['bought', 2],
    ])
    expect(offerNode(tree, 'c').hasChangedMind).toBe(false)
    expect(tree.flows).toMatchObject([
      {
        offerId: 'c',
        fromContextId: 'check',
        toContextId: 'root',
        toVerdictId: 'root~2',
        changedOfferIds: ['a'],
      },
      { offerId: 'a', fromContextId: 'root', toContextId: 'root', toVerdictId: null, changedOfferIds: [] },
    ])
  })

  it('lays a follow-up below the answer on the way that lacked it, and tells which one that was', () => {
    const history = new History()
    history.open('root', null)
    history.post('a', 'root')
    history.read('root', 0)
    history.buy('a', 0)
    history.answer('root', 1, 'first')
    history.open('more', 'root')
    const followed = foldTree(history.view(), null)
    expect(verdictNode(followed, 'root~1')).toMatchObject({ answer: null, round: 0, askedIds: [] })
    expect(verdictNode(followed, 'root~2')).toMatchObject({ answer: 'first', round: 1, askedIds: ['more'] })
  })

  it('goes on where it ended when its asker takes it up again, and what was forgotten stays so', () => {
    const history = readingTwo()
    history.buy('a', 0)
    history.pass('b', 0)
    history.end('root')
    const ended = history.events.length
    history.counter('c', 'root')
    history.counter('d', 'root')
    history.reopen('root')
    const reopened = history.events.length
    history.read('root', 1)
    history.buy('c', 1)
    history.end('root')
    history.counter('e', 'root')
    history.lapse('e')
    const view = history.view()

    const open = foldTree(view, reopened)
    expect(open.status).toBe('provisional')
    expect(contextNode(open, 'root')).toMatchObject({
      state: 'provisional',
      endedAt: null,
      returnedMicros: null,
    })
    expect(offerNode(open, 'c')).toMatchObject({ state: 'open', readAt: null })
    const forgottenAt = view.events[ended - 1]?.at
    expect(offerNode(open, 'b')).toMatchObject({ state: 'passed', forgottenAt })

    const over = foldTree(view, null)
    expect(over.status).toBe('settled')
    expect(contextNode(over, 'root')).toMatchObject({ state: 'settled', sumMicros: 2n * CREDIT })
    expect(verdictNode(over, 'root~2')).toMatchObject({ boughtIds: ['c'] })
    expect(offerNode(over, 'b')).toMatchObject({ forgottenAt })
    expect(offerNode(over, 'e')).toMatchObject({ state: 'passed', reason: 'not-read', forgottenAt: null })
    const words = logOf(view).map((line) => line.words)
    expect(words).toContain('Mira offers “Teaser c” for 1.00 after the question has ended')
    expect(words).toContain(
      'The asker takes the question up again with a new budget of 5.00: a counter-offer waits',
    )
    expect(words.at(-1)).toBe('“Teaser e” was not read: the question can be taken up no more')
  })

  it('forgets what was read and not bought once its question has ended', () => {
    const passed = offerNode(tree, 'b')
    expect(passed).toMatchObject({ state: 'passed', reason: 'unconvincing' })
    expect(passed.readAt).toEqual(view.offers[1]?.firstReadAt)
    expect(passed.forgottenAt).toEqual(contextNode(tree, 'root').endedAt)
    expect(offerNode(foldTree(view, 9), 'b')).toMatchObject({ state: 'passed', forgottenAt: null })
    expect(offerNode(tree, 'a').forgottenAt).toBeNull()
  })

  it('shows, at an earlier moment, only what was so then', () => {
    const waiting = foldTree(view, 9)
    expect(contextNode(waiting, 'root').state).toBe('waiting')
    expect(verdictNode(waiting, 'root~1')).toMatchObject({
      heldIds: ['a'],
      passedIds: ['b'],
      askedIds: ['check'],
      openAsks: 1,
    })
    expect(offerNode(waiting, 'a')).toMatchObject({ state: 'hold', privateInfo: null })
    expect(waiting.nodes.has('c')).toBe(false)
    expect(waiting.status).toBe('running')
    expect(tree.status).toBe('settled')
  })

  it('is reading from the moment on at which the reading begins', () => {
    const history = new History()
    history.open('root', null)
    history.post('a', 'root')
    history.tree('tree.started', 'root')
    expect(contextNode(foldTree(history.view(), 2), 'root').state).toBe('collecting')
    expect(contextNode(foldTree(history.view(), null), 'root').state).toBe('inspecting')
  })

  it('has no moment at which what purchases were worth is counted, which may be much later', () => {
    const history = new History()
    history.open('root', null)
    history.tree('value.counted', 'root')
    expect(logOf(history.view()).map(({ type }) => type)).toEqual(['context.opened'])
  })

  it('counts what was bought unseen in the sum but not against the budget', () => {
    const history = new History()
    history.open('root', null)
    history.post('a', 'root', 3n * CREDIT)
    history.buy('a', null)
    expect(contextNode(foldTree(history.view(), null), 'root')).toMatchObject({
      sumMicros: 3n * CREDIT,
      fromBudgetMicros: 0n,
      verdictIds: [],
    })
  })

  it('begins no second verdict when a step is repeated after a pause', () => {
    const history = new History()
    history.open('root', null)
    history.post('a', 'root')
    history.tree('tree.started', 'root')
    history.read('root', 0)
    history.tree('tree.paused', 'root')
    expect(contextNode(foldTree(history.view(), null), 'root').state).toBe('paused')
    history.tree('tree.resumed', 'root')
    history.read('root', 0)
    history.buy('a', 0)
    expect(contextNode(foldTree(history.view(), null), 'root').verdictIds).toEqual(['root~1'])
  })

  it('leaves no offer open on a question that ended', () => {
    const history = new History()
    history.open('root', null)
    history.post('a', 'root')
    history.end('root', 'context.cancelled')
    const tree = foldTree(history.view(), null)
    expect(offerNode(tree, 'a')).toMatchObject({ state: 'passed', forgottenAt: null })
    expect(tree.status).toBe('cancelled')
  })

  it('passes over events about rows that have not been fetched', () => {
    const full = changedMind()
    const early = { ...full, contexts: full.contexts.slice(0, 1), offers: full.offers.slice(0, 2) }
    expect([...foldTree(early, null).nodes.keys()]).toEqual(['root', 'a', 'b', 'root~1', 'root~2'])
  })
})

describe('eventInWords', () => {
  it('says each kind of event in one short sentence, without codes or ids', () => {
    const lines = logOf(changedMind())
    expect(lines.map((line) => line.words)).toMatchInlineSnapshot(`
      [
        "The question is asked with a budget of 10.00",
        "Mira offers “Teaser a” for 3.00",
        "Mira offers “Teaser b” for 2.00",
        "The reading begins",
        "Reads the offers on the question",
        "Waits with “Teaser a”: it needs a check first",
        "Does not buy “Teaser b”: its claims are not backed up",
        "Asks “About check?”, 10.00 set aside",
        "Waits for answers about the question",
        "Mira offers “Teaser c” for 0.40",
        "Reads the offers on “About check?”",
        "Buys “Teaser c” for 0.40: it decides the matter",
        "“About check?” has ended; 2.00 returned",
        "Reads the offers on the question",
        "Buys “Teaser a” for 3.00: it decides the matter",
        "The question has ended; 2.00 returned",
      ]
    `)
    for (const { words } of lines) expect(words).not.toMatch(/[a-z]-[a-z]+-|[.]opened|undefined|null/)
  })

  it('does not quote what is sealed', () => {
    const history = new History()
    history.open('root', null)
    history.post('a', 'root')
    history.open('check', 'root', ['a'], null)
    const view = history.view()
    expect(view.events.map((event) => eventInWords(event, view)).at(-1)).toBe(
      'Asks a sealed question about 1 offer, a check whether it is true, 10.00 set aside',
    )
  })
})

/** Which question moves, by which kind of step, and a number that settles the details. */
const choice = fc.record({ pick: fc.nat(20), die: fc.integer({ min: 0, max: 99 }), salt: fc.nat(1 << 20) })

/** Trees of any shape, each step chosen among those that are legal then. */
const histories = fc.array(choice, { minLength: 1, maxLength: 120, size: 'max' }).map((choices) => {
  const history = new History()
  const states = new Map<string, 'collecting' | 'inspecting' | 'waiting'>()
  const rounds = new Map<string, number>()
  const open = (parentId: string | null, about: string[]) => {
    const id = `c${history.contexts.length}`
    history.open(id, parentId, about)
    states.set(id, 'collecting')
  }
  open(null, [])
  for (const { pick, die, salt } of choices) {
    const live = history.contexts.filter((context) => states.has(context.id))
    const context = live[pick % live.length]
    if (!context) break
    const { id } = context
    const round = rounds.get(id) ?? 0
    const table = history.offers.filter((offer) => offer.contextId === id && offer.state === 'open')
    const isParent = live.some((other) => other.parentId === id)
    const start = () => {
      states.set(id, 'inspecting')
      history.read(id, round)
    }
    const end = (type: 'context.settled' | 'context.cancelled' | 'context.failed') => {
      states.delete(id)
      history.end(id, type)
    }
    if (die === 99 && !isParent) end(salt % 2 === 0 ? 'context.cancelled' : 'context.failed')
    else if (states.get(id) === 'collecting') {
      if (die < 65) history.post(`o${history.offers.length}`, id, BigInt(1 + (salt % 1_000)) * 10_000n)
      else if (die < 70 && table[0]) history.buy(table[0].id, null)
      else start()
    } else if (states.get(id) === 'inspecting') {
      const verdicts = table.map((offer, index) => ({ offer, said: (salt >> (2 * (index % 10))) % 4 }))
      for (const { offer, said } of verdicts) {
        if (said < 2) history.hold(offer.id, round)
        else if (said === 2) history.buy(offer.id, round)
        else history.pass(offer.id, round)
      }
      rounds.set(id, round + 1)
      const held = verdicts.filter(({ said }) => said < 2).map(({ offer }) => offer.id)
      if (held.length > 0 && context.level < 3 && round < 3) {
        open(id, held)
        if (salt % 3 === 0) open(id, held.slice(0, 1))
        history.wait(id, round)
        states.set(id, 'waiting')
      } else end('context.settled')
    } else if (!isParent) start()
  }
  return history.view()
})

describe('foldTree, over generated trees', () => {
  it('shows at the last event what it shows now', () => {
    fc.assert(
      fc.property(histories, (view) => {
        expect(foldTree(view, view.lastSeq)).toEqual(foldTree(view, null))
      }),
    )
  })

  it('sums exactly what was bought, at every moment', () => {
    fc.assert(
      fc.property(histories, fc.nat(), (view, moment) => {
        const seq = moment % (view.lastSeq + 1)
        const tree = foldTree(view, seq)
        const boughtMicros = view.events
          .filter((event) => event.seq <= seq && event.type === 'offer.bought')
          .reduce((sum, event) => sum + (event.amountMicros ?? 0n), 0n)
        const root = tree.nodes.get(view.rootId)
        expect(root?.sumMicros ?? 0n).toBe(boughtMicros)
        expect(tree.flows.reduce((sum, flow) => sum + flow.priceMicros, 0n)).toBe(boughtMicros)
        for (const node of tree.nodes.values()) {
          if (node.kind === 'context') expect(node.sumMicros).toBe(spentBelow(tree, node))
        }
      }),
    )
  })

  it('shows nothing before it happened, and everything that has', () => {
    fc.assert(
      fc.property(histories, fc.nat(), (view, moment) => {
        const seq = moment % (view.lastSeq + 1)
        const tree = foldTree(view, seq)
        const come = view.events.filter(
          (event) => event.seq <= seq && (event.type === 'offer.posted' || event.type === 'context.opened'),
        )
        const shown = [...tree.nodes.values()]
          .filter((node) => node.kind !== 'verdict')
          .map((node) => node.id)
        expect(shown.sort()).toEqual(come.map((event) => event.offerId ?? event.contextId).sort())
      }),
    )
  })

  it('never takes a row away, moves it to another parent or reorders what is there', () => {
    fc.assert(
      fc.property(histories, fc.nat(), (view, moment) => {
        const before = foldTree(view, moment % (view.lastSeq + 1))
        const after = foldTree(view, null)
        const kept = [...after.nodes.keys()].filter((id) => before.nodes.has(id))
        expect(kept).toEqual([...before.nodes.keys()])
        for (const node of before.nodes.values())
          expect(after.nodes.get(node.id)?.parentId).toBe(node.parentId)
      }),
    )
  })
})

function spentBelow(tree: FoldedTree, node: TreeNode): bigint {
  return node.childIds.reduce((sum, id) => {
    const child = tree.nodes.get(id)
    if (!child) return sum
    const own = child.kind === 'offer' && child.state === 'bought' ? child.priceMicros : 0n
    return sum + own + spentBelow(tree, child)
  }, 0n)
}

function contextNode(tree: FoldedTree, id: string): ContextNode {
  const node = tree.nodes.get(id)
  if (node?.kind !== 'context') throw new Error(`${id} is no question`)
  return node
}

function offerNode(tree: FoldedTree, id: string): OfferNode {
  const node = tree.nodes.get(id)
  if (node?.kind !== 'offer') throw new Error(`${id} is no offer`)
  return node
}

function verdictNode(tree: FoldedTree, id: string): VerdictNode {
  const node = tree.nodes.get(id)
  if (node?.kind !== 'verdict') throw new Error(`${id} is no verdict`)
  return node
}
