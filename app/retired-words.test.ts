import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { retiredWords } from '@/app/testing-retired-words'

/** One word for one thing: what pages, mails and errors say is held against the words that docs/words.md has retired. */

const ROOT = path.resolve(import.meta.dirname, '..')
/** Where the texts stand that people read; code behind them keeps the design’s names. */
const ROOMS = ['app', 'components', 'server/words', 'server/contract', 'server/tree']
const FILES = [
  'server/errors.ts',
  'server/api/rest/operations.ts',
  'server/market/inbox/mail-words.ts',
  'server/inspection/step/answer-notes.ts',
]

/** What is left of a source when comments and imports are gone: its texts, and names that no retired word looks like. */
function textOf(source: string): string {
  return source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/^import[\s\S]*?from '[^']+'$/gm, '')
    .replace(/\s+/g, ' ')
}

const sources = [
  ...ROOMS.flatMap((room) =>
    readdirSync(path.join(ROOT, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)testing[^/]*$/.test(file))
      .map((file) => path.join(room, file)),
  ),
  ...FILES,
]

const retired = retiredWords()

describe('the words of pages', () => {
  it('are listed with those that were retired', () => {
    expect(retired.length).toBeGreaterThan(15)
  })

  it('would be caught saying a retired one', () => {
    const texts = [
      "const lead = 'It tells what the inspector reads.'",
      '<p>Read by\n  an inspector</p>',
      '<b>∑ 3.50</b>',
    ]
    for (const text of texts) expect(retired.some(({ pattern }) => pattern.test(textOf(text)))).toBe(true)
    expect(retired.some(({ pattern }) => pattern.test(textOf('// the inspector\n')))).toBe(false)
  })

  it('say none that was retired', () => {
    const found = sources.flatMap((file) => {
      const text = textOf(readFileSync(path.join(ROOT, file), 'utf8'))
      return retired.flatMap(({ word, pattern }) => {
        const at = text.search(pattern)
        return at < 0 ? [] : [`${file}: “${word}” in “…${text.slice(Math.max(0, at - 30), at + 60)}…”`]
      })
    })
    expect(found).toEqual([])
  })
})
