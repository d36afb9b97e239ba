import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import packageJson from '@/package.json'

/** Holds the docs to the code: what they link to, name and tell people to run is there. */

const ROOT = path.resolve(import.meta.dirname, '..')
/** A door, not a book. */
const README_BYTES_MAX = 5_000
/** Made by a build, an installation or a run; `drifter.ts` is a file of pg-boss. */
const NOT_OURS =
  /^(node_modules|\.next|\.data|extension\/build|lab-runs|backups|log|DATA_DIR|(config|keys|summary)\.json|drifter\.ts)(\/|$)/
const FILE = /^[\w./[\]()-]+\.(ts|tsx|sql|md|json|yaml|yml|css|png)$/
const FOLDER = /^[\w./[\]()-]+\/$/
/** A path from the project's folder that is neither. */
const PLACE = /^(app|bench|components|db|docs|e2e|public|server|\.github|\.ci)\/[\w./[\]()-]+$/

const at = (file: string) => path.join(ROOT, file)
const isFolder = (file: string) => existsSync(at(file)) && statSync(at(file)).isDirectory()

const pages = ['.github', 'app', 'bench', 'components', 'db', 'docs', 'e2e', 'server']
  .flatMap((folder) =>
    readdirSync(at(folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  )
  .concat(readdirSync(ROOT))
  .filter((file) => file.endsWith('.md'))

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

const textOf = (page: string) => readFileSync(at(page), 'utf8')
/** Without blocks of code. */
const proseOf = (page: string) => textOf(page).replaceAll(/^```[\s\S]*?^```/gm, '')

/** As GitHub makes the anchor of a heading. */
function anchorsOf(page: string): string[] {
  return all(proseOf(page), /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** Relative links that lead nowhere. */
function deadLinks(page: string): string[] {
  return all(proseOf(page), /\]\(([^)\s]+)\)/g).filter((target) => {
    if (/^[a-z]+:/.test(target)) return false
    const [file = '', anchor] = target.split('#')
    const found = file === '' ? page : path.join(path.dirname(page), file)
    return !existsSync(at(found)) || (anchor !== undefined && !anchorsOf(found).includes(anchor))
  })
}

/**
 * Files and folders that a page names as code and that are not there: seen from the project, from the page's folder, or from a place
 * that the page names.
 */
function missingNames(page: string): string[] {
  const names = all(proseOf(page), /`([^`\n]+)`/g).filter(
    (name) => (FILE.test(name) || FOLDER.test(name) || PLACE.test(name)) && !NOT_OURS.test(name),
  )
  const near = ['', path.dirname(page)]
  const named = near
    .flatMap((folder) => names.map((name) => path.join(folder, name)))
    .filter((name) => existsSync(at(name)))
  const seenFrom = [...near, ...named.map((name) => (isFolder(name) ? name : path.dirname(name)))]
  return names.filter(
    (name) => !name.startsWith('/') && !seenFrom.some((folder) => existsSync(at(path.join(folder, name)))),
  )
}

/** Tests that a page quotes after a link to their file, and that the file does not have. */
function missingTests(page: string): string[] {
  const quoted = proseOf(page).matchAll(/\]\(([^)\s]+\.(?:test|spec)\.tsx?)\): “([^”]+)”/g)
  return [...quoted].flatMap(([, file = '', name = '']) => {
    const text = textOf(path.join(path.dirname(page), file)).replaceAll("\\'", "'")
    return text.includes(name.replaceAll(/\s+/g, ' ')) ? [] : [name]
  })
}

describe('the docs', () => {
  it('are looked at', () => {
    expect(pages).toEqual(
      expect.arrayContaining(['README.md', 'docs/how-it-works.md', 'server/market/private/README.md']),
    )
  })

  it('begin with a README that is a door', () => {
    expect(statSync(at('README.md')).size).toBeLessThanOrEqual(README_BYTES_MAX)
  })

  it('link to what is there', () => {
    expect(pages.flatMap((page) => deadLinks(page).map((target) => `${page}: ${target}`))).toEqual([])
  })

  it('name files and folders that are there', () => {
    expect(pages.flatMap((page) => missingNames(page).map((name) => `${page}: ${name}`))).toEqual([])
  })

  it('quote tests that are there, one for each promise', () => {
    expect(pages.flatMap((page) => missingTests(page).map((name) => `${page}: ${name}`))).toEqual([])
    const [, promises = ''] = textOf('docs/how-it-works.md').split('| promise | held by |')
    const rows = promises.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter((row) => !/\.(test|spec)\.tsx?\): “[^”]+” \|$/.test(row))).toEqual([])
  })

  it('tell people to run scripts that are there', () => {
    const texts = [...pages, 'compose.yaml', 'Dockerfile'].map(textOf)
    const scripts = texts.flatMap((text) => all(text, /npm run ([\w:-]+)/g))
    expect(scripts.filter((name) => !(name in packageJson.scripts))).toEqual([])
  })

  it('list every decision', () => {
    const decisions = pages
      .filter((page) => /^docs\/decisions\/(?!README)/.test(page))
      .map((page) => path.basename(page))
    expect(decisions.filter((name) => !textOf('docs/decisions/README.md').includes(`(${name})`))).toEqual([])
  })
})

describe('what runs elsewhere', () => {
  it('the image copies and starts files that are there', () => {
    const lines = textOf('Dockerfile').split('\n')
    const copied = lines
      .filter((line) => /^COPY (?!--from)/.test(line))
      .flatMap((line) => line.split(' ').slice(1, -1))
    expect(copied.length).toBeGreaterThan(0)
    expect(copied.filter((file) => !existsSync(at(file)))).toEqual([])
    const started = [textOf('Dockerfile'), textOf('compose.yaml')].flatMap((text) =>
      all(text, /((?:server|node_modules)\/[\w./-]+\w)/g),
    )
    expect(started.filter((file) => !existsSync(at(file)))).toEqual([])
  })

  it('the workflow does what a newcomer does', () => {
    expect(textOf('.github/workflows/test.yml')).toMatch(/^ +- run: \.ci\/run$/m)
    expect(statSync(at('.ci/run')).mode & 0o111).not.toBe(0)
  })
})
