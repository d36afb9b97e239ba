import { describe, expect, it } from 'vitest'
import { runTree } from './memory-driver'
import type { MemoryOffer, OpenedContext, ResolvedView, RunOptions } from './memory-tree'
import { DEFAULT_POLICY, PROTOCOLS, type Protocol } from './policy'
import { EMPTY_VERDICT, type VerdictDraft, type VerdictSituation } from './verdict'

/**
 * The counter-example of "Extrapolating Volition…", section 3.1. Raw legumes look best; they are toxic; rice is safe but
 * not healthy; that boiling removes the toxins is offered only to whoever asks about the toxins.
 */
type Fact = { says: 'legumes are toxic' | 'rice is unhealthy' | 'boiling removes the toxins' }
type Meal = 'raw legumes' | 'rice' | 'boiled legumes'

const PRICE_MICROS = 100_000n

function legumeMarket(context: OpenedContext): MemoryOffer<Fact>[] {
  if (context.parentId === null) {
    return [
      { id: 'toxic', priceMicros: PRICE_MICROS, says: 'legumes are toxic' },
      { id: 'unhealthy', priceMicros: PRICE_MICROS, says: 'rice is unhealthy' },
    ]
  }
  if (!context.ask?.about.includes('toxic')) return []
  return [{ id: 'boiling', priceMicros: PRICE_MICROS, says: 'boiling removes the toxins' }]
}

/** Asks about the toxins first; then buys whatever changes what it would eat. */
function legumeInspector(view: ResolvedView<Fact>, situation: VerdictSituation): VerdictDraft {
  const isRoot = view.questions.length === 1
  if (isRoot && situation.round === 0 && situation.policy.protocol !== 'single') {
    return {
      ...EMPTY_VERDICT,
      ask: [
        {
          about: ['toxic'],
          kind: 'exception',
          question: 'Is there a way around it?',
          budgetMicros: 300_000n,
        },
      ],
    }
  }
  return { ...EMPTY_VERDICT, buy: situation.table.map(({ offerId }) => ({ offerId, reason: 'decisive' })) }
}

function eat(known: readonly Fact[]): Meal {
  const knows = (says: Fact['says']): boolean => known.some((fact) => fact.says === says)
  if (!knows('legumes are toxic')) return 'raw legumes'
  return knows('boiling removes the toxins') ? 'boiled legumes' : 'rice'
}

function runLegumes(protocol: Protocol) {
  return runTree<Fact, Meal>({
    policy: { ...DEFAULT_POLICY, protocol },
    root: { budgetMicros: 1_000_000n },
    market: legumeMarket,
    inspect: legumeInspector,
    decide: eat,
    order: () => 0,
  })
}

describe('the legume example of the paper', () => {
  it('ends with boiled legumes when recursive: what was bought below reaches the decision', () => {
    const tree = runLegumes('recursive')
    expect(tree.decision).toBe('boiled legumes')
    expect(tree.purchases.map((purchase) => purchase.offerId)).toEqual(['boiling', 'toxic', 'unhealthy'])
    expect(tree.purchasedOffers.map((offer) => offer.id)).toEqual(['toxic', 'unhealthy', 'boiling'])
  })

  it('ends with rice when successive, although the same three offers were bought and paid for', () => {
    const tree = runLegumes('successive')
    expect(tree.decision).toBe('rice')
    expect(tree.purchases.map((purchase) => purchase.offerId)).toEqual(['boiling', 'toxic', 'unhealthy'])
    expect(tree.purchasedOffers.map((offer) => offer.id)).toEqual(['toxic', 'unhealthy'])
    expect([tree.spentMicros, tree.returnedMicros]).toEqual([300_000n, 700_000n])
  })

  it('ends with rice when single: nobody could ask', () => {
    const tree = runLegumes('single')
    expect(tree.decision).toBe('rice')
    expect(tree.contexts).toHaveLength(1)
  })

  it('would have ended with raw legumes had nothing been offered', () => {
    for (const protocol of PROTOCOLS) {
      const tree = runTree<Fact, Meal>({
        policy: { ...DEFAULT_POLICY, protocol },
        root: { budgetMicros: 1_000_000n },
        market: () => [],
        inspect: legumeInspector,
        decide: eat,
        order: () => 0,
      })
      expect([tree.decision, tree.returnedMicros]).toEqual(['raw legumes', 1_000_000n])
    }
  })
})

