import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decisionView, inspectorView, type Meaning, sellerView, type TreeFacts } from './information-set'
import { PROTOCOLS, type Protocol } from './policy'
import { runScenario } from './testing'

/**
 * The table of design.md, section 2, written once more as sets and slowly: which offers and purchases there are such
 * that…. It shares no code with `information-set.ts`.
 */
function isAtOrBelow(facts: TreeFacts, lower: string, upper: string): boolean {
  if (lower === upper) return true
  const parentId = facts.contexts.find((context) => context.id === lower)?.parentId ?? null
  return parentId !== null && isAtOrBelow(facts, parentId, upper)
}

function parentOf(facts: TreeFacts, id: string): string | null {
  return facts.contexts.find((context) => context.id === id)?.parentId ?? null
}

/** "Already flowed into": bought there, or at or below a child of it that has ended. */
function hasFlowedInto(facts: TreeFacts, boughtIn: string, upper: string): boolean {
  if (boughtIn === upper) return true
  return facts.contexts.some(
    (child) => child.parentId === upper && child.hasEnded && isAtOrBelow(facts, boughtIn, child.id),
  )
}

/** What the last step of its context was shown. */
function isShown(facts: TreeFacts, offer: TreeFacts['offers'][number]): boolean {
  const rounds = facts.steps.filter((step) => step.contextId === offer.contextId).map((step) => step.round)
  return facts.steps.some(
    (step) =>
      step.contextId === offer.contextId &&
      step.round === Math.max(...rounds) &&
      step.shown.includes(offer.id),
  )
}

type Sets = { questions: string[]; readOffers: string[]; purchasedOffers: string[] }

/** What a purchase means to a reader of these sets, as text: the question, what of it is told, and which offers it is about. */
function meaningsFor(facts: TreeFacts, { questions, readOffers, purchasedOffers }: Sets): string[] {
  return facts.purchases
    .filter(({ offerId }) => purchasedOffers.includes(offerId))
    .map(({ offerId, contextId }) => {
      const context = facts.contexts.find(({ id }) => id === contextId)
      const about = context?.about ?? []
      const [known, unknown] = [true, false].map((wanted) =>
        about.filter((id) => (readOffers.includes(id) || purchasedOffers.includes(id)) === wanted),
      )
      // A sealed question about no offer at all is known to nobody but those whose question it is.
      const isOpen = !context?.isSealed || (about.length > 0 && unknown?.length === 0)
      const words = isOpen || questions.includes(contextId) ? 'words' : 'kind'
      return `${offerId} answers ${words} of ${contextId} about ${known?.toSorted()}`
    })
    .sort()
}

function meaningsOf({ meanings }: { meanings: readonly Meaning[] }): string[] {
  return meanings
    .map(
      ({ offerId, contextId, tellsWords, about }) =>
        `${offerId} answers ${tellsWords ? 'words' : 'kind'} of ${contextId} about ${about.toSorted()}`,
    )
    .sort()
}

function tableRow(protocol: Protocol, facts: TreeFacts, self: string): Sets {
  const isSelfOrAncestor = (id: string): boolean => isAtOrBelow(facts, self, id)
  const contextIds = facts.contexts.map((context) => context.id)
  switch (protocol) {
    case 'recursive':
      return {
        questions: contextIds.filter(isSelfOrAncestor),
        readOffers: facts.offers
          .filter((offer) => isSelfOrAncestor(offer.contextId) && isShown(facts, offer))
          .map((offer) => offer.id),
        purchasedOffers: facts.purchases
          .filter(
            ({ contextId }) =>
              isAtOrBelow(facts, contextId, self) ||
              contextIds.some(
                (id) => id !== self && isSelfOrAncestor(id) && hasFlowedInto(facts, contextId, id),
              ),
          )
          .map((purchase) => purchase.offerId),
      }
    case 'successive':
      return {
        questions: contextIds.filter((id) => id === self || id === parentOf(facts, self)),
        readOffers: facts.offers
          .filter((offer) => offer.contextId === self && isShown(facts, offer))
          .map((offer) => offer.id),
        purchasedOffers: facts.purchases
          .filter(({ contextId }) => contextId === self || parentOf(facts, contextId) === self)
          .map((purchase) => purchase.offerId),
      }
    case 'single':
      // One context: its question, what it was shown of its offers, what it bought.
      return {
        questions: contextIds,
        readOffers: facts.offers.filter((offer) => isShown(facts, offer)).map((offer) => offer.id),
        purchasedOffers: facts.purchases.map((purchase) => purchase.offerId),
      }
  }
}

