import { describe, expect, it } from 'vitest'
import {
  DOCUMENT_FAILURE_WORDS,
  DOCUMENT_FAILURES,
  FILE_BYTES_MAX,
  mediaTypeOf,
  TEXT_BYTES_MAX,
  TEXT_CHARS_MAX,
} from '@/server/contract/corpus'
import { bytesInWords, readingInWords, refusalOf } from './corpus-words'

describe('documents in words', () => {
  it('sizes', () => {
    expect([0, 999, 12_345, 1_449_000].map(bytesInWords)).toEqual(['0 B', '999 B', '12 kB', '1.4 MB'])
  })

  it('progress', () => {
    expect(readingInWords({ passagesDone: 0, passagesTotal: null })).toBe('Reading the file…')
    expect(readingInWords({ passagesDone: 100, passagesTotal: 1_200 })).toBe('100 of 1,200 passages')
  })

  it('files that need not be sent', () => {
    expect(refusalOf({ name: 'a.md', size: 10 })).toBeNull()
    expect(refusalOf({ name: 'a.pdf', size: FILE_BYTES_MAX })).toBeNull()
    expect(refusalOf({ name: 'a.MD', size: TEXT_BYTES_MAX })).toBeNull()
    // No more letters than are read of a file: what can never be read need not be sent.
    expect(TEXT_BYTES_MAX).toBeLessThanOrEqual(TEXT_CHARS_MAX)
    for (const name of ['a.md', 'a.txt', 'a.csv'])
      expect(refusalOf({ name, size: TEXT_BYTES_MAX + 1 })).toBe(DOCUMENT_FAILURE_WORDS['too-much-text'])
    expect(refusalOf({ name: 'a.md', size: FILE_BYTES_MAX + 1 })).toBe(DOCUMENT_FAILURE_WORDS['too-large'])
    expect(refusalOf({ name: 'a.md', size: 0 })).toBe(DOCUMENT_FAILURE_WORDS.empty)
    expect(refusalOf({ name: 'Makefile', size: 5 })).toBe(DOCUMENT_FAILURE_WORDS.unsupported)
    expect(mediaTypeOf('x.tar.pdf')).toBe('application/pdf')
  })

  it('every failure says what to do', () => {
    for (const failure of DOCUMENT_FAILURES) {
      expect(DOCUMENT_FAILURE_WORDS[failure]).toMatch(/(Check|Split|Save|Open|Export|Run|Remove|Try)/)
    }
  })
})
