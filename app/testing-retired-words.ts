import { readFileSync } from 'node:fs'
import path from 'node:path'

const PAGE = path.resolve(import.meta.dirname, '../docs/words.md')

export type RetiredWord = { word: string; pattern: RegExp }

/** The third column of docs/words.md. A word of letters stands by itself; in code it would be part of a longer name or of a path. */
export function retiredWords(): RetiredWord[] {
  const rows = readFileSync(PAGE, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
  const words = rows.flatMap((row) =>
    [...(row.split('|')[3] ?? '').matchAll(/`([^`]+)`/g)].map(([, word]) => word ?? ''),
  )
  return words.map((word) => ({
    word,
    pattern: /^\w/.test(word) ? new RegExp(`(?<![\\w/.'-])${word}(?![\\w/-])`, 'i') : new RegExp(word),
  }))
}
