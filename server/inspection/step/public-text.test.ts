import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { termsOf } from '../../shared/words'
import { extractInWords, nearlyTheSameInWords } from '../../words/extracts'
import { publicTextOf, repeatsKept, type Source } from './public-text'

const QUESTION = 'Is the bridge at Lindow safe to cross?'
const OPEN: Source = {
  number: 1,
  isQuotable: true,
  text: 'The deck was renewed in spring. Lorries crossed it.',
}
const KEPT: Source = {
  number: 2,
  isQuotable: false,
  text: 'Ockham measured a crack of 17 millimetres in the east pier.',
}
const NOTE = '_Matched by words, not understood._'

const published = (markdown: string, sources: readonly Source[] = [OPEN, KEPT]) =>
  publicTextOf({ markdown, sources, publicTexts: [QUESTION], notes: [NOTE] })

describe('a published answer', () => {
  it('stands as it was written while all of its sources may be quoted', () => {
    const markdown = '# So it is\n\nThe deck was **renewed** [1]. It is safe.'
    expect(published(markdown, [OPEN])).toEqual({
      markdown,
      lead: 'The deck was renewed.',
      withheld: 0,
      quoted: [1],
    })
  })

  it('has the sentences that cite what may be quoted, and counts the others', () => {
    const markdown = `The deck was renewed in spring. [1] A crack was found. [2] The bridge is safe.\n\n${NOTE}`
    expect(published(markdown)).toEqual({
      markdown: `The deck was renewed in spring. [1]\n\n${NOTE}`,
      lead: 'The deck was renewed in spring.',
      withheld: 2,
      quoted: [1],
    })
  })

  it('keeps extracts of what may be quoted, though a kept source has the words that introduce them', () => {
    const kept = { ...KEPT, text: 'Ockham says that his offer of a new pier stands.' }
    const extracts = ['The deck was renewed in spring.', 'Lorries crossed it.'].map((text) =>
      extractInWords(['1'], text),
    )
    const markdown = [...extracts, extractInWords(['2'], 'Ockham says so.')].join('\n\n')
    expect(published(markdown, [OPEN, kept])).toMatchObject({
      markdown: extracts.join('\n\n'),
      lead: '“The deck was renewed in spring.”',
      withheld: 1,
    })
  })

  it('keeps what it may of an extract, and shows where something is left out', () => {
    const open = {
      ...OPEN,
      text: 'The deck was renewed in spring. It has a crack. It has a rail. Lorries crossed it.',
    }
    const extract = extractInWords(['1'], `… ${open.text} …`)
    expect(published(extract, [open])).toMatchObject({ markdown: extract, withheld: 0 })
    const kept = { ...KEPT, text: 'A crack beside the rail.' }
    expect(
      published(extract, [{ ...open, text: 'The deck was renewed in spring. Lorries crossed it.' }, kept]),
    ).toEqual({
      markdown: 'Source [1] says: “… The deck was renewed in spring. … Lorries crossed it. …”',
      lead: '“… The deck was renewed in spring.”',
      withheld: 2,
      quoted: [1],
    })
    expect(published(extractInWords(['1', '2'], 'The deck was renewed.')).markdown).toBe('')
    expect(
      published(`${extractInWords(['1'], 'Lorries crossed it.')}\n\n${nearlyTheSameInWords(['2'])}`),
    ).toMatchObject({
      markdown: 'Source [1] says: “Lorries crossed it.”',
      withheld: 1,
    })
  })

  it('keeps its points and numbers', () => {
    const markdown = '1. Lorries crossed it [1].\n2. A crack was found [2].\n3. The deck was renewed [1].'
    expect(published(markdown).markdown).toBe('1. Lorries crossed it [1].\n3. The deck was renewed [1].')
  })

  it.each([
    ['cites both', 'The deck was renewed [1][2].'],
    ['cites nothing', 'The deck was renewed.'],
    ['cites what is not there', 'The deck was renewed [1][7].'],
    ['cites in a way that is not read', 'The deck was renewed [1, 2].'],
    ['says in other words what only the other says', 'Renewed, though a pier is cracked [1].'],
    ['has its number', 'Renewed, 17 [1].'],
    ['hides it in base64', `Renewed ${Buffer.from('Ockham measured a crack').toString('base64')} [1].`],
    ['spells it out', 'Renewed, O c k h a m [1].'],
    ['hides its name in character references', `Renewed &#79;&#x63;k&hopf;am [1].`],
    ['has any character reference', 'Renewed &amp; painted [1].'],
    ['hides its name in emphasis', 'Renewed by Oc**kh**am [1].'],
    ['hides its name in strokes', 'Renewed by Oc~~kh~~am [1].'],
    ['hides its name behind escapes', 'Renewed by Ock\\-ham [1].'],
    ['has its name in pieces', 'Renewed by Ock-ham [1].'],
    ['has its name in pieces that look like one word', 'Renewed by ock_ham [1].'],
    ['has its name with a soft hyphen', 'Renewed by Ock\u00adham [1].'],
    ['has its name in the midst of another', 'Renewed by lorries-Ockhams [1].'],
    ['has its name in letters that look alike', 'Renewed by Oсkham [1].'],
    ['is in letters of another script', 'Renewed, оскам [1].'],
    ['is a picture', '![Renewed](https://a.example/east-pier.png) [1]'],
    ['is a link', '[Renewed](https://a.example/?q=pier) [1]'],
    ['has a link’s title', '[Renewed](/ "east pier") [1]'],
    [
      'is a reference',
      'Renewed [1].\n\n[1]: https://a.example/pier "east pier"'.replace('Renewed [1].', 'Safe?'),
    ],
    ['is HTML', '<img alt="east pier" src=x> Renewed [1].'],
    ['is code', '```\nRenewed [1].\n```'],
    ['is indented code', '    Renewed [1].'],
    ['is a heading', '# Renewed [1]'],
    ['is a row of a table', '| Renewed [1] |'],
    ['is a quotation', '> Renewed [1]'],
    ['counts its points by it', '17. Renewed [1].'],
  ])('leaves out a sentence that %s', (_how, markdown) => {
    expect(published(markdown)).toMatchObject({ markdown: '', lead: '' })
  })

  it('leaves out what only all sentences together spell', () => {
    const word = 'lintels'
    const kept: Source = { number: 2, isQuotable: false, text: `They sell L${word.slice(1)} there.` }
    const open: Source = { number: 1, isQuotable: true, text: 'lorry ice nine tea east left sun' }
    const markdown = [...'lintels'].map(
      (letter) => `${open.text.split(' ').find((one) => one.startsWith(letter))} [1].`,
    )
    expect(published(markdown.join(' '), [open, kept]).markdown.split(' ').length).toBeLessThan(14)
  })

  it('counts a source as kept that repeats one that is, whoever bought it first', () => {
    const copy: Source = { number: 1, isQuotable: true, text: `As I hear: ${KEPT.text}` }
    expect(published('Ockham measured a crack [1].', [copy, KEPT])).toMatchObject({
      markdown: '',
      quoted: [],
    })
  })

  it('knows a question that was edited to say what is kept', () => {
    const beside = { sources: [OPEN, KEPT], publicTexts: [QUESTION] }
    expect(repeatsKept(QUESTION, beside)).toBe(false)
    for (const said of [
      'a crack of 17 millimetres',
      'O**ckha**m',
      'O<b></b>ckham',
      'O<!-- x -->ckham',
      '&#79;ckham',
    ])
      expect(repeatsKept(`Is the bridge safe? ${said}`, beside), said).toBe(true)
  })
})

