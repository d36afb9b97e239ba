import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Values } from './experiment'
import { experimentNamed } from './experiments'
import type { Result } from './row'
import { rows } from './rows'
import { stream } from './stream'

/**
 * No row takes for reproduced what the specification's closing table does not: each is given results that just meet its
 * criterion, and ones that just miss it.
 */

type Given = readonly (readonly [values: Values, metrics: Readonly<Record<string, readonly number[]>>])[]

function resultOf(experiment: string, given: Given): Result {
  const { metrics, parameters } = experimentNamed(experiment)
  return {
    experiment,
    points: given.map(([values, columns]) => ({
      values: parameters.parse(values) as Values,
      metrics,
      runs: (Object.values(columns)[0] ?? []).map((_, at) => ({
        seed: at + 1,
        metrics: Object.fromEntries(Object.entries(columns).map(([name, runs]) => [name, runs[at] ?? 0])),
      })),
    })),
  }
}

function verdictOf(id: string, kind: string, experiment: string, given: Given): string {
  const row = rows.find((one) => one.id === id && one.kind === kind)
  if (!row) throw new Error(`There is no row ${id} (${kind})`)
  return row.judge([resultOf(experiment, given)]).verdict
}

const same = (metrics: Readonly<Record<string, number>>, n = 10) =>
  Object.fromEntries(
    Object.entries(metrics).map(([name, value]) => [name, Array.from({ length: n }, () => value)]),
  )

const table = readFileSync('docs/lab-specification.md', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    return /^[ABC]\d+$/.test(cells[1] ?? '')
      ? [{ id: cells[1] ?? '', kind: cells[5] ?? '', check: cells[6] ?? '' }]
      : []
  })

it('has a row for each id of the closing table, of each kind that it names', () => {
  expect(table.length).toBeGreaterThan(30)
  for (const { id, kind } of table) {
    const ours = rows.filter((row) => row.id === id).map((row) => row.kind)
    expect(ours.length, id).toBeGreaterThan(0)
    if (/\bllm\b/.test(kind)) expect(ours, id).toContain('llm')
    if (/\bstat\b/.test(kind)) expect(ours, id).toContain('stat')
  }
})

describe('A12, sign and rough size', () => {
  const gains = (gold: number) =>
    same(
      {
        onlyGoldGain: gold,
        goldAndMoreGain: 0,
        onlyAlternativeGain: -gold,
        nothingGain: 0,
        onlyGoldByTitle: 1 / 3,
      },
      20,
    )
  const scripted = (facts: number, corpus: number) =>
    verdictOf('A12', 'stat', 'inspection-against-metadata', [
      [{ world: 'facts' }, gains(facts)],
      [{ world: 'corpus' }, gains(corpus)],
    ])
  const model = (gold: number) =>
    verdictOf('A12', 'llm', 'inspection-against-metadata-of-a-model', [[{}, gains(gold)]])

  it('takes twice the largest printed size, and no more', () => {
    expect(table.find(({ id }) => id === 'A12')?.check).toContain('sign and rough size')
    expect(scripted(36, 36)).toBe('reproduced')
    expect(scripted(64, 22)).toBe('not reproduced')
    expect(scripted(22, 64)).toBe('not reproduced')
    expect(model(18.34)).toBe('reproduced')
    expect(model(4.79)).toBe('reproduced')
    expect(model(2.3)).toBe('not reproduced')
    expect(model(37)).toBe('not reproduced')
    expect(model(-18)).toBe('not reproduced')
  })

  it('says which half of the claim comes out', () => {
    const row = rows.find(({ id, kind }) => id === 'A12' && kind === 'llm')
    const why = row?.judge([resultOf('inspection-against-metadata-of-a-model', [[{}, gains(64)]])]).why
    expect(why).toContain('The signs are reproduced, the size is not')
  })
})

it('A10: a strong model is rational in 90 %, and a debate is no worse than asking directly', () => {
  const rates = (direct: number, debate: number) =>
    verdictOf(
      'A10',
      'llm',
      'rational-choice-of-a-model',
      ['direct', 'chain-of-thought', 'debate'].flatMap((strategy) =>
        ['same', 'different'].flatMap((prices) =>
          [true, false].map(
            (dearFirst) =>
              [
                { strategy, prices, dearFirst },
                {
                  rational: Array.from({ length: 20 }, (_, at) =>
                    Number(at < 20 * (strategy === 'debate' ? debate : direct)),
                  ),
                },
              ] as const,
          ),
        ),
      ),
    )
  expect(rates(0.8, 0.95)).toBe('reproduced')
  expect(rates(0.8, 0.85)).toBe('not reproduced')
  expect(rates(1, 0.95)).toBe('not reproduced')
})

it('A13: whoever buys by the toss of a coin is taken for biased by place in one run of twenty at most', () => {
  const COINS = 400
  const random = stream(1, 'coins')
  const biased = Array.from({ length: COINS }, () => {
    const rate = () =>
      Array.from({ length: 10 }, () => {
        const heads = Array.from({ length: 6 }, () => Number(random() < 0.5))
        return heads.reduce((sum, one) => sum + one, 0) / heads.length
      })
    const given = { first: rate(), middle: rate(), last: rate() }
    return verdictOf('A13', 'llm', 'positional-bias-of-a-model', [[{}, given]])
  }).filter((verdict) => verdict === 'reproduced')
  expect(biased.length).toBeLessThanOrEqual(COINS / 20)
  const always = verdictOf('A13', 'llm', 'positional-bias-of-a-model', [
    [{}, same({ first: 1, middle: 0, last: 0 })],
  ])
  expect(always).toBe('reproduced')
})

it('A14: ratings rise with each budget, by 60 points from first to last', () => {
  const elo = (...[a = 0, b = 0, c = 0, d = 0]: number[]) => {
    const facts = { coverage5: 0.1, coverage50: 0.2, coverage100: 0.3, coverage200: 0.4 }
    return verdictOf('A14', 'stat', 'budget-elo', [
      [{}, same({ elo5: a, elo50: b, elo100: c, elo200: d, ...facts })],
    ])
  }
  expect(elo(1447, 1491, 1508, 1554)).toBe('reproduced')
  expect(elo(1470, 1490, 1510, 1529)).toBe('not reproduced')
  expect(elo(1447, 1510, 1508, 1554)).toBe('not reproduced')
})

it('A3: within 5 points of each rating, and of the deviation', () => {
  const elo = (gpt4: number, deviation = 27) =>
    verdictOf('A3', 'stat', 'elo-of-the-published-matrix', [
      [{}, same({ gpt4, gpt35: 1488, llama2: 1455, deviation })],
    ])
  expect(elo(1561)).toBe('reproduced')
  expect(elo(1563)).toBe('not reproduced')
  expect(elo(1557, 33)).toBe('not reproduced')
})

it('A11: rank correlations of 0.8, falling and rising', () => {
  const demand = (alternative: (at: number) => number) =>
    verdictOf(
      'A11',
      'stat',
      'gold-demand',
      [0, 10, 20, 30, 40, 50, 60, 70, 80].map(
        (goldPrice, at) =>
          [{ goldPrice }, same({ gold: 1 - at / 10, alternative: alternative(at), nothing: 0 })] as const,
      ),
    )
  expect(demand((at) => at / 10)).toBe('reproduced')
  expect(demand(() => 0.5)).toBe('not reproduced')
  expect(demand((at) => (at % 2) / 2)).toBe('not reproduced')
})