function decisionRow(protocol: Protocol, facts: TreeFacts): string[] {
  const isRoot = (id: string): boolean => parentOf(facts, id) === null
  return facts.purchases
    .filter((purchase) => protocol !== 'successive' || isRoot(purchase.contextId))
    .map((purchase) => purchase.offerId)
}

function sorted(sets: Sets): Sets {
  return {
    questions: [...sets.questions].sort(),
    readOffers: [...sets.readOffers].sort(),
    purchasedOffers: [...sets.purchasedOffers].sort(),
  }
}

/** What the verdict before the step under way reserved, of that which this step shows. */
function reservedRow(facts: TreeFacts, self: string): string[] {
  const own = facts.steps.filter((step) => step.contextId === self)
  const round = Math.max(...own.map((step) => step.round))
  const shown = own.filter((step) => step.round === round).flatMap((step) => step.shown)
  return own
    .filter((step) => step.round === round - 1)
    .flatMap((step) => step.reserved)
    .filter((id) => shown.includes(id))
}

type Snapshot = { facts: TreeFacts; self: string }

/**
 * A tree at the moment one of its contexts decides: that context and those above it are open, its children have ended,
 * anything elsewhere is as it may be. Offers and purchases anywhere, steps that showed some of the offers, in any order.
 */
const snapshot = (size: number): fc.Arbitrary<Snapshot> =>
  fc
    .record({
      parents: fc.array(fc.nat(), { minLength: 0, maxLength: size - 1 }),
      ended: fc.array(fc.boolean(), { minLength: size, maxLength: size }),
      offers: fc.array(fc.record({ place: fc.nat(), isBought: fc.boolean() }), { maxLength: 3 * size }),
      // Per step: whose, in which round, and which of its offers it showed, one bit each.
      steps: fc.uniqueArray(
        fc.record({
          place: fc.nat(size - 1),
          round: fc.nat(2),
          shown: fc.nat(2 ** 16),
          reserved: fc.nat(2 ** 16),
        }),
        {
          selector: ({ place, round }) => `${place}:${round}`,
          maxLength: 3 * size,
        },
      ),
      // Per context: which offers of its parent it is about, one bit each, and whether its words are public.
      asks: fc.array(fc.record({ about: fc.nat(2 ** 16), isSealed: fc.boolean() }), {
        minLength: size,
        maxLength: size,
      }),
      self: fc.nat(),
    })
    .chain(({ parents, ended, offers, steps, asks, self }) => {
      const ids = ['c0', ...parents.map((_, index) => `c${index + 1}`)]
      const selfId = ids[self % ids.length] ?? 'c0'
      const parentIds = new Map<string, string | null>([['c0', null]])
      const levels = new Map([['c0', 0]])
      for (const [index, pick] of parents.entries()) {
        const parentId = ids[pick % (index + 1)] ?? 'c0'
        parentIds.set(`c${index + 1}`, parentId)
        levels.set(`c${index + 1}`, (levels.get(parentId) ?? 0) + 1)
      }
      const bare = ids.map((id) => ({
        id,
        parentId: parentIds.get(id) ?? null,
        level: levels.get(id) ?? 0,
        hasEnded: false,
        about: [] as string[],
        isSealed: false,
      }))
      const shape: TreeFacts = { contexts: bare, offers: [], purchases: [], steps: [] }
      const placed = offers.map((offer, index) => ({
        id: `o${index}`,
        contextId: ids[offer.place % ids.length] ?? 'c0',
      }))
      const contexts = bare.map((context, index) => ({
        ...context,
        hasEnded: isAtOrBelow(shape, selfId, context.id)
          ? false
          : isAtOrBelow(shape, context.id, selfId) || ended[index] === true,
        about: placed
          .filter((offer) => offer.contextId === context.parentId)
          .flatMap(({ id }, bit) => (((asks[index]?.about ?? 0) >> bit) & 1 ? [id] : [])),
        isSealed: context.parentId !== null && asks[index]?.isSealed === true,
      }))
      const taken = steps.flatMap(({ place, round, shown, reserved }) => {
        const contextId = ids[place]
        if (contextId === undefined) return []
        const own = placed.filter((offer) => offer.contextId === contextId)
        const some = (bits: number) => own.filter((_, bit) => (bits >> bit) & 1).map(({ id }) => id)
        return [{ contextId, round, shown: some(shown), reserved: some(reserved) }]
      })
      const bought = placed.filter((_, index) => offers[index]?.isBought)
      return fc
        .record({
          contexts: fc.shuffledSubarray(contexts, { minLength: contexts.length }),
          offers: fc.shuffledSubarray(placed, { minLength: placed.length }),
          purchases: fc.shuffledSubarray(
            bought.map((offer) => ({ offerId: offer.id, contextId: offer.contextId })),
            { minLength: bought.length },
          ),
          steps: fc.shuffledSubarray(taken, { minLength: taken.length }),
        })
        .map((facts) => ({ facts, self: selfId }))
    })