/** Words of three kinds that share none: public ones, those of sources that may be quoted, and those of sources that are kept. */
const words = (first: string) =>
  fc.array(fc.stringMatching(new RegExp(`^${first}[aou][lmnrt][aou][vz]$`)), { minLength: 3, maxLength: 12 })
const sourceOf = (isQuotable: boolean) =>
  words(isQuotable ? '[bcd]' : '[fgh]').map((own) => ({ isQuotable, text: own.join(' ') }))
const worlds = fc
  .record({
    question: words('[jkp]'),
    sources: fc.array(fc.boolean().chain(sourceOf), { minLength: 1, maxLength: 5 }),
  })
  .map(({ question, sources }) => ({
    question: question.join(' '),
    sources: sources.map((source, index): Source => ({ ...source, number: index + 1 })),
  }))

/** Whatever a model might make of them: any words, citing anything, in any form of Markdown. */
const answerTo = ({ question, sources }: { question: string; sources: Source[] }) => {
  const all = [question, ...sources.map(({ text }) => text)].join(' ').split(' ')
  const sentence = fc
    .record({
      said: fc.array(fc.constantFrom(...all), { minLength: 1, maxLength: 6 }),
      cites: fc.array(fc.integer({ min: 1, max: sources.length + 1 }), { maxLength: 3 }),
      isAfter: fc.boolean(),
    })
    .map(({ said, cites, isAfter }) => {
      const cited = cites.map((number) => `[${number}]`).join('')
      return isAfter ? `${said.join(' ')}. ${cited}` : `${said.join(' ')} ${cited}.`
    })
  const form = fc.constantFrom('', '- ', '1. ', '# ', '> ', '| ', '    ', '![', '**', 'Source [1] says: “')
  const line = fc.tuple(form, fc.array(sentence, { minLength: 1, maxLength: 3 }))
  return fc
    .array(line, { minLength: 1, maxLength: 6 })
    .map((lines) =>
      lines.map(([mark, said]) => `${mark}${said.join(' ')}${mark.endsWith('“') ? '”' : ''}`).join('\n\n'),
    )
}

