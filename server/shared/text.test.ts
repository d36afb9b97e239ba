import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanLine, cleanText, idSchema, lineSchema, secretTextSchema, textSchema } from './text'

describe('a line', () => {
  it.each([
    ['a name that is not there', '\u200b\u2060\u3164\u2800\u00ad', ''],
    ['a name that reads backwards', '\u202enimda', 'nimda'],
    ['a joiner between plain letters', 'Ad\u200da', 'Ada'],
    ['a joiner at the end', 'Ada\u200d', 'Ada'],
    ['letters apart and together', 'A\u0301', 'Á'],
    ['line breaks and tabs', 'one\r\n\ttwo', 'one two'],
    ['NUL and half a pair', 'a\u0000b\ud800', 'ab\ufffd'],
    ['a tower of marks', `a${'\u0330'.repeat(40)}`, `a${'\u0330'.repeat(4)}`.normalize('NFC')],
    ['tag letters', 'a\u{e0041}', 'a'],
    ['signs of an annotation', 'A\ufff9d\ufffaa\ufffb', 'Ada'],
    ['letters and symbols that are blank', 'A\u3164d\u115f\u1160\uffa0\u{1d159}a\u{13441}\u{13442}', 'Ada'],
  ])('is cleaned of %s', (_, dirty, clean) => {
    expect(cleanLine(dirty)).toBe(clean)
  })

  it.each(['می\u200cخواهم', '👩\u200d🔬', '❤\ufe0f', '1\ufe0f\u20e3', 'Zoë Müller-Łukasz', '日本語', 'שלום'])(
    'keeps %s',
    (text) => {
      expect(cleanLine(text)).toBe(text.normalize('NFC'))
    },
  )
})

it('of a text, what nobody sees goes; joiners between letters and signs of emoji stay', () => {
  expect(cleanText('on\u200be\n\u{e0049}\u{e0067}two\u2067\ufffe\ufdd0\u{10ffff}\u2069')).toBe('one\ntwo')
  expect(cleanText('می\u200cخواهم\n👩\u200d🔬 ❤\ufe0f')).toBe('می\u200cخواهم\n👩\u200d🔬 ❤\ufe0f')
  expect(cleanLine('a\ufffeb')).toBe('ab')
})

it.each([
  '\ue000 by Ada',
  'Ada\u{f0001}',
  'Ada \u0378',
  'Ada\ufffc',
  '\u{13430}\u{13000}',
  '\u{1d15f}',
  '.',
  '👩',
])('%j keeps what some fonts draw beside something that is seen', (text) => {
  expect(cleanText(text)).toBe(text.normalize('NFC'))
})

it('a text keeps its lines and tabs', () => {
  expect(cleanText('a\r\n\n\tb\u0007')).toBe('a\n\n\tb')
  expect(cleanText(`Q${'\u0330'.repeat(590)}\nb`)).toBe(`Q${'\u0330'.repeat(4)}\nb`)
})

it.each([
  '\u200b',
  '\u2060\n\u200d',
  '\u3164\u3164',
  '\u2800 \u2800',
  '\u2067\u2069',
  '\u0000\ufeff',
  '\ufffe\uffff\ufdd0',
  '\u2800\u200d\u2800',
  '\ufdd0\u200d\ufdd0',
  ' \n\t',
  '\u0301\u0301\u0301',
  '\u0489 \u20dd\n\u0330',
  '\u0940\ufe0f',
  // Hangul fillers.
  '\u115f\u1160\uffa0\u3164',
  // Annotation between lines, then layout of hieroglyphs.
  '\ufff9\ufffa\ufffb',
  '\u{13430}\u{13437}',
  // A note without a head, alone and with its stem.
  '\u{1d159}',
  '\u{1d159}\u{1d165}',
  '\u{13441}\u{13442}',
  // Private use in its three places.
  '\ue000\uf8ff',
  '\u{f0000}\u{ffffd}',
  '\u{100000}\u{10fffd}',
  // Not assigned; then with a mark, a space and a joiner.
  '\u0378\u{1fbfd}\u{e1000}',
  '\ue000\u0301 \u0378\u200d',
  '\ufffc',
])('a text of which nothing can be seen (%j) is none', (text) => {
  expect(cleanText(text)).toBe('')
  expect(textSchema().trim().min(1, 'Write it.').safeParse(text).error?.issues[0]?.message).toBe('Write it.')
})

/** Characters that act on their neighbours, close together. */
const UNRULY = fc
  .array(
    fc.constantFrom(
      'a',
      'é',
      'ی',
      '1',
      ' ',
      '\n',
      '\u0301',
      '\u0330',
      '\u200b',
      '\u200c',
      '\u200d',
      '\ufe0f',
      '\u202e',
      '\0',
      '\ud800',
      '\u3164',
      '\u2800',
      '\u{1d159}',
      '\ufff9',
      '\ue000',
      '\ufdd0',
      '\u{e0041}',
      '👩',
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

it('what is cleaned is clean: the database takes it, and cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), UNRULY), (text) => {
      for (const clean of [cleanText, cleanLine]) {
        const once = clean(text)
        expect(once.isWellFormed() && !once.includes('\0')).toBe(true)
        expect(clean(once)).toBe(once)
      }
    }),
    { numRuns: 1_000 },
  )
})

it('length counts what is left', () => {
  expect(lineSchema().trim().min(1).safeParse('\u200b\u202e').success).toBe(false)
  expect(lineSchema().max(2).parse('a\u200b\u200bb')).toBe('ab')
})

it('ids and secrets are never changed', () => {
  expect(idSchema().safeParse('bc_1\u0000').success).toBe(false)
  expect(idSchema().parse('bc_demo000001')).toBe('bc_demo000001')
  expect(secretTextSchema().safeParse('pass\ud800word').success).toBe(false)
  expect(secretTextSchema().parse('e\u0301 \u200b')).toBe('e\u0301 \u200b')
})