/** 2000 trees of up to a dozen contexts: every small shape is among them. */
const RUNS = 2_000

describe('on random trees', () => {
  it.each([
    ['recursive', 12],
    ['successive', 12],
    ['single', 1],
  ] as const)('an inspector in the %s protocol sees exactly its row of the table', (protocol, size) => {
    fc.assert(
      fc.property(snapshot(size), ({ facts, self }) => {
        const view = inspectorView(protocol, facts, self)
        const row = tableRow(protocol, facts, self)
        expect(sorted(view)).toEqual(sorted(row))
        expect(meaningsOf(view)).toEqual(meaningsFor(facts, row))
        expect(view.reservedOffers).toEqual(reservedRow(facts, self))
        expect(view.meanings.map(({ offerId }) => offerId)).toEqual(view.purchasedOffers)
      }),
      { numRuns: RUNS },
    )
  })

  it.each([
    ['recursive', 12],
    ['successive', 12],
    ['single', 1],
  ] as const)('the root decision in the %s protocol uses exactly its row of the table', (protocol, size) => {
    fc.assert(
      fc.property(snapshot(size), ({ facts }) => {
        const view = decisionView(protocol, facts)
        const purchasedOffers = decisionRow(protocol, facts)
        expect([...view.purchasedOffers].sort()).toEqual(purchasedOffers.sort())
        const root = { questions: ['c0'], readOffers: [], purchasedOffers }
        expect(meaningsOf(view)).toEqual(meaningsFor(facts, root))
      }),
      { numRuns: RUNS },
    )
  })

  it('a decision is made from purchases alone, whatever was offered', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PROTOCOLS), snapshot(12), (protocol, { facts }) => {
        const bought = new Set(facts.purchases.map((purchase) => purchase.offerId))
        for (const id of decisionView(protocol, facts).purchasedOffers) expect(bought.has(id)).toBe(true)
      }),
      { numRuns: RUNS },
    )
  })

  it('an inspector never reads an unbought offer of a sibling, of a descendant or of any other branch', () => {
    fc.assert(
      fc.property(fc.constantFrom('recursive', 'successive'), snapshot(12), (protocol, { facts, self }) => {
        const view = inspectorView(protocol, facts, self)
        const seen = new Set([...view.readOffers, ...view.purchasedOffers])
        const bought = new Set(facts.purchases.map((purchase) => purchase.offerId))
        for (const offer of facts.offers) {
          if (bought.has(offer.id) || isAtOrBelow(facts, self, offer.contextId)) continue
          expect(seen.has(offer.id)).toBe(false)
        }
      }),
      { numRuns: RUNS },
    )
  })

  it('an offer that its own inspector was not shown is read by nobody, and no context adds more than one step showed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PROTOCOLS), snapshot(12), (protocol, { facts, self }) => {
        const view = inspectorView(protocol, facts, self)
        for (const offer of facts.offers.filter(({ id }) => view.readOffers.includes(id))) {
          const others = facts.offers.filter(({ contextId }) => contextId === offer.contextId)
          const read = others.filter(({ id }) => view.readOffers.includes(id)).map(({ id }) => id)
          expect(facts.steps.some((step) => read.every((id) => step.shown.includes(id)))).toBe(true)
        }
      }),
      { numRuns: RUNS },
    )
  })

  it('questions come root first, the deciding one last, and nothing comes twice', () => {
    fc.assert(
      fc.property(fc.constantFrom('recursive', 'successive'), snapshot(12), (protocol, { facts, self }) => {
        const view = inspectorView(protocol, facts, self)
        const level = new Map(facts.contexts.map((context) => [context.id, context.level]))
        const levels = view.questions.map((id) => level.get(id) ?? 0)
        expect(levels).toEqual([...levels].sort((a, b) => a - b))
        expect(view.questions.at(-1)).toBe(self)
        for (const ids of [view.questions, view.readOffers, view.purchasedOffers])
          expect(new Set(ids).size).toBe(ids.length)
      }),
      { numRuns: RUNS },
    )
  })
})

