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
    expect(await builtInModel.recommend({ question: lunch, dossier: [], token: 't' }, SIGNAL)).toMatchObject({
      ok: true,
      value: { kind: 'choice', utilities: [0, 0, 0] },
    })
    expect(reply.ok && reply.value.markdown).toContain('With nothing bought')
  })

  test('quotes each purchase, and says of which offer the extract is', async () => {
    const dossier = [
      known(TOXIC.privateInfo, '1'),
      known(RICE.privateInfo, '2'),
      known(`${BOILING} See [9].`, '3'),
    ]
    const reply = await builtInModel.answer({ question: lunch, dossier, token: 't' }, SIGNAL)
    const markdown = reply.ok ? reply.value.markdown : ''
    expect(markdown).toContain('By these words **boiled legumes** stands best.')
    expect(markdown).toContain('Source [2] says: “Rice is unhealthy as a daily meal.”')
    // Every sentence of a seller's stands in quotation marks.
    expect(markdown.replace(/“[^”]*”/g, '')).not.toMatch(/unhealthy|toxic|nutritious/)
    expect(markdown).not.toContain('[9]')
  })
})

describe('what was bought to check an offer', () => {
  test('comes after what answers the question itself, however close its words are', async () => {
    const asked = question('How do I rebuild an index without stopping writes?')
    const check = {
      ...known('How to rebuild an index without stopping writes is documented on the page for REINDEX.', '1'),
      answers: { question: null, kind: 'source' as const, about: ['2'] },
    }
    const dossier = [check, known('Run REINDEX INDEX CONCURRENTLY.', '2')]
    const reply = await builtInModel.answer({ question: asked, dossier, token: 't' }, SIGNAL)
    const markdown = reply.ok ? reply.value.markdown : ''
    expect(markdown).toMatch(/^Source \[2\] says: “Run/)
    expect(markdown).toContain('Source [1] says')
  })
})

describe('the built-in answer to a choice', () => {
  const route = question('Which way to the station?', {
    kind: 'choice',
    options: ['the tunnel', 'the footbridge'],
  })
  const answer = async (...texts: string[]) => {
    const dossier = texts.map((text, index) => known(text, String(index + 1)))
    const reply = await builtInModel.answer({ question: route, dossier, token: 't' }, SIGNAL)
    if (!reply.ok) throw new Error(reply.failure)
    return reply.value.markdown
  }

  test('counts for each option the texts that speak for it and against it, and says what counts cannot', async () => {
    const markdown = await answer(
      'The tunnel is safe and quick.',
      'The tunnel is dangerous at night.',
      'The footbridge is unsafe: its planks are rotten.',
    )
    expect(markdown).toContain(
      '**the tunnel**: 1 text seems to speak for it [1], 1 text seems to speak against it [2]; ' +
        '**the footbridge**: 1 text seems to speak against it [3].',
    )
    expect(markdown).toContain('**Which is best, words cannot tell.**')
    expect(markdown).toContain('Matched by words, not understood.')
    expect(markdown).not.toMatch(/\d ?%|comes out/)
  })

  test('of texts that name no option says that they do, and prefers none', async () => {
    const markdown = await answer('Bananas came to Europe with the railways.')
    expect(markdown).toContain('What was bought speaks of none of the options.')
    expect(markdown).not.toContain('stands best')
  })
})

describe('the built-in answer to a claim', () => {
  const claim = question('Is the bridge safe?', {
    kind: 'belief',
    claim: 'The mill bridge is safe for lorries.',
  })
  const answer = async (...texts: string[]) => {
    const dossier = texts.map((text, index) => known(text, String(index + 1)))
    const reply = await builtInModel.answer({ question: claim, dossier, token: 't' }, SIGNAL)
    if (!reply.ok) throw new Error(reply.failure)
    return reply.value.markdown
  }

  test('counts what speaks for and against, and gives no probability: words alone carry none', async () => {
    const markdown = await answer(
      'The mill bridge is safe for lorries since the repair.',
      'The mill bridge is dangerous for lorries: two piers are cracked.',
    )
    expect(markdown).toContain('1 text seems to speak for it [1], 1 text seems to speak against it [2].')
    expect(markdown).toContain('They disagree.')
    expect(markdown).toContain('words cannot tell')
    expect(markdown).toContain('Matched by words, not understood.')
    expect(markdown).not.toMatch(/\d ?%|probabl/)
    const task = { question: claim, dossier: [known('The mill bridge is safe.')], token: 't' }
    expect(await builtInModel.recommend(task, SIGNAL)).toMatchObject({ ok: true, value: { kind: 'open' } })
  })

  test('puts what is closest to the question first, and cuts no sentence at an abbreviation', async () => {
    const markdown = await answer(
      'Bananas came to Europe with the railways, as Miller et al. tell in no. 4 of their series.',
      'The mill bridge is safe for lorries since the repair.',
    )
    expect(markdown.indexOf('mill bridge is safe')).toBeLessThan(markdown.indexOf('Bananas'))
    expect(markdown).toContain('as Miller et al. tell in no. 4 of their series.”')
  })
})

describe('the built-in answer beside a page', () => {
  const claim = question('Does the bridge carry lorries?', {
    kind: 'belief',
    claim: 'The bridge at Lindow carries 5 tonnes.',
  })
  const answer = async (...passages: string[]) => {
    const page = {
      handle: 'P1',
      url: 'https://b.example',
      title: 'B',
      passages,
      isWhole: true,
      notRead: null,
    }
    const task = { question: { ...claim, read: [page] }, dossier: [], token: 't' }
    const reply = await builtInModel.answer(task, SIGNAL)
    return reply.ok ? reply.value.markdown : ''
  }

  test.each([
    [
      'names another figure',
      'The bridge at Lindow carries at most 3.5 tonnes.',
      '**The page seems to say otherwise**',
    ],
    ['denies it', 'The bridge at Lindow does not carry 5 tonnes.', '**The page seems to say otherwise**'],
    ['says it', 'The bridge at Lindow carries 5 tonnes on its new deck.', 'The page seems to say so too'],
    ['lacks the figure', 'The bridge at Lindow carries lorries of all tonnes.', 'The page says:'],
    ['is of something else', 'The bridge at Lindow is not painted, and carries a clock.', 'The page says:'],
  ])('says of a page that %s no more than it tells', async (_, passage, says) => {
    expect(await answer('A keeper lives in the tower.', passage)).toContain(says)
  })
})

describe('where a purchase is from', () => {
  test('is no fact of the answer', async () => {
    const task = {
      question: question('How long does a soft boiled egg take?'),
      dossier: [
        known(
          'Six minutes make a soft boiled egg.\n\nSource: an old book on boiled eggs\n\nSource: Kitchen questions › Boiling an egg',
        ),
      ],
      token: 't',
    }
    const reply = await builtInModel.answer(task, SIGNAL)
    expect(reply.ok && reply.value.markdown).toContain(
      'Source [1] says: “Six minutes make a soft boiled egg.”',
    )
    expect(reply.ok && reply.value.markdown).not.toMatch(/Source:|old book|Kitchen/)
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