describe('any answer, of any sources, under any licences', () => {
  const cases = worlds.chain((world) => fc.tuple(fc.constant(world), answerTo(world)))

  it('never says a word that only a kept source has', () => {
    let said = 0
    fc.assert(
      fc.property(cases, ([{ question, sources }, markdown]) => {
        const text = publicTextOf({ markdown, sources, publicTexts: [question], notes: [] })
        const open = new Set(
          termsOf([question, ...sources.filter((one) => one.isQuotable).map((one) => one.text)].join(' ')),
        )
        const kept = termsOf(
          sources
            .filter((one) => !one.isQuotable)
            .map((one) => one.text)
            .join(' '),
        )
        const shown = new Set(termsOf(`${text.markdown} ${text.lead}`))
        expect(kept.filter((word) => !open.has(word) && shown.has(word))).toEqual([])
        const numbers = sources.filter((one) => !one.isQuotable).map(({ number }) => number)
        expect(numbers.filter((number) => text.markdown.includes(`[${number}]`))).toEqual([])
        expect(text.quoted.filter((number) => numbers.includes(number))).toEqual([])
        if (text.markdown !== '' && numbers.length > 0) said += 1
      }),
      { numRuns: 500 },
    )
    // What would break: a rule that publishes nothing keeps every secret.
    expect(said).toBeGreaterThan(10)
  })

  it('is the same for a stricter licence with no more words, and with all of them when everything may be quoted', () => {
    fc.assert(
      fc.property(cases, ([{ question, sources }, markdown]) => {
        const under = (licensed: readonly Source[]) =>
          publicTextOf({ markdown, sources: licensed, publicTexts: [question], notes: [] })
        expect(under(sources.map((one) => ({ ...one, isQuotable: true }))).markdown).toBe(markdown)
        const stricter = sources.map((one) => ({ ...one, isQuotable: false }))
        expect(under(stricter)).toMatchObject({ markdown: '', lead: '', quoted: [] })
      }),
      { numRuns: 200 },
    )
  })
})
