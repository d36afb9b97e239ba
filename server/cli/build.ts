import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { writeEmbedScripts } from './embed-scripts'

/** What the last build was made from, so that an unchanged checkout starts at once. */
const BUILD_MARK = '.next/built-from'
/** Everything a build is made of. */
const SOURCES = ['app', 'components', 'db', 'public', 'server']
const SOURCE_FILES = [
  'instrumentation.ts',
  'next.config.ts',
  'proxy.ts',
  'package-lock.json',
  'postcss.config.mjs',
  'tsconfig.json',
]
/** Tests and commands lie among the sources and are no part of the pages. */
const NOT_BUILT = /\.test\.tsx?$|^server[/\\]cli[/\\]/

const NEXT = 'node_modules/next/dist/bin/next'

/** Builds the pages when their sources have changed since the last build. Returns the exit code, 0 when there is a build. */
export async function buildWhenNeeded(): Promise<number> {
  await writeEmbedScripts()
  const sources = await hashOfSources()
  const built = await readFile(BUILD_MARK, 'utf8').catch(() => '')
  if (built === sources) return 0
  console.log('Building the pages; this takes about a minute, and only after a change.')
  return buildFrom(sources)
}

/** `npm run build`: builds whatever was built before. Returns the exit code. */
export async function build(): Promise<number> {
  await writeEmbedScripts()
  return buildFrom(await hashOfSources())
}

async function buildFrom(sources: string): Promise<number> {
  const code = await runNext(['build'])
  if (code === 0) await writeFile(BUILD_MARK, sources)
  return code
}

async function hashOfSources(): Promise<string> {
  const files = [...SOURCE_FILES]
  for (const folder of SOURCES) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    for (const entry of entries) if (entry.isFile()) files.push(path.join(entry.parentPath, entry.name))
  }
  const hash = createHash('sha256')
  for (const file of files.filter((name) => !NOT_BUILT.test(name)).sort()) {
    hash
      .update(file)
      .update('\0')
      .update(await readFile(file))
      .update('\0')
  }
  return hash.digest('hex')
}

const ORPHAN_LOOK_MS = 1_000

/** Runs a command of Next until it ends; signals are passed on, so that the market can stop in order. */
export function runNext(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [NEXT, ...args], {
    stdio: 'inherit',
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  // Who ends `npm` ends the shell below it, which tells nobody: the market would hold its port and its folder for ever.
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM')
  }, ORPHAN_LOOK_MS).unref()
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
