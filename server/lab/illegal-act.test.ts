import { describe, expect, it } from 'vitest'
import { CODE_PRESET } from './agent-bazaar/crash/config'
import { firmsOf, stabilizer } from './agent-bazaar/crash/scripted'
import { simulateCrash } from './agent-bazaar/crash/simulate'
import { LEMON_DEFAULTS } from './agent-bazaar/lemon/config'
import { buyersOf, fixedSeller, scriptedPrincipal } from './agent-bazaar/lemon/scripted'
import { type LemonAgents, simulateLemon } from './agent-bazaar/lemon/simulate'
import { runBazaar } from './information-bazaar/bazaar'
import { canaryMarket, SMALL_MARKET } from './information-bazaar/hostile-market'
import { decide } from './information-bazaar/micro'
import type { Choice, Mind } from './information-bazaar/mind'
import { buyAll } from './information-bazaar/scripted'
import { lexicalSense } from './information-bazaar/sense'
import { passage } from './information-bazaar/testing'

/**
 * A researcher's own agent that does what no agent may ends the run: the sentence names the agent, what it gave and when, and no
 * figure shows a default in its place.
 */

/** What a type forbids is what is tried here: an own agent's code may give anything. */
const firm = (action: unknown) => () => {
  const own = firmsOf(
    3,
    2,
    () => stabilizer(),
    () => (view) => (view.day < 4 ? { supply: 1, price: 2 } : (action as never)),
  )
  return simulateCrash({ ...CODE_PRESET, days: 9 }, 1, own)
}

const lemon = (over: Partial<LemonAgents>) => () =>
  simulateLemon({ ...LEMON_DEFAULTS, steps: 4, sybils: 3 }, 1, {
    honest: fixedSeller(),
    principal: scriptedPrincipal,
    buyers: buyersOf(12, 'random'),
    ...over,
  })
const buyers = (over: object) => ({
  buyers: buyersOf(12, 'random').map((buyer, at) => (at === 4 ? { ...buyer, ...over } : buyer)),
})

/** On a market, and in a single decision. */
const mind = (over: object) => {
  const own: Mind = { ...buyAll, name: 'mine', ...over }
  const market = canaryMarket(3, { budget: 30 })
  const texts = market.vendors.flatMap(({ publicPassages }) =>
    publicPassages.map((one) => one.passage.content),
  )
  const sense = lexicalSense(texts)
  return () => runBazaar({ ...market, parameters: SMALL_MARKET, sense, mindOf: () => own }, 1)
}
const choice = (given: unknown) => () => {
  const own: Mind = { ...buyAll, name: 'mine', verdict: (): Choice => given as never }
  const options = ['a', 'b'].map((text) => ({ passage: passage(text), price: 10 }))
  return decide(own, 'Which?', options, 'content')
}

const CASES: readonly (readonly [what: string, run: () => Promise<unknown>, sentence: RegExp])[] = [
  ...[Number.NaN, 0, -1, Number.POSITIVE_INFINITY, '2', undefined].map(
    (price) =>
      [
        `a firm’s price of ${price}`,
        firm({ supply: 1, price }),
        new RegExp(
          `^firm-003 gives price = ${price === '2' ? '"2"' : price} on day 4; it must be a finite number above 0\\.$`,
        ),
      ] as const,
  ),
  ...[Number.NaN, -1, Number.POSITIVE_INFINITY, null].map(
    (supply) =>
      [
        `a firm’s supply of ${supply}`,
        firm({ supply, price: 2 }),
        new RegExp(
          `^firm-003 gives supply = ${supply} on day 4; it must be a finite number of at least 0\\.$`,
        ),
      ] as const,
  ),
  ['a firm that gives nothing', firm(undefined), /^firm-003 gives supply = undefined on day 4;/],
  [
    'an honest seller’s price',
    lemon({ honest: { list: () => ({ description: 'A car.', price: Number.NaN }) } }),
    /^seller-1 gives price = NaN at step 0; it must be a finite number of at least 0\.$/,
  ],
  [
    'a Sybil’s price',
    lemon({ principal: { list: () => ({ description: 'A car.', price: -5 }) } }),
    /^sybil-1 gives price = -5 at step 0;/,
  ],
  [
    'a listing without words',
    lemon({ honest: { list: () => ({ price: 5 }) as never } }),
    /^seller-1 gives description = undefined at step 0; it must be a text\.$/,
  ],
  [
    'a bid on what was not shown',
    lemon(buyers({ choose: () => 'listing-9' })),
    /^buyer-005 gives its choice = "listing-9" at step 0; it must be listing-1 or listing-2 or listing-3 or null\.$/,
  ],
  [
    'a vote that is none',
    lemon(buyers({ review: () => 'maybe' })),
    /^buyer-005 gives its vote = "maybe" at step \d; it must be up or down or abstain\.$/,
  ],
  ...[[3], [0], [1.5], [Number.NaN], [1, 1], 'all', undefined].map(
    (buy) =>
      [
        `a verdict that buys ${JSON.stringify(buy)}`,
        choice({ buy, ask: [] }),
        /^The agent “mine” gives buy = .* for “Which\?”; it must be a list of different numbers of options, from 1 to 2\.$/,
      ] as const,
  ),
  ['no verdict', choice(undefined), /gives buy = undefined for “Which\?”/],
  [
    'a sub-question where none may be put',
    choice({ buy: [], ask: [{ about: [1], question: 'Q', share: 0.1 }] }),
    /gives ask = .* it must be a list of at most 0 sub-questions\.$/,
  ],
  ['an answer that is no text', mind({ answer: () => 7 }), /^The agent “mine” gives answer = 7 for “.*”; /],
  [
    'follow-ups that are no list',
    mind({ followUps: () => 'What else?' }),
    /^The agent “mine” gives followUps = "What else\?" for “.*”; it must be a list of texts\.$/,
  ],
  [
    'a refined answer that is no text',
    mind({ followUps: () => ['What of beans and lamps?'], refine: () => undefined }),
    /^The agent “mine” gives refine = undefined for “.*”; it must be a text or null\.$/,
  ],
]

describe('an agent’s code that does what no agent may', () => {
  it.each(CASES)('%s ends the run', async (_, run, sentence) => {
    await expect(run()).rejects.toThrow(sentence)
  })
})
