import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Area, Mutant } from './area'
import { AREAS } from './areas'

/**
 * `npm run mutants [room or file …]`: breaks one promise at a time in a copy of the sources and says which breaks no test
 * notices. A list by hand and no tool: Stryker 10 runs with this vitest, but cannot mutate SQL, where the ledger's rules are, and
 * takes ninety mutants for one file of the protocol where thirteen state its promises. (It needs `tsconfigFile` to name no
 * file: its core calls functions of TypeScript that version 7 does not have.)
 *
 * Ends with 1 when a mutant survives, or when one no longer fits its file and must be written anew.
 */

const ROOT = path.resolve(import.meta.dirname, '../..')
/** Tests read documents as well as sources: all is copied but packages, what a build leaves, and data. */
const LEFT_OUT = new Set(['node_modules', '.git', '.next', '.data'])

/** A mutant may loop for ever; the slowest tests take half of this on a busy machine. */
const TIMEOUT_MS = 240_000

type Verdict = 'killed' | 'survived' | 'timeout' | 'stale'
type Judged = { area: Area; mutant: Mutant; verdict: Verdict; seconds: number }

const wanted = process.argv.slice(2)
const areas = AREAS.filter(
  ({ room, file }) => wanted.length === 0 || wanted.some((name) => room === name || file.includes(name)),
)

/** Sources that may be broken; packages are the checkout's own, what tests keep between runs is not. */
async function copySources(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'caveat-mutants-'))
  for (const name of await readdir(ROOT)) {
    if (!LEFT_OUT.has(name)) await cp(path.join(ROOT, name), path.join(folder, name), { recursive: true })
  }
  await mkdir(path.join(folder, 'node_modules'))
  for (const name of await readdir(path.join(ROOT, 'node_modules'))) {
    if (name === '.cache') continue
    await symlink(path.join(ROOT, 'node_modules', name), path.join(folder, 'node_modules', name))
  }
  return folder
}

async function runTests(folder: string, { project, tests }: Area): Promise<'passed' | 'failed' | 'timeout'> {
  const vitest = path.join(folder, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', '--project', project, '--bail', '1', '--reporter', 'dot', ...tests]
  const child = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore', detached: true })
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    // With the workers it has started.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }, TIMEOUT_MS)
  const code = await ended
  clearTimeout(timer)
  if (isLate) return 'timeout'
  return code === 0 ? 'passed' : 'failed'
}

async function judge(folder: string, area: Area, mutant: Mutant): Promise<Judged> {
  const start = performance.now()
  const file = path.join(folder, area.file)
  const source = await readFile(file, 'utf8')
  const judged = (verdict: Verdict) => ({
    area,
    mutant,
    verdict,
    seconds: Math.round((performance.now() - start) / 1_000),
  })
  if (source.split(mutant.from).length !== 2) return judged('stale')
  await writeFile(
    file,
    source.replace(mutant.from, () => mutant.to),
  )
  try {
    const outcome = await runTests(folder, area)
    return judged(outcome === 'passed' ? 'survived' : outcome === 'failed' ? 'killed' : 'timeout')
  } finally {
    await writeFile(file, source)
  }
}

const folder = await copySources()
const judged: Judged[] = []
try {
  for (const area of areas) {
    // Tests that fail by themselves would kill every mutant.
    const unbroken = await runTests(folder, area)
    if (unbroken !== 'passed')
      throw new Error(`The tests of ${area.file} have ${unbroken} before anything was broken`)
    for (const mutant of area.mutants) {
      const one = await judge(folder, area, mutant)
      judged.push(one)
      console.log(`${one.verdict.padEnd(8)} ${area.file}: ${mutant.promise} (${one.seconds} s)`)
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

const count = (verdict: Verdict, room?: Area['room']) =>
  judged.filter((one) => one.verdict === verdict && (room === undefined || one.area.room === room)).length
for (const room of new Set(areas.map((area) => area.room))) {
  const dead = count('killed', room) + count('timeout', room)
  console.log(`${room.padEnd(10)} ${dead} of ${dead + count('survived', room)} killed`)
}
const dead = count('killed') + count('timeout')
const run = dead + count('survived')
console.log(
  `all        ${dead} of ${run} killed: ${((100 * dead) / Math.max(1, run)).toFixed(1)} %; ${count('stale')} stale`,
)
if (dead < judged.length) process.exitCode = 1
