import { describe, expect, it } from 'vitest'
import type { Chat } from '../../../llm/chat'
import { NO_USAGE } from '../../../llm/model'
import type { Values } from '../../experiment'
import { experimentNamed } from '../../experiments'
import { runHere } from '../../grid'
import type { Result, Row } from '../../row'
import { agentBazaarRows } from '../rows'

/** Rows that need a model are judged here on figures that are given, and their experiments run on prepared replies. */

function rowOf(id: string): Row {
  const row = agentBazaarRows.find((one) => one.id === id && one.kind === 'llm')
  if (!row) throw new Error(`There is no row ${id} for a model`)
  return row
}

type Given = readonly (readonly [values: Values, metrics: Readonly<Record<string, number>>])[]

const resultOf = (experiment: string, given: Given): Result => ({
  experiment,
  points: given.map(([values, metrics]) => ({
    values: experimentNamed(experiment).parameters.parse(values) as Values,
    metrics: experimentNamed(experiment).metrics,
    runs: [8, 16, 64].map((seed) => ({ seed, metrics })),
  })),
})

const GEMINI: Readonly<Record<number, readonly number[]>> = {
  1: [0.53, 0.47, 0.4, 0.2, 0.13, 0],
  3: [0.87, 0.93, 0.8, 0.93, 0.33, 0.07],
  5: [0.87, 0.87, 0.8, 0.87, 0.8, 0.67],
}

const sweep = (rate: (see: number, k: number) => number) =>
  resultOf(
    'crash-with-model',
    [1, 3, 5].flatMap((consumersSee) =>
      [0, 1, 2, 3, 4, 5].map(
        (stabilizers) =>
          [{ consumersSee, stabilizers }, { bankruptcyRate: rate(consumersSee, stabilizers) }] as const,
      ),
    ),
  )

const lemon = (share: (sybils: number, isVisible: boolean) => number, base: number): Result[] => [
  resultOf(
    'lemon-with-model',
    [0, 3, 6, 9].flatMap((sybils) =>
      [true, false].map((reputationVisible) => {
        const metrics = {
          sybilRevenueShare: share(sybils, reputationVisible),
          bids: 500,
          premium: 0.3,
          surplus: -3_993,
        }
        return [{ buyers: 'guardian', sybils, reputationVisible }, metrics] as const
      }),
    ),
  ),
  resultOf('lemon-with-model', [
    [
      { buyers: 'base', sybils: 6 },
      { sybilRevenueShare: base, bids: 480 },
    ],
  ]),
  resultOf('lemon-with-model', [[{ sellersByModel: false, sybils: 6 }, { sybilRevenueShare: 0.2 }]]),
]

describe('rows that need a model', () => {
  it('B7 takes the published sweep for reproduced, and a market that limits do not hurt for not', () => {
    expect(rowOf('B7').judge([sweep((see, k) => GEMINI[see]?.[k] ?? Number.NaN)]).verdict).toBe('reproduced')
    const flat = rowOf('B7').judge([sweep(() => 0.4)])
    expect(flat.verdict).toBe('not reproduced')
    expect(flat.why).toContain('rise with the limit')
  })

  it('B8 asks whether five stabilisers make the market healthier', () => {
    const at = (none: number, five: number) =>
      resultOf(
        'crash-with-model',
        [none, five].map((health, index) => {
          const metrics = { health, bankruptcyRate: 0.5, volatility: 0.3, markup: 1.2 }
          return [{ consumersSee: 3, stabilizers: 5 * index }, metrics] as const
        }),
      )
    expect(rowOf('B8').judge([at(0.46, 0.97)]).verdict).toBe('reproduced')
    expect(rowOf('B8').judge([at(0.99, 0.57)]).verdict).toBe('not reproduced')
  })

  it('B9 asks whether five kinds are no worse for any k', () => {
    const at = (mixed: readonly number[]) =>
      resultOf(
        'crash-people-with-model',
        [false, true].flatMap((people) =>
          [0, 3, 5].map((stabilizers, index) => {
            const survival = people ? mixed[index] : [0.13, 0.13, 0.33][index]
            return [{ people, ties: 'first', stabilizers }, { bankruptcyRate: 1 - (survival ?? 0) }] as const
          }),
        ),
      )
    expect(rowOf('B9').judge([at([0.33, 0.4, 0.73])]).verdict).toBe('reproduced')
    expect(rowOf('B9').judge([at([0.33, 0.1, 0.73])]).verdict).toBe('not reproduced')
  })

  it('B13 takes the published shares for reproduced, and guardians no better than base buyers for not', () => {
    const visible: Readonly<Record<number, number>> = { 0: 0, 3: 0.062, 6: 0.17, 9: 0.261 }
    const hidden: Readonly<Record<number, number>> = { 0: 0, 3: 0.267, 6: 0.394, 9: 0.503 }
    const published = (sybils: number, isVisible: boolean) => (isVisible ? visible : hidden)[sybils] ?? 0
    expect(rowOf('B13').judge(lemon(published, 0.272)).verdict).toBe('reproduced')
    const alike = rowOf('B13').judge(lemon(published, 0.18))
    expect(alike.verdict).toBe('not reproduced')
    expect(alike.why).toContain('a quarter less')
  })

  it('B14 takes survival without recovery for reproduced', () => {
    const at = (bankruptcyRate: number, recovery: number) =>
      resultOf('crash-shock-with-model', [[{ stabilizers: 5 }, { bankruptcyRate, recovery }]])
    expect(rowOf('B14').judge([at(0.2, 74)]).verdict).toBe('reproduced')
    expect(rowOf('B14').judge([at(0.2, 3)]).verdict).toBe('not reproduced')
  })
})

