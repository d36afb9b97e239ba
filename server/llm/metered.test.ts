import { expect, it } from 'vitest'
import { builtInModel } from './built-in/built-in'
import { offeredNames } from './directory'
import { type Account, expectedTokens, metered } from './metered'
import type { AnswerTask, Model, Usage } from './model'
import type { Payer } from './payer'
import { known } from './testing'
import { REPLY_TOKENS_MAX } from './usage'

const TASK: AnswerTask = {
  question: { title: 'Which pan lasts longest?', body: '', decision: { kind: 'open' }, pages: [] },
  dossier: [known('Cast iron lasts.')],
  token: 'tok',
}
const USAGE: Usage = { calls: 1, promptTokens: 900, completionTokens: 100 }
const PAYER: Payer = { kind: 'tree', rootId: 'bc_1' }

/** A model that counts its calls, and an account that lets the first `calls` of them through. */
function scene(calls: number) {
  const seen: string[] = []
  const site: Model = {
    ...builtInModel,
    name: 'a paid model',
    async answer() {
      seen.push('called')
      return { ok: true, value: { markdown: 'Paid for.' }, usage: USAGE }
    },
  }
  const account: Account = {
    async reserve(_, { promptTokens, completionTokens }) {
      if (seen.filter((what) => what === 'called').length >= calls) return null
      seen.push(`reserved ${promptTokens} and ${completionTokens}`)
      return {
        settle: async (usage) => void seen.push(`used ${usage.promptTokens + usage.completionTokens}`),
      }
    },
    fellBack: async () => void seen.push('fell back'),
  }
  return { seen, models: metered({ site, builtIn: builtInModel, isSiteBuiltIn: false }, account) }
}

it('counts a call before and after it, on behalf of who pays', async () => {
  const { seen, models } = scene(1)
  const result = await models.paidBy(PAYER).answer(TASK, AbortSignal.timeout(1_000))
  expect(result).toMatchObject({ ok: true, value: { markdown: 'Paid for.' } })
  expect(result).not.toHaveProperty('by')
  expect(seen).toEqual([
    `reserved ${expectedTokens(TASK, REPLY_TOKENS_MAX).promptTokens} and ${REPLY_TOKENS_MAX}`,
    'called',
    'used 1000',
  ])
})

it('has the built-in one answer beyond a ceiling, and says that it did', async () => {
  const { seen, models } = scene(0)
  const result = await models.paidBy(PAYER).answer(TASK, AbortSignal.timeout(1_000))
  expect(result).toMatchObject({ ok: true, by: builtInModel.name })
  expect(seen).toEqual(['fell back'])
})

it('counts each model by its name, and asks the usual one for a model that is offered no longer', async () => {
  const asked: string[] = []
  const named = (name: string): Model => ({ ...builtInModel, name })
  const account: Account = {
    reserve: async (_, __, model) => {
      asked.push(model)
      return { settle: async () => undefined }
    },
    fellBack: async () => undefined,
  }
  const models = metered(
    { site: named('usual'), others: [named('other')], builtIn: builtInModel, isSiteBuiltIn: false },
    account,
  )
  expect([null, 'other', 'gone'].map((name) => models.paidBy(PAYER, name).name)).toEqual([
    'usual',
    'other',
    'usual',
  ])
  await models.paidBy(PAYER, 'other').answer(TASK, AbortSignal.timeout(1_000))
  expect(asked).toEqual(['other'])
  expect(offeredNames(models)).toEqual(['usual', 'other'])
})
