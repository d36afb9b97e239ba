/** A process of its own for the tests of the lock file: takes and gives back a folder when told, and says how it went. */
import { DataDirInUseError, lockDataDir } from './lock-file'

/** `at` (milliseconds of the clock) lets several processes start in the same moment. */
export type Order = { kind: 'take'; dataDir: string; at: number } | { kind: 'release' }
export type Answer = { kind: 'taken' } | { kind: 'refused'; pid: number | null } | { kind: 'released' }

let release: (() => void) | undefined

function obey(order: Order): Answer {
  if (order.kind === 'release') {
    release?.()
    release = undefined
    return { kind: 'released' }
  }
  while (Date.now() < order.at) {
    // Spins: a timer would wake the processes a millisecond or more apart, which is longer than taking the lock.
  }
  try {
    release = lockDataDir(order.dataDir)
    return { kind: 'taken' }
  } catch (error) {
    if (error instanceof DataDirInUseError) return { kind: 'refused', pid: error.pid }
    throw error
  }
}

process.on('message', (order: Order) => process.send?.(obey(order)))
