import { describe, expect, it } from 'vitest'
import type { Chat } from '@/server/llm/chat'
import { experimentNamed } from '../../experiments'
import { runHere } from '../../grid'
import { informationBazaarExperiments } from '../experiments'
import { informationBazaarRows } from '../rows'

/**
 * The experiments that need a model, on prepared replies: an agent that buys whatever is first, and an evaluator that likes the
 * longer answer. What a real model does is for whoever has one; that its replies come to figures is held here.
 */

const ANSWER = '<answer>An answer that is put together from what was bought.</answer>'

function replyTo(text: string): string {
  if (text.includes('three keywords')) return 'beans, chain, index'
  if (text.includes('Rephrase the passage')) return text.slice(text.lastIndexOf('\n') + 1)
  const graded = /student A: ([\s\S]*?)\n\nAnswer from student B: ([\s\S]*?)\n\nGold/.exec(text)
  if (graded) {
    const [, a = '', b = ''] = graded
    return `VERDICT: Better answer from student ${a.length >= b.length ? 'A' : 'B'}`
  }
  if (text.includes('WILLING TO PAY:')) return 'WILLING TO PAY:\nOption 1: $10 - $20\nOption 2: Pass'
  if (text.includes('VERDICT:')) return 'They agree.\nVERDICT:\nOption 1: Buy\nOption 2: Pass\nOption 3: Pass'
  return text.includes('FOLLOW-UP') ? 'Nothing is missing.' : ANSWER
}

const chat: Chat = {
  name: 'prepared replies',
  complete: async ({ messages }) => ({
    ok: true,
    value: replyTo(messages.map(({ content }) => content).join('\n')),
    usage: { calls: 1, promptTokens: 1, completionTokens: 1 },
  }),
}
const tools = { chat, signal: new AbortController().signal }

const needModel = informationBazaarExperiments.filter((experiment) => experiment.needsModel)

describe('experiments with a model', () => {
  it.each(needModel.map((experiment) => [experiment.name, experiment] as const))(
    '%s comes to figures',
    async (_, one) => {
      const result = await runHere(one, { seeds: [0, 7] }, tools)
      for (const { runs } of result.points) {
        expect(runs.map(({ metrics }) => Object.keys(metrics).length > 0)).toEqual([true, true])
      }
      const [point] = result.points
      expect(Object.keys(point?.runs[0]?.metrics ?? {}).sort()).toEqual(Object.keys(one.metrics).sort())
    },
  )

  it('have no figure when the model fails', async () => {
    const failing: Chat = {
      name: 'down',
      complete: async () => ({
        ok: false,
        failure: 'unavailable',
        isTransient: true,
        usage: { calls: 1, promptTokens: 0, completionTokens: 0 },
      }),
    }
    for (const one of needModel) {
      await expect(runHere(one, { seeds: [0] }, { ...tools, chat: failing })).rejects.toThrow(
        'did not answer',
      )
    }
  })
})

/** What an agent that looks at places and an evaluator that looks at lengths must come to. */
const EXPECTED: Readonly<Record<string, string>> = {
  A9: 'not determined',
  A10: 'not reproduced',
  A11: 'not reproduced',
  A12: 'not reproduced',
  A13: 'reproduced',
  A14: 'not reproduced',
  A15: 'not reproduced',
  A16: 'not determined',
  A17: 'not determined',
  F2: 'not determined',
}

describe('rows for a model', () => {
  const rows = informationBazaarRows.filter(({ kind }) => kind === 'llm')

  it.each(rows.map((row) => [row.id, row] as const))('%s is judged by its runs', async (id, row) => {
    const results = []
    for (const { experiment, set } of row.runs ?? []) {
      results.push(await runHere(experimentNamed(experiment), { set, seeds: [0, 1, 2] }, tools))
    }
    const finding = row.judge(results)
    expect(finding.verdict, finding.why).toBe(EXPECTED[id])
    expect(finding.ours.length).toBeGreaterThan(0)
    for (const { ours } of finding.ours) expect(Number.isFinite(ours)).toBe(true)
  })
})