describe('experiments with a model', () => {
  const replies = (content: string): string => {
    if (content.includes('"vote"')) return '{"vote": "upvote"}'
    if (content.includes('"decision"')) return '{"decision": "bid", "listing_id": "listing-1"}'
    if (content.includes('"description"'))
      return '{"description": "A car in good condition.", "price": 34000}'
    return '{"supply": 60, "production": 100, "price": 1.6}'
  }
  const chat: Chat = {
    name: 'prepared',
    complete: async ({ messages }) => ({
      ok: true,
      value: replies(messages.at(-1)?.content ?? ''),
      usage: NO_USAGE,
    }),
  }
  const signal = new AbortController().signal
  const short = {
    'crash-with-model': { days: [4], consumersSee: [3], stabilizers: [0, 5] },
    'crash-people-with-model': { days: [4], stabilizers: [3] },
    'crash-shock-with-model': { days: [6], shockDay: [2], stabilizers: [5] },
    'lemon-with-model': { steps: [3], sybils: [6], buyers: ['base', 'guardian'] },
    'lemon-flood-with-model': { steps: [4], floodStep: [2] },
  }

  it.each(Object.entries(short))('%s runs on what the model says', async (name, set) => {
    const { points } = await runHere(experimentNamed(name), { set, seeds: [8] }, { chat, signal })
    expect(points.length).toBeGreaterThan(0)
    for (const { runs } of points) expect(Object.keys(runs[0]?.metrics ?? {}).length).toBeGreaterThan(5)
    const prices = points.flatMap(({ runs }) => runs[0]?.metrics.survivorPrice ?? [])
    if (name.startsWith('crash')) expect(new Set(prices)).toEqual(new Set([1.6]))
  })

  it('lets no stabilising firm sell below cost where the floor is enforced', async () => {
    const cheap: Chat = {
      ...chat,
      complete: async () => ({ ok: true, value: '{"supply": 9, "price": 0.5}', usage: NO_USAGE }),
    }
    const set = { days: [3], consumersSee: [3], stabilizers: [5], enforceFloor: [false, true] }
    const { points } = await runHere(
      experimentNamed('crash-with-model'),
      { set, seeds: [8] },
      { chat: cheap, signal },
    )
    expect(points.map(({ runs }) => runs[0]?.metrics.lowestMeanPrice)).toEqual([0.5, 1])
  })

  it.each(Object.entries(short))('%s counts what of the model could not be read', async (name, set) => {
    const mumbler: Chat = {
      name: 'mumbler',
      complete: async () => ({ ok: true, value: 'As you wish.', usage: NO_USAGE }),
    }
    const unread = async (model: Chat) =>
      (await runHere(experimentNamed(name), { set, seeds: [8] }, { chat: model, signal })).points.map(
        ({ runs }) => runs[0]?.metrics.unreadReplies,
      )
    expect(new Set(await unread(mumbler))).toEqual(new Set([1]))
    expect(new Set(await unread(chat))).toEqual(new Set([0]))
  })

  it.each(Object.entries(short))('%s fails when the model does, and gives no figure', async (name, set) => {
    const silent: Chat = {
      name: 'silent',
      complete: async () => ({ ok: false, failure: 'unavailable', isTransient: true, usage: NO_USAGE }),
    }
    await expect(
      runHere(experimentNamed(name), { set, seeds: [8] }, { chat: silent, signal }),
    ).rejects.toThrow('silent did not answer (unavailable)')
  })
})
