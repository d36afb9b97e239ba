import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ContextFacts, canSeeTree, sightInTree, sightOfContext, sightOfOffer } from './visibility'

const viewer = fc.constantFrom(null, 'buyer', 'seller', 'other')
const contextFacts: fc.Arbitrary<ContextFacts> = fc.record({
  parentId: fc.constantFrom(null, 'bc_parent'),
  buyerId: fc.constant('buyer'),
  isSealed: fc.boolean(),
  isOpen: fc.boolean(),
  isTreePublic: fc.boolean(),
  about: fc.constantFrom([], ['off_a'], ['off_a', 'off_b']),
})
const boughtIds = fc.subarray(['off_a', 'off_b'])

describe('who sees what', () => {
  it('a root context is public', () => {
    fc.assert(
      fc.property(viewer, contextFacts, (who, facts) => {
        expect(sightOfContext(who, { ...facts, parentId: null }, () => false)).toEqual({ see: 'all' })
      }),
    )
  })

  it('a private tree is its buyer’s alone', () => {
    for (const who of [null, 'seller', 'other'])
      expect(canSeeTree(who, { buyerId: 'buyer', isTreePublic: false })).toBe(false)
    expect(canSeeTree('buyer', { buyerId: 'buyer', isTreePublic: false })).toBe(true)
    expect(canSeeTree(null, { buyerId: 'buyer', isTreePublic: true })).toBe(true)
  })

  it('the buyer never reads a sealed sub-question before an offer it is about is bought, by any door', () => {
    fc.assert(
      fc.property(contextFacts, boughtIds, (facts, bought) => {
        const sub = { ...facts, parentId: 'bc_parent', isSealed: true }
        const isBought = (id: string) => bought.includes(id)
        fc.pre(!sub.about.some(isBought))
        expect(sightInTree('buyer', sub, isBought).see).not.toBe('all')
        expect(sightOfContext('buyer', sub, isBought).see).not.toBe('all')
      }),
    )
  })

  it('a stranger reads a sub-context of a private tree only while it takes offers, and never without an account', () => {
    fc.assert(
      fc.property(contextFacts, (facts) => {
        const sub = { ...facts, parentId: 'bc_parent', isTreePublic: false }
        expect(sightOfContext(null, sub, () => true).see).toBe('nothing')
        expect(sightOfContext('other', sub, () => true).see).toBe(sub.isOpen ? 'all' : 'nothing')
      }),
    )
  })

  it('private information is read by its seller, and by the buyer who bought it, and by nobody else', () => {
    const offerFacts = fc.record({
      sellerId: fc.constant('seller'),
      buyerId: fc.constant('buyer'),
      isBought: fc.boolean(),
      quotesUnbought: fc.boolean(),
    })
    fc.assert(
      fc.property(viewer, offerFacts, contextFacts, boughtIds, (who, offer, facts, bought) => {
        const context = sightInTree(who, facts, (id) => bought.includes(id))
        const seen = sightOfOffer(who, offer, context)
        const mayRead = who === 'seller' || (who === 'buyer' && offer.isBought && !offer.quotesUnbought)
        expect(seen.privateInfo).toBe(mayRead && (who === 'seller' || context.see !== 'nothing'))
        if (!seen.privateInfo) expect(seen.seal).not.toBeNull()
      }),
    )
  })

  it('a purchase that quotes an unbought offer is shown sealed, even to the buyer', () => {
    const offer = { sellerId: 'seller', buyerId: 'buyer', isBought: true, quotesUnbought: true }
    expect(sightOfOffer('buyer', offer, { see: 'all' })).toEqual({
      teaser: false,
      privateInfo: false,
      seal: 'quotes-unbought',
    })
  })
})
