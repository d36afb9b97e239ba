import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * Holds the house together (design, section 7): a room stands above all that it imports, no import runs back up, and there
 * are no circles. `server/shared`, the errors and the contracts are free to all.
 */

const ROOT = path.resolve(import.meta.dirname, '..')
const FOLDERS = ['app', 'bench', 'components', 'db', 'server']
const IMPORT =
  /(?:^|\n)\s*(import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g

/** Each room with its floor. The longest prefix counts. */
const FLOORS: readonly (readonly [prefix: string, floor: number])[] = [
  ['server/shared/', 0],
  ['server/errors', 0],
  ['server/env', 0],
  ['server/log', 0],
  ['package.json', 0],
  ['server/protocol/', 1],
  ['server/llm/', 2],
  // Stands on the protocol and the models alone (see below).
  ['server/lab/', 3],
  // Calls to addresses that people write, and e-mail: no rules of the market.
  ['server/outbound/', 2],
  ['server/mail/', 2],
  ['components/', 2],
  ['db/', 2],
  // Types of everything that is passed in; no code.
  ['server/deps', 3],
  ['server/ledger/', 4],
  ['server/jobs/', 4],
  ['server/realtime/', 5],
  ['server/auth/', 5],
  ['server/market/', 6],
  ['server/inspection/', 7],
  ['server/sellers/', 7],
  ['server/', 8],
  ['server/api/', 9],
  ['bench/', 9],
  ['app/', 10],
]

type Import = { from: string; to: string; isTypeOnly: boolean }

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
    const name = match[3] ?? match[4] ?? ''
    if (!/^(@\/|\.)/.test(name)) return []
    const to = name.startsWith('@/') ? name.slice(2) : path.join(path.dirname(file), name)
    return [{ from: file, to, isTypeOnly: match[2] !== undefined }]
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

/** Browser-safe shapes are free to all; `deps.ts` is nothing but types, of all that is passed in. */
function isFree({ from, to, isTypeOnly }: Import): boolean {
  if (to.endsWith('/contract') || floorOf(to) === 0) return true
  return (
    isTypeOnly &&
    (to.startsWith('server/deps') || from.startsWith('server/deps') || to === 'server/inspection/folded-tree')
  )
}

const imports = sourceFiles().flatMap(importsOf)

describe('the house', () => {
  it('has no import that runs back up, or across between rooms of one floor', () => {
    const bad = imports.filter((one) => {
      if (isFree(one) || roomOf(one.from) === roomOf(one.to)) return false
      return floorOf(one.to) >= floorOf(one.from)
    })
    expect(bad.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  it('keeps the browser’s rooms away from the database and the domains', () => {
    const bad = imports.filter(
      ({ from, to, isTypeOnly }) =>
        from.startsWith('components/') &&
        !isTypeOnly &&
        /^(db|server)\//.test(to) &&
        !isFree({ from, to, isTypeOnly }) &&
        !isBrowserSafe(to),
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
      openai: ['server/llm/openai.ts'],
      'pg-boss': ['server/jobs/queues.ts'],
      undici: ['server/outbound/connector.ts', 'server/outbound/outbound.ts'],
      standardwebhooks: ['server/sellers/webhook/sign.ts'],
    }
    for (const [name, door] of Object.entries(doors)) {
      const importers = sourceFiles().filter((file) =>
        new RegExp(`from ['"]${name}(/[^'"]*)?['"]`).test(readFileSync(path.join(ROOT, file), 'utf8')),
      )
      expect(importers.sort()).toEqual(door)
    }
  })

  it('reads the environment in one place', () => {
    const readers = sourceFiles().filter(
      (file) =>
        !file.startsWith('bench/') &&
        /process\.env\.(?!NEXT_RUNTIME|NODE_ENV)[A-Z]/.test(readFileSync(path.join(ROOT, file), 'utf8')),
    )
    // next-auth 4 takes two of its settings from the environment only; this file puts ours there.
    expect(readers).toEqual(['server/api/next-auth.ts'])
  })
})

/** Pure code of a higher room that the pages draw with. */
function isBrowserSafe(to: string): boolean {
  return (
    /^server\/inspection\/(replay|folded-tree|folded-nodes|event-words)$/.test(to) ||
    to.startsWith('server/protocol/')
  )
}
