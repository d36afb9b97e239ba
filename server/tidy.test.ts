import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readFunctionFiles } from '@/db/apply-functions'

/**
 * Holds the house together (design, section 7): a room stands above all that it imports, types included, and no import runs
 * back up or across. That no files import each other in a circle is held by the linter (`noImportCycles`).
 */

const ROOT = path.resolve(import.meta.dirname, '..')
const FOLDERS = ['app', 'bench', 'components', 'db', 'extension', 'server']
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g

/** Each room with its floor; the longest prefix counts. */
const FLOORS: readonly (readonly [prefix: string, floor: number])[] = [
  ['package.json', 0],
  ['server/shared/', 0],
  ['server/errors', 0],
  ['server/env', 0],
  ['server/log', 0],
  // Who acts, and what they may do.
  ['server/actors/', 1],
  ['server/protocol/', 1],
  // Closed lists and the words that people read for them.
  ['server/words/', 2],
  // Shapes that cross between pages and server.
  ['server/contract/', 3],
  ['server/tree/', 4],
  ['server/llm/', 5],
  // Calls to addresses that people write, and e-mail: no rules of the market.
  ['server/outbound/', 5],
  ['server/mail/', 5],
  ['components/', 5],
  ['db/', 5],
  ['server/lab/', 6],
  ['server/jobs/', 6],
  // What an operator has set and stopped, read where it is obeyed.
  ['server/settings/', 6],
  // Texts of strangers, laid out in processes of their own.
  ['server/prose/', 6],
  // Pages of strangers, fetched, and read in a process of their own.
  ['server/pages/', 6],
  ['server/realtime/', 7],
  // Secrets and sight, one door for everything above it.
  ['server/market/private/', 8],
  // Types of everything that is passed in; no code.
  ['server/deps', 8],
  ['server/ledger/', 9],
  ['server/bill/', 9],
  ['server/audit/', 9],
  ['server/auth/', 10],
  ['server/market/', 11],
  ['server/inspection/step/', 12],
  ['server/inspection/views/', 13],
  ['server/inspection/engine/', 13],
  ['server/sellers/', 13],
  ['server/games/', 13],
  ['server/', 14],
  ['server/api/', 15],
  ['bench/', 16],
  ['extension/', 16],
  ['app/', 16],
]

type Import = { from: string; to: string }

function sourceFiles(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.join(folder, file))
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing[^/]*\.ts$/.test(file)),
  )
}

function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  return [...text.matchAll(IMPORT)].flatMap((match) => {
    const name = match[1] ?? match[2] ?? ''
    if (!/^(@\/|\.)/.test(name)) return []
    const to = name.startsWith('@/') ? name.slice(2) : path.join(path.dirname(file), name)
    return [{ from: file, to }]
  })
}

function floorOf(file: string): number {
  const [, floor] =
    FLOORS.filter(([prefix]) => file.startsWith(prefix)).sort((a, b) => b[0].length - a[0].length)[0] ?? []
  if (floor === undefined) throw new Error(`${file} stands in no room`)
  return floor
}

const roomOf = (file: string) =>
  FLOORS.filter(([prefix]) => file.startsWith(prefix)).sort((a, b) => b[0].length - a[0].length)[0]?.[0]

const imports = sourceFiles().flatMap(importsOf)

