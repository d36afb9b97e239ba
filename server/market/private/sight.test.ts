import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ContextFacts,
  canSeeTree,
  mayAnswer,
  showsWords,
  sightInTree,
  sightOfContext,
  sightOfOffer,
} from './sight'

const viewer = fc.constantFrom(null, 'buyer', 'seller', 'other')
const contextFacts: fc.Arbitrary<ContextFacts> = fc.record({
  parentId: fc.constantFrom(null, 'bc_parent'),
  buyerId: fc.constant('buyer'),
  isSealed: fc.boolean(),
  isOpen: fc.boolean(),
  isTreePublic: fc.boolean(),
  isAllBought: fc.boolean(),
  isHidden: fc.constant(false),
})

const root: ContextFacts = {
  parentId: null,
  buyerId: 'buyer',
  isSealed: false,
  isOpen: true,
  isTreePublic: true,
  isAllBought: false,
  isHidden: false,
}

describe('who sees what', () => {
  it('a root context is public', () => {
    fc.assert(
      fc.property(viewer, contextFacts, (who, facts) => {
        expect(sightOfContext(who, { ...facts, parentId: null })).toEqual({ see: 'all' })
      }),
    )
  })

  it('a private tree is its buyer’s alone', () => {
    for (const who of [null, 'seller', 'other'])
      expect(canSeeTree(who, { buyerId: 'buyer', isTreePublic: false })).toBe(false)
    expect(canSeeTree('buyer', { buyerId: 'buyer', isTreePublic: false })).toBe(true)
    expect(canSeeTree(null, { buyerId: 'buyer', isTreePublic: true })).toBe(true)
  })

  it('people with an account may answer what is open, but for the one who asked it', () => {
    const open = { buyerId: 'buyer', isOpen: true, isSealed: false, isHidden: false }
    expect(mayAnswer('other', open)).toBe(true)
    expect(mayAnswer('buyer', open)).toBe(false)
    expect(mayAnswer(null, open)).toBe(false)
    expect(mayAnswer('other', { ...open, isOpen: false })).toBe(false)
    expect(mayAnswer('other', { ...open, isHidden: true })).toBe(false)
  })

  it('the buyer reads a sealed sub-question when every offer it is about is bought, and not before, by any door', () => {
    fc.assert(
      fc.property(contextFacts, (facts) => {
        const sub = { ...facts, parentId: 'bc_parent', isSealed: true }
        expect(sightInTree('buyer', sub).see).toBe(sub.isAllBought ? 'all' : 'sealed')
        expect(sightOfContext('buyer', sub).see).toBe(sub.isAllBought ? 'all' : 'sealed')
      }),
    )
  })

  it('a stranger never reads a sealed sub-question, by any door, whether it is open or not', () => {
    fc.assert(
      fc.property(viewer, contextFacts, (who, facts) => {
        fc.pre(who !== 'buyer')
        const sub = { ...facts, parentId: 'bc_parent', isSealed: true }
        expect(sightInTree(who, sub).see).toBe(sub.isTreePublic ? 'sealed' : 'nothing')
        expect(sightOfContext(who, sub)).toEqual(sightInTree(who, sub))
        expect(showsWords(who, { ...sub, wasAsked: true })).toBe(false)
      }),
    )
  })

  it('a stranger reads a sub-context of a private tree only while it takes offers, and never without an account', () => {
    fc.assert(
      fc.property(contextFacts, (facts) => {
        const sub = { ...facts, parentId: 'bc_parent', isTreePublic: false, isSealed: false }
        expect(sightOfContext(null, sub).see).toBe('nothing')
        expect(sightOfContext('other', sub).see).toBe(sub.isOpen ? 'all' : 'nothing')
      }),
    )
  })

  it('private information is read by its seller, who learns what was chosen of it once that is bought and the tree has ended, by the buyer who bought it, by whoever bought it at resale, by everybody while it is quoted, and by nobody else', () => {
    const offerFacts = fc.record({
      sellerId: fc.constant('seller'),
      buyerId: fc.constant('buyer'),
      isBought: fc.boolean(),
      quotesUnbought: fc.boolean(),
      isQuoted: fc.boolean(),
      isResold: fc.boolean(),
      isHidden: fc.constant(false),
      isChosen: fc.boolean(),
      hasEnded: fc.boolean(),
    })
    fc.assert(
      fc.property(viewer, offerFacts, contextFacts, (who, offer, facts) => {
        const context = sightInTree(who, facts)
        const seen = sightOfOffer(who, offer, context)
        const isOpen = offer.isBought && !offer.quotesUnbought
        const isShown = who === 'buyer' ? context.see !== 'nothing' : offer.isQuoted && context.see === 'all'
        const hasRow = who !== null && offer.isBought && offer.isResold
        const isKept = offer.isChosen && !(offer.isBought && offer.hasEnded)
        expect(seen.privateInfo).toBe(who === 'seller' ? !isKept : hasRow || (isOpen && isShown))
        if (!seen.privateInfo) expect(seen.seal).not.toBeNull()
      }),
    )
  })

  it('a purchase that quotes an unbought offer is shown sealed, even to the buyer', () => {
    const offer = {
      sellerId: 'seller',
      buyerId: 'buyer',
      isBought: true,
      quotesUnbought: true,
      isQuoted: true,
      isResold: false,
      isHidden: false,
      isChosen: false,
      hasEnded: false,
    }
    expect(sightOfOffer('buyer', offer, { see: 'all' })).toEqual({
      teaser: false,
      privateInfo: false,
      seal: 'quotes-unbought',
    })
  })

  it('what somebody bought at resale stays theirs when its question is closed or hidden, and was never anybody’s who has no account', () => {
    const facts = {
      sellerId: 'seller',
      buyerId: 'buyer',
      isBought: true,
      quotesUnbought: false,
      isQuoted: false,
      isResold: true,
      isChosen: false,
      hasEnded: false,
    }
    for (const isHidden of [false, true]) {
      expect(sightOfOffer('other', { ...facts, isHidden }, { see: 'nothing' })).toEqual({
        teaser: true,
        privateInfo: true,
        seal: null,
      })
      expect(sightOfOffer(null, { ...facts, isHidden }, { see: 'all' }).privateInfo).toBe(false)
    }
  })

  it('what is hidden is seen by nobody but its asker, and a hidden offer by its seller and whoever bought it', () => {
    fc.assert(
      fc.property(viewer, contextFacts, (who, facts) => {
        fc.pre(who !== 'buyer')
        expect(sightOfContext(who, { ...facts, isHidden: true })).toEqual({ see: 'nothing' })
      }),
    )
    expect(sightInTree('buyer', { ...root, isHidden: true })).toEqual({ see: 'all' })
    const hidden = {
      sellerId: 'seller',
      buyerId: 'buyer',
      quotesUnbought: false,
      isQuoted: true,
      isResold: false,
      isHidden: true,
      isChosen: false,
      hasEnded: false,
    }
    const seen = (who: string | null, isBought: boolean) =>
      sightOfOffer(who, { ...hidden, isBought }, { see: 'all' }).teaser
    expect([seen('seller', false), seen('buyer', true)]).toEqual([true, true])
    expect([seen('buyer', false), seen('other', true), seen(null, true)]).toEqual([false, false, false])
  })

  it('a sub-question in public words is open to everyone who may watch its tree', () => {
    fc.assert(
      fc.property(viewer, contextFacts, (who, facts) => {
        const sub = { ...facts, parentId: 'bc_parent', isSealed: false }
        expect(sightInTree(who, sub).see).toBe(sub.isTreePublic || who === 'buyer' ? 'all' : 'nothing')
      }),
    )
  })

  it('a teaser is as public as the question it answers, except to its seller and to who paid', () => {
    const offer = {
      sellerId: 'seller',
      buyerId: 'buyer',
      quotesUnbought: false,
      isQuoted: false,
      isResold: false,
      isHidden: false,
      isChosen: false,
      hasEnded: false,
    }
    for (const isBought of [false, true]) {
      for (const who of [null, 'buyer', 'other']) {
        const hasPaid = isBought && who === 'buyer'
        const sealed = sightOfOffer(who, { ...offer, isBought }, { see: 'sealed', reason: 'about-unbought' })
        expect(sealed).toMatchObject({ teaser: hasPaid, seal: hasPaid ? null : 'about-unbought' })
        expect(sightOfOffer(who, { ...offer, isBought }, { see: 'nothing' }).teaser).toBe(false)
        expect(sightOfOffer(who, { ...offer, isBought }, { see: 'all' }).teaser).toBe(true)
      }
      const own = sightOfOffer('seller', { ...offer, isBought }, { see: 'sealed', reason: 'about-unbought' })
      expect(own).toEqual({ teaser: true, privateInfo: true, seal: null })
    }
  })
})
