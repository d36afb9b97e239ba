import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { experimentNamed } from '../experiments'
import { BadArgumentError, commandFrom } from './arguments'
import { checkData, corpusNotes, readData } from './read-data'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'data-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const document = {
  title: 'A title',
  publishedOn: '2026-01-01',
  author: { name: 'Ada', citedBy: 90, works: 8 },
  institution: 'A house',
  sections: [{ title: 'One', paragraphs: ['The answer is here.'] }],
  questions: [{ text: 'Where?', kind: 'specific', gold: 'answer is here' }],
}
const put = (name: string, value: unknown) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  writeFileSync(path.join(folder, name), text)
}
const check = () => checkData('corpus', folder)
/** The line of a word in a document as it is put. */
const line = (value: unknown, word: string) =>
  JSON.stringify(value, null, 2)
    .split('\n')
    .findIndex((text) => text.includes(word)) + 1

it('takes a folder of documents, whatever else is there', () => {
  put('b.json', document)
  put('a.json', `\uFEFF${JSON.stringify({ ...document, title: 'Ein Titel' })}`)
  put('notes.txt', 'no JSON')
  mkdirSync(path.join(folder, 'more.json'))
  check()
  expect(JSON.parse(readData(folder)).map(({ title }: { title: string }) => title)).toEqual([
    'Ein Titel',
    'A title',
  ])
})

it.each([
  ['publishedOn', { ...document, publishedOn: 'last year' }],
  ['citedBy', { ...document, author: { ...document.author, citedBy: -1 } }],
  ['kind', { ...document, questions: [{ ...document.questions[0], kind: 'vague' }] }],
  ['colour', { ...document, colour: 'red' }],
  ['"gold"', { ...document, questions: [{ ...document.questions[0], gold: 'nowhere' }] }],
])('names the file and the line of a bad %s', (word, bad) => {
  put('a.json', document)
  put('b.json', { ...bad, title: 'Another title' })
  const file = path.join(folder, 'b.json')
  expect(check).toThrow(`${file}, line ${line({ ...bad, title: 'Another title' }, word)}: `)
})

it('says of a gold passage that is found nowhere which words, and in which document', () => {
  put('a.json', { ...document, questions: [{ ...document.questions[0], gold: 'nowhere at all' }] })
  expect(check).toThrow(
    /questions\[0\]\.gold: “nowhere at all” stands in 0 passages of “A title”, where one is wanted/,
  )
})

it('says why a small corpus gives nothing', async () => {
  put('a.json', document)
  expect(corpusNotes(folder)).toEqual([
    expect.stringContaining(
      '2 of 2 vendors sell fewer than 3 passages (such as author: Ada) and quote nothing',
    ),
  ])
  const data = readData(folder)
  const { chat, signal } = { chat: null, signal: new AbortController().signal }
  const recall = await experimentNamed('corpus-recall').run({}, 0, { chat, signal, data })
  expect(recall.metrics.quotes).toBe(0)
  await expect(experimentNamed('positional-bias').run({}, 1, { chat, signal, data })).rejects.toThrow(
    'No question of the documents finds two passages beside its own',
  )
  const paragraph = (at: number) => Array.from({ length: 60 }, (_, i) => `word${at}x${i}`).join(' ')
  put('a.json', {
    ...document,
    sections: [
      { title: 'One', paragraphs: [`The answer is here. ${paragraph(0)}`, paragraph(1), paragraph(2)] },
    ],
  })
  expect(corpusNotes(folder)).toEqual([])
})

it('names the field that is not there, or is wrong deep inside', () => {
  const { author: _, ...nobody } = document
  put('a.JSON', nobody)
  expect(check).toThrow(/a\.JSON, line 1: author: .*expected object/)
  put('a.JSON', { ...document, questions: [{ ...document.questions[0], kind: 'vague' }] })
  expect(check).toThrow(/: questions\[0\]\.kind: /)
})

it('names the file and the line where a text is no JSON, or ends too early', () => {
  put('a.json', '{\n  "title": "A",\n  title\n}')
  expect(check).toThrow(`${path.join(folder, 'a.json')}, line 3: no JSON`)
  put('a.json', '{\n  "title": "A"')
  expect(check).toThrow(`${path.join(folder, 'a.json')}, line 2: no JSON`)
  put('a.json', '')
  expect(check).toThrow(/a\.json, line 1: no JSON/)
  put('a.json', '[]')
  expect(check).toThrow(/a\.json, line 1: .*expected object/)
})

it('tells documents apart by their titles, in any script', () => {
  put('a.json', { ...document, title: '潮の満ち引き' })
  put('b.json', { ...document, title: '豆の煮方' })
  check()
  put('c.json', { ...document, title: '豆の煮方!' })
  put('b.json', { ...document, title: '豆の煮方?' })
  expect(check).toThrow(`c.json, line 2: title: document 2 has this title too`)
})

it('says that nobody asks anything', () => {
  put('a.json', { ...document, questions: [] })
  expect(check).toThrow('has no question')
})

it('is a bad argument of the command, before anything runs', () => {
  put('a.json', '{')
  expect(() => commandFrom(['corpus-recall', '--data', folder])).toThrow(BadArgumentError)
  const file = path.join(folder, 'market.jsonl')
  writeFileSync(file, '\n{"tree":"t1"}\n')
  expect(() => commandFrom(['market-revaluation', '--data', file])).toThrow(`${file}, line 2, is no tree`)
  writeFileSync(file, '')
  expect(() => commandFrom(['market-revaluation', '--data', file])).toThrow(`${file} has no tree`)
})

it('waits for no pipe, and goes into nothing nested without end', () => {
  execFileSync('mkfifo', [path.join(folder, 'a.json')])
  expect(check).toThrow(/a\.json cannot be read: it is no file/)
  rmSync(path.join(folder, 'a.json'))
  put('a.json', '['.repeat(200_000))
  expect(check).toThrow(/a\.json is nested too deeply/)
})
