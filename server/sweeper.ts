import { setTimeout } from 'node:timers/promises'
import type { Log } from './log'

/** With a lease of ten seconds: what a dead process was at moves again within twelve (reliability, G4: twenty). */
const SWEEP_EVERY_MS = 2_000

/** A pass that takes longer is left: what it has under way is taken up elsewhere. */
const STOP_WAIT_MS = 5_000

/** What finds, by state and time in the tables, what must happen, and sees to it; each begins and does not wait for long. */
export type Sweeps = Readonly<Record<string, () => Promise<void>>>

export interface Sweeper {
  stop(): Promise<void>
}

/** Runs every sweep again and again, each by itself: one that fails or takes long does not keep the others. */
export function startSweeper(log: Log, sweeps: Sweeps, everyMs = SWEEP_EVERY_MS): Sweeper {
  const sweeping = new Map<string, Promise<void>>()
  const timer = setInterval(() => {
    for (const [name, sweep] of Object.entries(sweeps)) {
      if (sweeping.has(name)) continue
      const pass = sweep()
        .catch((error: unknown) => log.error({ err: error, sweep: name }, 'a sweep failed'))
        .finally(() => sweeping.delete(name))
      sweeping.set(name, pass)
    }
  }, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.race([Promise.all(sweeping.values()), setTimeout(STOP_WAIT_MS, null, { ref: false })])
    },
  }
}
