import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Caps,
  DELEGABLE_SCOPES,
  delegate,
  inCapacity,
  NO_CAPS,
  personActor,
  ROLES,
  requireNoYes,
  requireScopes,
  requireWithinCaps,
  SCOPES,
  visitor,
} from './actor'

const person = personActor({ id: 'usr_ann', role: 'person', isVerified: true })
const unverified = personActor({ id: 'usr_new', role: 'person', isVerified: false })
const operator = personActor({ id: 'usr_op', role: 'operator', isVerified: true })

const someScopes = fc.uniqueArray(fc.constantFrom(...SCOPES))
const someCap = fc.option(fc.bigInt({ min: 0n, max: 1_000n }))
const someCaps: fc.Arbitrary<Caps> = fc.record({
  spendPerDayMicros: someCap,
  spendPerQuestionMicros: someCap,
  askAboveMicros: someCap,
})
const somePerson = fc
  .record({ id: fc.constant('usr_x'), role: fc.constantFrom(...ROLES), isVerified: fc.boolean() })
  .map((known) => personActor(known))

describe('scopes', () => {
  it('of a visitor are to read and to visit; anything else asks for a login', () => {
    for (const scope of SCOPES) {
      const call = () => requireScopes(visitor(), [scope])
      if (scope === 'read' || scope === 'visit') expect(call).not.toThrow()
      else expect(call).toThrow(expect.objectContaining({ code: 'auth.signed_out' }))
    }
  })

  it('of a person are all but those of a role, which the refusal names', () => {
    expect(() => requireScopes(person, SCOPES.slice(0, 7))).not.toThrow()
    expect(() => requireScopes(person, ['read', 'moderate'])).toThrow(
      expect.objectContaining({ code: 'actor.scope_missing', message: expect.stringContaining('moderate') }),
    )
  })

  it('to sell wait for a proven e-mail, and nothing else does', () => {
    expect(() => requireScopes(unverified, ['sell'])).toThrow(
      expect.objectContaining({ code: 'actor.unverified' }),
    )
    expect(() => requireScopes(unverified, ['ask', 'spend', 'decide', 'account'])).not.toThrow()
  })

  it('are handed on only as far as the owner has them, and never those of people', () => {
    fc.assert(
      fc.property(somePerson, someScopes, someCaps, (owner, scopes, caps) => {
        const key = delegate(owner, { kind: 'key', id: 'key_1', scopes, caps })
        for (const scope of key.scopes) {
          expect(owner.scopes).toContain(scope)
          expect(scopes).toContain(scope)
          expect(DELEGABLE_SCOPES).toContain(scope)
        }
        const again = delegate(key, { kind: 'key', id: 'key_2', scopes: [...SCOPES], caps: NO_CAPS })
        expect([...again.scopes].sort()).toEqual([...key.scopes].sort())
        expect(again.caps).toEqual(key.caps)
      }),
    )
  })
})

describe('capacity', () => {
  it('is of an operator for what needs the role, and of a person for the rest', () => {
    expect(inCapacity(operator, ['operate']).kind).toBe('operator')
    expect(inCapacity(operator, ['ask', 'spend']).kind).toBe('person')
  })
})

describe('what needs a yes', () => {
  it('is all that comes to more than the threshold on one question, in however many pieces', () => {
    const amount = fc.bigInt({ min: 1n, max: 1_000n })
    fc.assert(
      fc.property(someCap, fc.array(amount, { minLength: 1 }), (askAboveMicros, amounts) => {
        let spentOnQuestionMicros = 0n
        for (const amountMicros of amounts) {
          const call = () =>
            requireNoYes({ caps: { ...NO_CAPS, askAboveMicros } }, { amountMicros, spentOnQuestionMicros })
          if (askAboveMicros !== null && spentOnQuestionMicros + amountMicros > askAboveMicros) {
            expect(call).toThrow(expect.objectContaining({ code: 'actor.yes_needed' }))
            continue
          }
          expect(call).not.toThrow()
          spentOnQuestionMicros += amountMicros
        }
      }),
    )
  })
})

describe('caps', () => {
  it('let through exactly what fits, and name the one that is passed', () => {
    const amount = fc.bigInt({ min: 0n, max: 1_000n })
    fc.assert(
      fc.property(
        someCaps,
        amount,
        amount,
        amount,
        (caps, amountMicros, spentTodayMicros, spentOnQuestionMicros) => {
          const { spendPerDayMicros: day, spendPerQuestionMicros: question } = caps
          const isOverQuestion = question !== null && spentOnQuestionMicros + amountMicros > question
          const isOverDay = day !== null && spentTodayMicros + amountMicros > day
          const call = () =>
            requireWithinCaps({ caps }, { amountMicros, spentTodayMicros, spentOnQuestionMicros })
          if (!isOverQuestion && !isOverDay) {
            expect(call).not.toThrow()
            return
          }
          const per = isOverQuestion ? 'a question' : 'a day'
          expect(call).toThrow(
            expect.objectContaining({ code: 'actor.over_cap', message: expect.stringContaining(per) }),
          )
        },
      ),
    )
  })
})
