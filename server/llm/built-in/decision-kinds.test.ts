import { describe, expect, test } from 'vitest'
import type { DecisionText, PageText, QuestionText } from '../model'
import { recommendPrompt } from '../prompts'
import { recommendationForm } from '../replies'
import { known, question } from '../testing'
import { builtInModel } from './built-in'
import { needsMet } from './needs'

const SIGNAL = new AbortController().signal
const FORECAST: DecisionText = {
  kind: 'forecast',
  event: 'The Lindow bridge is open to lorries on 1 March.',
  closesAt: new Date('2027-02-01T12:00:00Z'),
  resolvesAt: new Date('2027-03-01T12:00:00Z'),
  source: 'The county',
}
const BUY: DecisionText = {
  kind: 'buy',
  product: 'https://shop.example/kettle',
  price: '€ 49.90',
  needs: 'boils a litre quickly\nquiet enough for an office',
}

async function said(asked: QuestionText, ...texts: string[]) {
  const dossier = texts.map((text, index) => known(text, String(index + 1)))
  const task = { question: asked, dossier, token: 't' }
  const [recommended, reply] = [
    await builtInModel.recommend(task, SIGNAL),
    await builtInModel.answer(task, SIGNAL),
  ]
  if (!recommended.ok || !reply.ok) throw new Error('It never fails')
  return { recommended: recommended.value, markdown: reply.value.markdown }
}

describe('a forecast', () => {
  const asked = question('Will the bridge be open?', FORECAST)

  test('gets no probability of words, which carry none, and it is said so', async () => {
    const { recommended, markdown } = await said(
      asked,
      'The Lindow bridge will be open to lorries in March: the work is done.',
      'The Lindow bridge is not open to lorries before summer.',
    )
    expect(recommended).toEqual({ kind: 'open' })
    expect(markdown).toContain('**How likely it is, words cannot tell.**')
    expect(markdown).not.toMatch(/\d %/)
  })

  test('is put to a model with its dates, for a probability alone', () => {
    const task = { question: asked, dossier: [], token: 't' }
    const { system, user } = recommendPrompt(task)
    expect(system).toContain('scored by the logarithm')
    expect(user).toContain('"resolvesAt": "2027-03-01T12:00:00.000Z"')
    const form = recommendationForm(task)
    expect(form.read({ probability: '0.7' })).toEqual({
      ok: true,
      value: { kind: 'belief', probability: 0.7 },
    })
    expect(form.read({ probability: 70 }).ok).toBe(false)
  })
})

describe('a claim', () => {
  const form = recommendationForm({
    question: question('Is it so?', { kind: 'belief', claim: 'It is so.' }),
    dossier: [],
    token: 't',
  })

  test('gets a word beside its probability; a word that cannot be read is none', () => {
    expect(form.read({ verdict: 'Misleading', probability: 0.4 })).toEqual({
      ok: true,
      value: { kind: 'belief', verdict: 'misleading', probability: 0.4 },
    })
    expect(form.read({ verdict: 'half-true', probability: 0.4 })).toMatchObject({
      ok: true,
      value: { verdict: null, probability: 0.4 },
    })
    expect(form.read({ verdict: 'true' }).ok).toBe(false)
  })
})

describe('buy or not', () => {
  const page: PageText = {
    handle: 'P1',
    url: 'https://shop.example/kettle',
    title: 'Kettle',
    passages: ['The kettle boils a litre quickly, in three minutes.'],
    isWhole: true,
    notRead: null,
    product: {
      name: 'Lindow kettle',
      brand: null,
      description: null,
      price: '49.90',
      currency: 'EUR',
      availability: 'InStock',
      rating: null,
    },
  }
  const asked = { ...question('Should I buy this kettle?', BUY), pages: [page.url], read: [page] }

  test('puts each need beside the sentence with its words, of what was bought first', () => {
    expect(needsMet(asked, [])).toEqual([
      {
        need: 'boils a litre quickly',
        said: { sentence: expect.stringContaining('three minutes'), handle: 'P1' },
      },
      { need: 'quiet enough for an office', said: null },
    ])
    const bought = known('In an office it is not quiet: 78 decibels.', '1')
    expect(needsMet(asked, [bought])[1]?.said).toEqual({ sentence: bought.privateInfo, handle: '1' })
  })

  test('says that words cannot tell whether a need is met, and never that it is', async () => {
    const { recommended, markdown } = await said(asked, 'The kettle is bad: it leaks and is dangerous.')
    expect(recommended.kind).toBe('choice')
    expect(markdown).toContain(
      '**quiet enough for an office**: nothing that was bought or read has these words.',
    )
    expect(markdown).toContain('**Whether a need is met, words cannot tell.**')
  })

  test('is put to a model for two utilities', () => {
    const form = recommendationForm({ question: asked, dossier: [], token: 't' })
    expect(form.read({ utilities: [3, -1] })).toEqual({
      ok: true,
      value: { kind: 'choice', utilities: [3, -1] },
    })
    expect(form.read({ utilities: [3] }).ok).toBe(false)
    expect(recommendPrompt({ question: asked, dossier: [], token: 't' }).user).toContain('"price": "49.90"')
  })
})
