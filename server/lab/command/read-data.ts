import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { findNodeAtLocation, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { CorpusError, corpusOf, vendorsOf } from '../information-bazaar/corpus'
import { SHELF_TOO_SMALL } from '../information-bazaar/retrieval'
import { readDataSet } from '../market/data-set'

/**
 * What `--data` names, as one text: a file's own, or a folder's JSON files in the order of their names as one JSON array.
 *
 * @throws Error when a file of the folder is no JSON, or the folder has none.
 */
export function readData(place: string): string {
  if (!statSync(place).isDirectory()) return textOf(place)
  return JSON.stringify(documentsIn(place).map(({ document }) => document))
}

/**
 * Sees that data are what an experiment takes, before anything runs.
 *
 * @throws Error that names the file, the line and what is wrong there.
 */
export function checkData(kind: 'market' | 'corpus', place: string): void {
  if (kind === 'market') {
    readDataSet(textOf(place), place)
    return
  }
  const files = documentsIn(place)
  try {
    const { questions } = corpusOf(files.map(({ document }) => document))
    if (questions.length === 0) throw new Error(`${place} has no question in any of its documents.`)
  } catch (error) {
    const at = error instanceof CorpusError ? files[error.index] : undefined
    if (!(error instanceof CorpusError) || !at) throw error
    const lines = error.problems.map(
      ({ where, problem }) => `${at.file}, line ${lineOf(at.text, where)}: ${nameOf(where)}${problem}`,
    )
    throw new Error(lines.join('\n'))
  }
}

/** What whoever gave documents should know before reading the figures; empty when there is nothing to say. */
export function corpusNotes(place: string): string[] {
  const corpus = corpusOf(documentsIn(place).map(({ document }) => document))
  const vendors = vendorsOf(corpus)
  const small = vendors.filter(({ publicPassages }) => publicPassages.length < SHELF_TOO_SMALL)
  if (small.length === 0) return []
  return [
    `${small.length} of ${vendors.length} vendors sell fewer than ${SHELF_TOO_SMALL} passages (such as ${small[0]?.id}) and quote nothing: among so few no word is rare, and a search by words scores none. Give each author and institution more paragraphs, of 50 words or more.`,
  ]
}

type Found = { file: string; text: string; document: unknown }

function documentsIn(folder: string): Found[] {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => /\.json$/i.test(entry.name) && !entry.isDirectory())
    .map(({ name }) => path.join(folder, name))
    .sort()
  if (files.length === 0) throw new Error(`${folder} has no file that ends with .json.`)
  return files.map((file) => {
    const text = textOf(file)
    return { file, text, document: parsed(file, text) }
  })
}

/** Editors of some systems begin a file with a mark of its order of bytes. */
function textOf(file: string): string {
  try {
    // A pipe would be waited for until somebody writes to it.
    if (!statSync(file).isFile()) throw new Error('it is no file')
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

function parsed(file: string, text: string): unknown {
  const [first] = errorsIn(file, text)
  if (first) {
    const words = printParseErrorCode(first.error)
      .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toLowerCase()
    throw new Error(`${file}, line ${lineAt(text, first.offset)}: no JSON (${words})`)
  }
  return JSON.parse(text)
}

/** @throws Error where brackets are nested deeper than a parser goes. */
function errorsIn(file: string, text: string): ParseError[] {
  const errors: ParseError[] = []
  try {
    parseTree(text, errors, { disallowComments: true })
  } catch {
    throw new Error(`${file} is nested too deeply.`)
  }
  return errors
}

/** "questions[2].gold: ", and nothing for the document itself. */
function nameOf(where: readonly (string | number)[]): string {
  if (where.length === 0) return ''
  return `${where
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .slice(1)}: `
}

/** The line of a part of a JSON text; of what it belongs to where it is missing. */
function lineOf(text: string, where: readonly (string | number)[]): number {
  const root = parseTree(text)
  for (let length = where.length; root && length > 0; length -= 1) {
    const node = findNodeAtLocation(root, [...where.slice(0, length)])
    if (node) return lineAt(text, node.offset)
  }
  return 1
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
