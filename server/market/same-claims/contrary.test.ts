import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areContrary } from './contrary'

const CLAIM = 'The bridge at Lindow carries 5 tonnes since May 2024.'

describe('two claims say different things', () => {
  it.each([
    [CLAIM, 'The bridge at Lindow does not carry 5 tonnes since May 2024.'],
    [CLAIM, 'The bridge at Lindow doesn’t carry 5 tonnes since May 2024.'],
    [CLAIM, 'The bridge at Lindow never carried 5 tonnes since May 2024.'],
    [CLAIM, 'No bridge at Lindow carries 5 tonnes since May 2024.'],
    [CLAIM, 'It is false that the bridge at Lindow carries 5 tonnes since May 2024.'],
    [CLAIM, 'That the bridge at Lindow carries 5 tonnes since May 2024 is a myth.'],
    [CLAIM, 'The bridge at Lindow carries 3 tonnes since May 2024.'],
    [CLAIM, 'The bridge at Lindow carries fifty tonnes since May 2024.'],
    [CLAIM, 'The bridge at Lindow carries 5 tonnes since May 2021.'],
    [CLAIM, 'The bridge at Lindow carries 5 tonnes since June 2024.'],
    ['Vitamin B12 helps', 'Vitamin B6 helps'],
    ['It was −5 degrees in Oslo.', 'It was 5 degrees in Oslo.'],
    ['They sold 3.5 million cars.', 'They sold 3.5 thousand cars.'],
    ['The mushroom is safe to eat.', 'The mushroom is unsafe to eat.'],
    ['The mushroom is edible.', 'The mushroom is inedible.'],
    ['The new law is legal.', 'The new law is illegal.'],
    ['Coffee increases blood pressure.', 'Coffee decreases blood pressure.'],
    ['Prices rose in spring.', 'Prices fell in spring.'],
    ['Women earn more than men.', 'Women earn less than men.'],
    ['You can swim there.', 'You cannot swim there.'],
  ])('%s / %s', (one, other) => {
    expect([areContrary(one, other), areContrary(other, one)]).toEqual([true, true])
  })
})

describe('two claims may be one', () => {
  it.each([
    [CLAIM, 'Since May 2024 the Lindow bridge has carried five tonnes.'],
    [CLAIM, 'The bridge at Lindow carries 5 tonnes.'],
    ['It carries 5,000 kilograms.', 'It carries 5000 kg.'],
    ['They sold 3.5 million cars.', 'They sold 3,500,000 cars.'],
    ['It weighs 3.5 tonnes.', 'It weighs 3,5 t.'],
    ['It costs two thousand euros.', 'The price is 2000 euros.'],
    ['It is not true that it is unsafe.', 'It is false that it is unsafe.'],
    ['It carries no more than 5 tonnes.', 'It carries 5 tonnes at most.'],
    ['The PM lives at No. 10.', 'The PM lives at number 10.'],
    ['The vaccine does not cause autism.', 'Autism is never caused by the vaccine.'],
    ['You may swim in May.', 'In May you may swim there.'],
    ['One of the bridges is closed.', 'A bridge is closed.'],
  ])('%s / %s', (one, other) => {
    expect([areContrary(one, other), areContrary(other, one)]).toEqual([false, false])
  })

  it('a claim and itself always, in any order of its words', () => {
    fc.assert(
      fc.property(fc.lorem(), fc.nat(9_999), fc.boolean(), (text, year, isDenied) => {
        const words = `${isDenied ? 'not' : 'so'} ${text.replaceAll('.', '')} ${year}`.split(' ')
        expect(areContrary(words.join(' '), words.toReversed().join(' '))).toBe(false)
      }),
    )
  })
})
