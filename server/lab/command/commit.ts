import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Everything that a run depends on. */
const SOURCES = ['server', 'package-lock.json']

/**
 * The checkout's commit, with a mark of what differs from it, so that no run goes on with another code than it was begun
 * with. Null outside of a checkout.
 */
export function commitOfCheckout(): string | null {
  try {
    const commit = git('rev-parse', 'HEAD').trim()
    const changes = git('diff', 'HEAD', '--binary', '--', ...SOURCES)
    const added = git('ls-files', '--others', '--exclude-standard', '-z', '--', ...SOURCES)
      .split('\0')
      .filter(Boolean)
    if (changes === '' && added.length === 0) return commit
    const hash = createHash('sha256').update(changes)
    for (const file of added) hash.update(file).update(readFileSync(file))
    return `${commit}+${hash.digest('hex').slice(0, 8)}`
  } catch {
    // A copy without git, or without its folder, is no error.
    return null
  }
}

/** A diff of everything in a checkout; beyond it, something is wrong. */
const OUTPUT_BYTES_MAX = 256 * 1024 * 1024

function git(...args: string[]): string {
  return execFileSync('git', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: OUTPUT_BYTES_MAX,
  })
}