describe('in running trees', () => {
  it('every inspector is shown exactly its row of the table, at every call', () => {
    let calls = 0
    let callsBelowTheRoot = 0
    let callsWithUnread = 0
    let callsWithMeanings = 0
    const world = fc.record({
      protocol: fc.constantFrom(...PROTOCOLS),
      mood: fc.constantFrom('mixed' as const, 'asks-for-ever' as const),
      disturbances: fc.constantFrom(0, 6),
      readMax: fc.constantFrom(1, 2, 12),
      seed: fc.noBias(fc.nat()),
    })
    fc.assert(
      fc.property(world, ({ protocol, mood, disturbances, readMax, seed }) => {
        const limits = { maxDepth: 3, maxRounds: 3, maxChildren: 2, budgetMicros: 10n ** 10n }
        const scenario = { protocol, mood, disturbances, readMax, seed, ...limits }
        let after: TreeFacts | undefined
        const tree = runScenario(scenario, {
          onStep: ({ facts }) => {
            after = facts
          },
          onInspect: (view, situation, { facts }) => {
            const self = view.questions.at(-1)
            if (!self) throw new Error('An inspector without a question')
            calls += 1
            if (self.level > 0) callsBelowTheRoot += 1
            expect(situation.level).toBe(self.level)
            expect(situation.table.length).toBeLessThanOrEqual(readMax)
            expect(view.readOffers.length).toBeLessThanOrEqual(readMax * view.questions.length)
            if (
              facts.offers.some(
                (offer) => offer.contextId === self.id && !view.readOffers.some(({ id }) => id === offer.id),
              )
            )
              callsWithUnread += 1
            const ids = (offers: readonly { id: string }[]): string[] => offers.map((offer) => offer.id)
            const row = tableRow(protocol, facts, self.id)
            expect(
              sorted({
                questions: ids(view.questions),
                readOffers: ids(view.readOffers),
                purchasedOffers: ids(view.purchasedOffers),
              }),
            ).toEqual(sorted(row))
            expect(meaningsOf(view)).toEqual(meaningsFor(facts, row))
            if (view.meanings.some(({ about }) => about.length > 0)) callsWithMeanings += 1
          },
        })
        if (!after) throw new Error('A tree that took no step')
        expect(tree.purchasedOffers.map((offer) => offer.id).sort()).toEqual(
          decisionRow(protocol, after).sort(),
        )
      }),
      { numRuns: 1_000 },
    )
    expect(calls).toBeGreaterThan(2_000)
    expect(callsBelowTheRoot).toBeGreaterThan(1_000)
    expect(callsWithUnread).toBeGreaterThan(500)
    expect(callsWithMeanings).toBeGreaterThan(200)
  })
})

it('a seller sees teasers of the offers asked about, and nothing private', () => {
  expect(sellerView(['o1', 'o2'])).toEqual({ teasersOf: ['o1', 'o2'], readOffers: [] })
})

it('a context that is not in the tree, and a tree without a root, are bugs', () => {
  const facts: TreeFacts = { contexts: [], offers: [], purchases: [], steps: [] }
  expect(() => inspectorView('recursive', facts, 'c0')).toThrow(/not in its tree/)
  expect(() => decisionView('recursive', facts)).toThrow(/without a root/)
})
