import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { figureText, intervalText, publishedText } from '@/app/lab/lab-words'
import { readRecorded } from '@/app/lab/recorded-files'
import { experimentNamed, experiments } from '@/server/lab/experiments'
import { factsOf } from './facts'
import { ResultView } from './result-view'
import { RunHere } from './run-here'

/** What a page has without JavaScript: every number of its charts, and every figure that stands beside them. */

async function pageOf(name: string) {
  const experiment = experimentNamed(name)
  const recorded = await readRecorded(name)
  const facts = factsOf(experiment)
  const points = recorded?.points ?? []
  const html = renderToStaticMarkup(<ResultView facts={facts} points={points} label={experiment.title} />)
  const rows = [...html.matchAll(/<tr[\s>].*?<\/tr>/gs)].map(([row]) =>
    row
      .replace(/<[^>]*>/g, ' ')
      .replaceAll('&#x27;', "'")
      .replaceAll('&amp;', '&')
      .replace(/\s+/g, ' '),
  )
  return { facts, points, html, rows }
}

describe.each(experiments.filter(({ needsModel }) => !needsModel).map(({ name }) => [name] as const))(
  '/lab/%s',
  (name) => {
    it('has every figure at every point in a table', async () => {
      const { facts, points, rows } = await pageOf(name)
      expect(points.length).toBeGreaterThan(0)
      for (const { metrics } of points) {
        const cells = Object.entries(metrics).map(([metric, { mean, low, high }]) => {
          const unit = facts.metrics[metric]?.unit
          return `${figureText(mean, unit)} ${intervalText(low, high, unit)}`.trim()
        })
        const isWhole = (row: string) => cells.every((cell) => row.includes(cell))
        const isSpread = cells.every((cell) => rows.some((row) => row.includes(cell)))
        expect(points.length === 1 ? isSpread : rows.some(isWhole), cells.join(' | ')).toBe(true)
      }
    })

    it('has every figure from elsewhere in a table, with who ran it', async () => {
      const { facts, rows } = await pageOf(name)
      for (const { metric, value, by, source } of facts.published) {
        const text = publishedText(value, facts.metrics[metric]?.unit)
        expect(
          rows.some((row) => [text, by, source].every((part) => row.includes(part))),
          `${metric} ${text} ${by} ${source}`,
        ).toBe(true)
      }
    })
  },
)

it('a run cannot be started before the page’s program is there', () => {
  const html = renderToStaticMarkup(<RunHere facts={factsOf(experimentNamed('crash'))} />)
  const [button = ''] = /<button[^>]*type="submit"[^>]*>/.exec(html) ?? []
  expect(button).toMatch(/ disabled=""/)
  expect(html).toMatch(/<form[^>]* inert=""/)
})

describe('figures of language models', () => {
  it.each([
    ['crash', 'crash-with-model', /53 % Gemini 3 Flash ?, with a language model, AB Fig 3/],
    ['crash-firms-see', 'crash-with-model', /47 % Gemini 3 Flash ?, with a language model, AB exp5/],
    [
      'lemon-market',
      'lemon-with-model',
      /6\.2 % Gemini 3 Flash ; .* Sonnet 4\.6 , with a language model, AB Fig 4/,
    ],
  ])('stand beside those of %s, with a word that they are', async (name, twin, cell) => {
    const { facts, rows } = await pageOf(name)
    expect(facts.withModel?.name).toBe(twin)
    expect(rows.some((row) => cell.test(row))).toBe(true)
    expect(facts.published.filter(({ isOfModel }) => isOfModel).length).toBeGreaterThan(5)
  })

  it('are there once, where both experiments name them', () => {
    const { published } = factsOf(experimentNamed('crash-people'))
    expect(published).toHaveLength(18)
    expect(published.every(({ isOfModel }) => isOfModel)).toBe(true)
  })
})
