import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordsOf } from '@/server/shared/words'
import { readExtract } from '@/server/words/extracts'
import type { KnownInfo } from '../model'
import { checked, known, question } from '../testing'
import { answerBuiltIn } from './answer'

const asked = question('How do I mend a garden hose?')
const answer = (...texts: string[]) =>
  answerBuiltIn({
    question: asked,
    dossier: texts.map((text, place) => known(text, String(place + 1))),
    token: 't',
  }).markdown.split('\n\n')
const BY_WORDS = '_Matched by words, not understood._'

describe('an answer made of extracts', () => {
  it('quotes a short text whole, with the remedy that shares no word with the question', () => {
    const text =
      'A garden hose splits at the tap. Cut the piece out and push a joint in. I sold forty of these.'
    expect(answer(text)).toEqual([`Source [1] says: “${text}”`, BY_WORDS])
  })

  it('has each source once, what fits the question best first', () => {
    expect(
      answer('A hose lasts nine years.', 'Bananas are yellow.', 'A garden hose is mended with a joint.'),
    ).toEqual([
      'Source [3] says: “A garden hose is mended with a joint.”',
      'Source [1] says: “A hose lasts nine years.”',
      'Source [2] says: “Bananas are yellow.”',
      BY_WORDS,
    ])
  })

  it('says once what several say, and which has nearly the same words', () => {
    const joint = 'Mend a garden hose with a joint of 13 millimetres from any shop.'
    expect(answer(joint, 'A hose lasts nine years.', joint, `${joint} Really.`)).toEqual([
      `Sources [1] and [3] say: “${joint}”`,
      'Source [4] has nearly the same words.',
      'Source [2] says: “A hose lasts nine years.”',
      BY_WORDS,
    ])
  })

  it.each([
    ['another figure', 'Mend a garden hose with a joint of 19 millimetres from any shop.'],
    ['a denial', 'Do not mend a garden hose with a joint of 13 millimetres from any shop.'],
  ])('takes %s for nothing that is nearly the same', (_, other) => {
    const [one, two] = answer('Mend a garden hose with a joint of 13 millimetres from any shop.', other)
    expect([one, two].map((part) => readExtract(part ?? '')?.words)).toContain(other)
  })
})

const sentence = fc
  .array(
    fc.constantFrom(
      'garden',
      'hose',
      'mend',
      'not',
      'joint',
      'pigeon',
      'safe',
      '13',
      '“so”',
      '[1]',
      '*',
      '_a_',
    ),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((words) => `${words.join(' ')}.`)
const text = fc.array(sentence, { minLength: 1, maxLength: 20 }).map((all) => all.join(' '))

describe('an answer of any texts', () => {
  it('cites every source once, quotes words that stand side by side in it, and all of it that is short', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, fc.boolean()), { minLength: 1, maxLength: 6 }), (texts) => {
        const dossier = texts.map(([one, isCheck], place): KnownInfo => {
          const handle = String(place + 1)
          return isCheck ? checked(one, ['9'], handle) : known(one, handle)
        })
        const { markdown } = answerBuiltIn({ question: asked, dossier, token: 't' })
        const cited: string[] = []
        for (const part of markdown.split('\n\n')) {
          const extract = readExtract(part)
          const handles = [...(extract?.opening ?? part).matchAll(/\[(\d+)\]/g)].map(
            ([, digits]) => digits ?? '',
          )
          cited.push(...handles)
          if (!extract) continue
          for (const handle of handles) {
            const own = wordsOf(dossier[Number(handle) - 1]?.privateInfo ?? '').join(' ')
            const said = wordsOf(extract.words).join(' ')
            expect(` ${own} `).toContain(` ${said} `)
            if (wordsOf(own).length <= 100) expect(said).toBe(own)
          }
        }
        expect(cited.toSorted()).toEqual(dossier.map(({ handle }) => handle).toSorted())
      }),
    )
  })
})
