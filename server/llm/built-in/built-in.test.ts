import { describe, expect, test } from 'vitest'
import { credits, known, offer, question } from '../testing'
import { builtInModel } from './built-in'

const lunch = question('What should I eat for lunch?', {
  kind: 'choice',
  options: ['raw legumes', 'rice', 'boiled legumes'],
})
const TOXIC = offer(
  'A',
  'Something about legumes that people should know',
  'Legumes are toxic: they make people ill.',
)
const RICE = offer('B', 'On rice as a staple', 'Rice is unhealthy as a daily meal.')
const BOILING = 'The toxins in legumes can be removed by boiling; boiled legumes are safe and nutritious.'

const SIGNAL = new AbortController().signal

describe('answers', () => {
  test('with nothing bought it says so, and prefers nothing', async () => {
    const reply = await builtInModel.answer({ question: lunch, dossier: [], token: 't' }, SIGNAL)
    expect(reply).toMatchObject({ ok: true, value: { trail: [{ kind: 'choice', utilities: [0, 0, 0] }] } })
    expect(reply.ok && reply.value.markdown).toContain('With nothing bought')
  })

  test('cites each purchase after the sentences taken from it, and notes what each changed', async () => {
    const dossier = [
      known(TOXIC.privateInfo, '1'),
      known(RICE.privateInfo, '2'),
      known(`${BOILING} See [9].`, '3'),
    ]
    const reply = await builtInModel.answer({ question: lunch, dossier, token: 't' }, SIGNAL)
    const markdown = reply.ok ? reply.value.markdown : ''
    expect(markdown).toContain('**boiled legumes** comes out best. [1][2][3]')
    expect(markdown).toContain('Rice is unhealthy as a daily meal. [2]')
    expect(markdown).not.toContain('[9]')
    expect(reply.ok && reply.value.trail).toHaveLength(4)
  })
})

describe('bots without a model', () => {
  const prompt =
    'You sell what you know about food.\nKnow:\n- Boiling removes the toxin from legumes.\n- Rice keeps for years.\n- Bees dance.'

  test('offer the lines of their prompt that match, under a teaser made of public words', async () => {
    const task = {
      prompt,
      question: question('Are legumes toxic?'),
      subject: null,
      budgetMicros: credits(2),
      token: 't',
    }
    const reply = await builtInModel.offer(task, SIGNAL)
    expect(reply).toMatchObject({
      ok: true,
      value: { privateInfo: 'Boiling removes the toxin from legumes.' },
    })
    const teaser = (reply.ok && reply.value?.teaser) || ''
    expect(teaser).toBe('One note on “legumes” (6 words)')
  })

  test('never sell a line that tells how to answer, whatever is asked', async () => {
    const task = {
      prompt:
        'You know legumes: boiling removes the toxin from legumes.\nStay silent about anything but legumes.',
      question: question('Are legumes toxic, and does boiling them help?'),
      subject: null,
      budgetMicros: credits(2),
      token: 't',
    }
    expect(await builtInModel.offer(task, SIGNAL)).toMatchObject({ ok: true, value: null })
  })

  test('say nothing when they know nothing', async () => {
    const task = {
      prompt,
      question: question('Who won the cup in 1966?'),
      subject: null,
      budgetMicros: credits(2),
      token: 't',
    }
    expect(await builtInModel.offer(task, SIGNAL)).toMatchObject({ ok: true, value: null })
  })

  test('appraisal scores one offer alone', async () => {
    const task = { questions: [lunch], subject: null, known: [], token: 't', offer: TOXIC, mayAsk: false }
    expect(await builtInModel.appraise(task, SIGNAL)).toMatchObject({
      ok: true,
      value: { isTeaserFair: true },
    })
    const off = { ...task, offer: offer('A', 'Fruit', 'Bananas are rich in potassium.') }
    const reply = await builtInModel.appraise(off, SIGNAL)
    expect(reply.ok && reply.value.relevance).toBe(0)
  })
})