/** A root that asks about its one offer, and a child with one offer that it buys. */
const plain: RunOptions<unknown, undefined> = {
  policy: DEFAULT_POLICY,
  root: { budgetMicros: 1_000_000n },
  market: (context) => [{ id: `${context.id}/offer`, priceMicros: PRICE_MICROS }],
  inspect: (_view, { level, round, table }) => {
    const about = table.map((offer) => offer.offerId)
    if (level === 0 && round === 0) {
      return {
        ...EMPTY_VERDICT,
        ask: [{ about, kind: 'verify', question: 'Is it so?', budgetMicros: 500_000n }],
      }
    }
    return { ...EMPTY_VERDICT, buy: about.map((offerId) => ({ offerId, reason: 'worth-its-price' })) }
  },
  order: () => 0,
}

describe('runTree', () => {
  it('carves the budget of a child from its parent and gives back what the child did not spend', () => {
    const tree = runTree(plain)
    expect(tree.contexts.map(({ id, level, budgetMicros }) => ({ id, level, budgetMicros }))).toEqual([
      { id: 'root', level: 0, budgetMicros: 1_000_000n },
      { id: 'root.1', level: 1, budgetMicros: 500_000n },
    ])
    expect(tree.purchases.map(({ contextId }) => contextId)).toEqual(['root.1', 'root'])
    expect([tree.spentMicros, tree.returnedMicros]).toEqual([200_000n, 800_000n])
  })

  it('logs what happened in order, with the spending after each event', () => {
    const tree = runTree(plain)
    expect(tree.log.map(({ contextId, event, spentMicros }) => [contextId, event.type, spentMicros])).toEqual(
      [
        ['root', 'collected', 0n],
        ['root', 'verdict', 0n],
        ['root.1', 'collected', 0n],
        ['root.1', 'verdict', 100_000n],
        ['root', 'child-ended', 100_000n],
        ['root', 'verdict', 200_000n],
      ],
    )
  })

  it('keeps what was bought when the root is cancelled, and returns the rest from every level', () => {
    const tree = runTree({
      ...plain,
      disturb: ({ contexts }) => {
        const child = contexts.get('root.1')
        const root = contexts.get('root')
        const isMoment = child?.hasEnded && root && !root.hasEnded
        return isMoment ? [{ type: 'cancel', contextId: 'root' }] : []
      },
    })
    expect(tree.contexts.map((context) => context.state.phase)).toEqual(['cancelled', 'settled'])
    expect(tree.purchasedOffers.map((offer) => offer.id)).toEqual(['root.1/offer'])
    expect([tree.spentMicros, tree.returnedMicros]).toEqual([100_000n, 900_000n])
  })

  it('does not act on a verdict that comes after a cancel', () => {
    const tree = runTree({
      ...plain,
      disturb: ({ pending }) => {
        const isAnswered = pending.some(
          (message) => message.type === 'verdict' && message.contextId === 'root',
        )
        return isAnswered ? [{ type: 'cancel', contextId: 'root' }] : []
      },
    })
    expect(tree.contexts.map((context) => context.state.phase)).toEqual(['cancelled'])
    expect([tree.purchases, tree.returnedMicros]).toEqual([[], 1_000_000n])
  })

  it('delivers everything twice with the effect of once', () => {
    let repeated = 0
    const tree = runTree({
      ...plain,
      disturb: ({ delivered }) => {
        const again = delivered.slice(repeated)
        repeated = delivered.length + again.length
        return again
      },
    })
    expect(tree.purchases).toEqual(runTree(plain).purchases)
    expect(tree.returnedMicros).toBe(800_000n)
  })

  it('refuses a market that names two offers alike or pays to be bought', () => {
    const alike = () => [
      { id: 'same', priceMicros: 1n },
      { id: 'same', priceMicros: 2n },
    ]
    expect(() => runTree({ ...plain, market: alike })).toThrow(/Two offers/)
    expect(() => runTree({ ...plain, market: () => [{ id: 'a', priceMicros: -1n }] })).toThrow(
      /negative price/,
    )
  })

  it('refuses a message to nobody', () => {
    const disturb = () => [{ type: 'cancel' as const, contextId: 'nobody' }]
    expect(() => runTree({ ...plain, disturb })).toThrow(/not in the tree/)
  })
})
