import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SUB_QUESTION_CHARS_MAX } from '@/server/protocol/verdict'
import { wordsOf } from '@/server/shared/words'
import type { InspectReply, ReadOffer } from '../model'
import { inspectTask, known, question } from '../testing'
import { inspectBuiltIn } from './inspect'
import { subQuestion } from './sub-question'

const lunch = question('What should I eat for lunch?', {
  kind: 'choice',
  options: ['raw legumes', 'rice', 'boiled legumes'],
})
const PHRASES = [
  'Legumes are toxic.',
  'Rice is unhealthy.',
  'Boiled legumes are safe and nutritious.',
  'Boiling does not remove the toxin from legumes.',
  'A study of 2019 confirms that rice is fine for lunch.',
  'Bananas are rich in potassium.',
  'However, the study of rice is misleading.',
]
const anyOffer = fc.record({
  teaser: fc.constantFrom('On legumes', 'A study of rice', 'What to eat for lunch', 'Fruit', 'Trust me'),
  privateInfo: fc.subarray(PHRASES, { minLength: 1 }).map((phrases) => phrases.join(' ')),
  priceMicros: fc.bigInt({ min: 10_000n, max: 12_000_000n }),
})
const anyTask = fc
  .record({
    offers: fc.array(anyOffer, { minLength: 1, maxLength: 6 }),
    known: fc.subarray(PHRASES, { maxLength: 2 }),
    isBelow: fc.boolean(),
    round: fc.integer({ min: 0, max: 2 }),
    asksAllowed: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ offers, known: texts, isBelow, round, asksAllowed }) =>
    inspectTask({
      questions: isBelow ? [lunch, question('Are there exceptions to this: “On legumes”?')] : [lunch],
      subject: isBelow ? { kind: 'exception', teasers: ['On legumes'] } : null,
      offers: offers.map((item, index) => ({ handle: String.fromCharCode(65 + index), ...item })),
      known: texts.map((text, index) => known(text, String(index + 1))),
      round,
      asksAllowed,
    }),
  )

/** Verdict by content, because equal offers are interchangeable. */
function outcome(reply: InspectReply, offers: readonly ReadOffer[]): string[] {
  const named = (handle: string) => {
    const found = offers.find((item) => item.handle === handle)
    return `${found?.teaser}|${found?.privateInfo}|${found?.priceMicros}`
  }
  return [
    ...reply.buy.map((item) => `buy ${item.reason} ${named(item.handle)}`),
    ...reply.pass.map((item) => `pass ${item.reason} ${named(item.handle)}`),
    ...reply.ask.map(
      (item) => `ask ${item.kind} ${item.budgetMicros} ${item.question} ${item.about.map(named).sort()}`,
    ),
  ].sort()
}

describe('generated tasks', () => {
  test('the verdict does not depend on the order of the offers', () => {
    fc.assert(
      fc.property(anyTask, fc.infiniteStream(fc.nat()), (task, keys) => {
        const shuffled = task.offers
          .map((item) => ({ item, key: keys.next().value }))
          .sort((a, b) => a.key - b.key)
          .map(({ item }) => item)
        const relabelled = shuffled.map((item, index) => ({
          ...item,
          handle: String.fromCharCode(65 + index),
        }))
        const other = inspectBuiltIn({ ...task, offers: relabelled })
        expect(outcome(other, relabelled)).toEqual(outcome(inspectBuiltIn(task), task.offers))
      }),
      { numRuns: 300 },
    )
  })

  test('every offer gets exactly one verdict, within the budget and the asks allowed', () => {
    fc.assert(
      fc.property(anyTask, (task) => {
        const reply = inspectBuiltIn(task)
        const settled = [...reply.buy, ...reply.pass]
          .map((item) => item.handle)
          .concat(reply.ask.flatMap((ask) => ask.about))
        expect(settled.sort()).toEqual(task.offers.map((item) => item.handle).sort())
        const prices = task.offers
          .filter((item) => reply.buy.some((buy) => buy.handle === item.handle))
          .map((item) => item.priceMicros)
        const spent = [...prices, ...reply.ask.map((ask) => ask.budgetMicros)].reduce(
          (sum, micros) => sum + micros,
          0n,
        )
        expect(spent <= task.budgetMicros).toBe(true)
        expect(reply.ask.length).toBeLessThanOrEqual(task.asksAllowed)
        expect(reply.ask.every((ask) => ask.budgetMicros >= task.askBudgetMicrosMin)).toBe(true)
        if (task.round > 0) expect(reply.ask).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  test('a sub-question has only words that are public: of its kind, the teasers and the question', () => {
    const anyText = fc.string({ unit: 'grapheme', maxLength: 300 })
    const kinds = fc.constantFrom('verify', 'exception', 'source', 'compare', 'context' as const)
    fc.assert(
      fc.property(kinds, fc.array(anyText, { maxLength: 3 }), anyText, (kind, teasers, title) => {
        const text = subQuestion(kind, teasers, title)
        expect(text.length).toBeLessThanOrEqual(SUB_QUESTION_CHARS_MAX)
        const ours = `${subQuestion(kind, [], 'x')} ${subQuestion(kind, ['x', 'y'], 'z')}`
        const allowed = new Set(wordsOf([ours, ...teasers, title].join(' \n ')))
        expect(wordsOf(text).filter((word) => !allowed.has(word))).toEqual([])
      }),
      { numRuns: 300 },
    )
    fc.assert(
      fc.property(anyTask, (task) => {
        const changed = task.offers.map((item) => ({ ...item, teaser: 'On legumes' }))
        for (const ask of inspectBuiltIn({ ...task, offers: changed }).ask) {
          const allowed = new Set(
            wordsOf(`is this true are there exceptions to what the source of which these holds should one know before
            relying on or on legumes ${task.questions.map((item) => item.title).join(' ')}`),
          )
          expect(wordsOf(ask.question).filter((word) => !allowed.has(word))).toEqual([])
        }
      }),
    )
  })
})
