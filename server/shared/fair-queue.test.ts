import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fairQueue } from './fair-queue'

const ROOMY = { atOnce: 2, ofOneAtOnce: 1, ofOneWaitingMax: 16, waitingMax: 200 }

describe('a fair queue', () => {
  it('does another’s text at once while one person’s eight heavy ones wait side by side', () => {
    const queue = fairQueue<string>(ROOMY)
    for (let text = 0; text < 8; text += 1) queue.add('heavy', `heavy ${text}`)
    expect(queue.next()).toEqual({ who: 'heavy', item: 'heavy 0' })
    expect(queue.next()).toBeNull()
    queue.add('other', 'ordinary')
    expect(queue.next()).toEqual({ who: 'other', item: 'ordinary' })
  })

  it('goes round: each has one done before anybody has a second', () => {
    const queue = fairQueue<number>({ ...ROOMY, atOnce: 1 })
    for (const who of ['a', 'b', 'c']) for (const item of [1, 2]) queue.add(who, item)
    const done: string[] = []
    for (let next = queue.next(); next; next = queue.next()) {
      done.push(`${next.who}${next.item}`)
      queue.done(next.who)
    }
    expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2'])
  })

  it('refuses one person’s too many, and no newcomer while somebody has more waiting', () => {
    const queue = fairQueue<string>({ ...ROOMY, ofOneWaitingMax: 3, waitingMax: 4 })
    for (const item of ['a1', 'a2', 'a3']) expect(queue.add('a', item)).toBeNull()
    expect(queue.add('a', 'a4')).toBe('a4')
    expect(queue.add('b', 'b1')).toBeNull()
    expect(queue.add('c', 'c1')).toBe('a3')
    expect(queue.add('d', 'd1')).toBe('a2')
    // Everybody has one now.
    expect(queue.add('e', 'e1')).toBe('e1')
  })

  const WHO = ['a', 'b', 'c', 'd', 'e']
  type Step = { who: string } | 'begin' | number
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 3, arbitrary: fc.record({ who: fc.constantFrom(...WHO) }) },
    { weight: 2, arbitrary: fc.constant('begin' as const) },
    { weight: 2, arbitrary: fc.nat(3) },
  )
  const limits = fc
    .record({
      atOnce: fc.integer({ min: 1, max: 3 }),
      ofOneAtOnce: fc.integer({ min: 1, max: 2 }),
      ofOneWaitingMax: fc.integer({ min: 1, max: 5 }),
      waitingMax: fc.integer({ min: 1, max: 8 }),
    })
    .map((drawn) => ({ ...drawn, ofOneAtOnce: Math.min(drawn.ofOneAtOnce, drawn.atOnce) }))

  it('lets nobody wait for more than one of each other person, keeps its limits, and loses and doubles nothing', () => {
    fc.assert(
      fc.property(limits, fc.array(step, { maxLength: 60 }), (drawn, steps) => {
        const queue = fairQueue<number>(drawn)
        const waiting = new Map<number, string>()
        const running: string[] = []
        /** Whom each who waits, and may begin, saw begin since their own last turn. */
        const overtaken = new Map<string, string[]>()
        const waitingOf = (who: string) => [...waiting.values()].filter((one) => one === who).length
        const runningOf = (who: string) => running.filter((one) => one === who).length
        const mayBegin = (who: string) => waitingOf(who) > 0 && runningOf(who) < drawn.ofOneAtOnce
        let count = 0
        const add = (who: string) => {
          count += 1
          const item = count
          const isFull = waitingOf(who) >= drawn.ofOneWaitingMax || waiting.size >= drawn.waitingMax
          const refused = queue.add(who, item)
          if (refused === item) return expect(isFull).toBe(true)
          waiting.set(item, who)
          if (refused === null) return
          const loser = waiting.get(refused) ?? ''
          expect(waitingOf(loser)).toBeGreaterThan(waitingOf(who))
          waiting.delete(refused)
        }
        const begin = () => {
          const begun = queue.next()
          if (!begun) return expect(running.length === drawn.atOnce || !WHO.some(mayBegin)).toBe(true)
          const { who, item } = begun
          for (const other of WHO) {
            if (other !== who && mayBegin(other)) overtaken.set(other, [...(overtaken.get(other) ?? []), who])
          }
          overtaken.delete(who)
          expect(waiting.get(item)).toBe(who)
          expect(Math.min(...[...waiting].flatMap(([one, of]) => (of === who ? [one] : [])))).toBe(item)
          waiting.delete(item)
          running.push(who)
        }
        for (const one of steps) {
          if (one === 'begin') begin()
          else if (typeof one === 'number') running.splice(one, 1).forEach(queue.done)
          else add(one.who)
          expect(queue.running()).toBe(running.length)
          expect(running.length).toBeLessThanOrEqual(drawn.atOnce)
          expect(waiting.size).toBeLessThanOrEqual(drawn.waitingMax)
          for (const who of WHO) {
            expect(waitingOf(who)).toBeLessThanOrEqual(drawn.ofOneWaitingMax)
            expect(runningOf(who)).toBeLessThanOrEqual(drawn.ofOneAtOnce)
            const seen = overtaken.get(who) ?? []
            expect(new Set(seen).size).toBe(seen.length)
          }
        }
      }),
    )
  })
})