describe('the house', () => {
  it('has no import that runs back up, or across between rooms of one floor', () => {
    const bad = imports.filter((one) => {
      if (roomOf(one.from) === roomOf(one.to)) return false
      return floorOf(one.to) >= floorOf(one.from)
    })
    expect(bad.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  it('keeps the browser’s rooms to what is pure', () => {
    const pure = /^server\/(shared|protocol|words|contract|tree)\/|^package\.json$/
    const bad = imports.filter(
      ({ from, to }) =>
        /^(components|extension)\//.test(from) &&
        !to.startsWith('components/') &&
        !(from.startsWith('extension/') && to.startsWith('extension/')) &&
        !pure.test(to),
    )
    expect(bad.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  it('keeps the lab on the protocol and the models alone', () => {
    const bad = imports.filter(
      ({ from, to }) =>
        from.startsWith('server/lab/') && !/^server\/(lab|protocol|llm|words|shared)\//.test(to),
    )
    expect(bad.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  it('has one place that imports each outside door', () => {
    const doors = {
      openai: ['server/llm/openai-wire.ts'],
      'pg-boss': ['server/jobs/queues.ts'],
      undici: ['server/outbound/connector.ts', 'server/outbound/outbound.ts'],
      sonner: ['components/ui/toaster.tsx'],
      standardwebhooks: ['server/sellers/webhook/sign.ts'],
    }
    for (const [name, door] of Object.entries(doors)) {
      const importers = sourceFiles().filter((file) =>
        new RegExp(`from ['"]${name}(/[^'"]*)?['"]`).test(readFileSync(path.join(ROOT, file), 'utf8')),
      )
      expect(importers.sort()).toEqual(door)
    }
  })

  it('makes a digest without a key of what is public only', () => {
    const makers = sourceFiles().filter((file) =>
      /\bcreateHash\b/.test(readFileSync(path.join(ROOT, file), 'utf8')),
    )
    expect(makers.sort()).toEqual([
      // The text of its own functions.
      'db/apply-functions.ts',
      // Of 256 bits of chance each, which nobody tries through: keys, what a mailed link carries, and challenges.
      'server/auth/access-keys.ts',
      'server/auth/account-mail.ts',
      'server/auth/passkeys.ts',
      // The sources that a build was made from.
      'server/cli/build.ts',
      // Changes to the code, and figures of experiments.
      'server/lab/command/commit.ts',
      'server/lab/command/run-experiment.ts',
      // Our own words to a model.
      'server/llm/prompts.ts',
      // Of anything that is asked, but put under the market's key before it is written.
      'server/market/once.ts',
      // Addresses of pages that were asked about in public, which anybody looks up by it.
      'server/market/threads/page-hash.ts',
      // Bytes of public pages.
      'server/pages/fetch-page.ts',
      // Questions and comments.
      'server/prose/laid-out.ts',
    ])
  })

  it('reads the environment in one place', () => {
    const readers = [...sourceFiles(), 'instrumentation.ts', 'next.config.ts', 'proxy.ts'].filter(
      (file) =>
        !file.startsWith('bench/') &&
        /process\.env\.(?!NEXT_RUNTIME|NODE_ENV)[A-Z]/.test(readFileSync(path.join(ROOT, file), 'utf8')),
    )
    // next-auth 4 takes two of its settings from the environment only; this file puts ours there.
    // The proxy is bundled by itself, and asks for one word at every page.
    expect(readers).toEqual(['server/api/next-auth.ts', 'proxy.ts'])
  })
})

it('locks every package of every machine, so that npm ci and the image of Docker install', () => {
  type Locked = { optionalDependencies?: Record<string, string> }
  const lock: { packages: Record<string, Locked> } = JSON.parse(
    readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'),
  )
  const wanted = Object.entries(lock.packages).flatMap(([place, { optionalDependencies }]) =>
    Object.keys(optionalDependencies ?? {}).map((name) => ({ place, name })),
  )
  const missing = wanted.filter(
    ({ place, name }) =>
      !lock.packages[`node_modules/${name}`] && !lock.packages[`${place}/node_modules/${name}`],
  )
  expect(wanted.length).toBeGreaterThan(0)
  expect(missing).toEqual([])
})

it('exports nothing that nothing names, here or elsewhere', () => {
  const every = [...FOLDERS, 'e2e'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.join(folder, file))
      .filter((file) => /\.tsx?$/.test(file)),
  )
  const texts = new Map(every.map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')]))
  const named = new Map<string, number>()
  for (const text of texts.values())
    for (const word of text.match(/[A-Za-z_$][\w$]*/g) ?? []) named.set(word, (named.get(word) ?? 0) + 1)
  const dead = [...texts].flatMap(([file, text]) =>
    // Next names what these export.
    /^app\/(.*\/)?(page|layout|route|error|global-error|not-found|loading|manifest|robots|opengraph-image)\.tsx?$/.test(
      file,
    )
      ? []
      : [
          ...text.matchAll(/^export (?:async )?(?:const|function\*?|class|type|interface) ([\w$]+)/gm),
        ].flatMap(([, name = '']) => (named.get(name) === 1 ? [`${file}: ${name}`] : [])),
  )
  expect(dead).toEqual([])
})

describe('functions of the database', () => {
  const read = (folder: string) =>
    readdirSync(path.join(ROOT, folder))
      .filter((file) => file.endsWith('.sql'))
      .map((file) => readFileSync(path.join(ROOT, folder, file), 'utf8').replaceAll(/--.*$/gm, ''))

  const MADE = /\bcreate\s+(?:or\s+replace\s+)?(\w+\s+\w+)/gi

  it('make no digest: the database has no key', () => {
    const digests = ['db/functions', 'db/migrations'].flatMap((folder) =>
      read(folder).flatMap((text) => text.match(/\b(?:md5|sha\d+|digest|hmac)\s*\(/gi) ?? []),
    )
    expect(digests).toEqual([])
  })

  it('stand in their files, each once', () => {
    const made = read('db/functions').flatMap((text) => [...text.matchAll(MADE)].map(([, what]) => what))
    expect(made.length).toBeGreaterThan(0)
    expect(made.filter((what) => !/^(function|trigger) /.test(what ?? ''))).toEqual([])
    expect(made.filter((what, index) => made.indexOf(what) !== index)).toEqual([])
    // What the applying code does not see would not be dropped with its file.
    const seen = readFunctionFiles().flatMap((file) => file.functions)
    expect(seen).toEqual(made.flatMap((what) => what?.match(/^function (\w+)$/)?.[1] ?? []))
  })

  it('are never made by a migration', () => {
    const made = read('db/migrations').flatMap(
      (text) => text.match(/\b(function|procedure|trigger)\b/gi) ?? [],
    )
    expect(made).toEqual([])
  })

  it('stand by themselves: no comment sends the reader to an earlier text', () => {
    const files = readFunctionFiles().filter(({ text }) => /\bas before\b/i.test(text))
    expect(files.map(({ name }) => name)).toEqual([])
  })
})
