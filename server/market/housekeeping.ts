import type { Deps } from '../deps'
import { pruneExpired } from './inbox/items'
import { dropEndedTerms } from './matching/context-terms'
import { forgetRequests } from './once'
import { forgetExpired } from './private/forget'

/** What it removes has lain for days, so nobody waits for it. */
const KEEP_HOUSE_EVERY_MS = 3_600_000
/** Rows removed by one statement, so that none is long. */
const CHUNK = 1_000

type HouseDeps = Pick<Deps, 'db' | 'clock' | 'bus' | 'log'>

/** Removes up to `most` rows, or counts as many; returns how many. */
export type Removal = (most: number) => Promise<number>

export interface Housekeeper {
  stop(): Promise<void>
}

/** Removes what nobody needs any more, at the start and once an hour while the process runs; several at once do no harm. */
export function createHousekeeper(deps: HouseDeps, more: readonly Removal[] = []): Housekeeper {
  let isStopped = false
  let working: Promise<void> | null = null
  const work = () => {
    working ??= keepHouse(deps, { isStopped: () => isStopped, more })
      .catch((error: unknown) => deps.log.error({ err: error }, 'housekeeping failed'))
      .finally(() => {
        working = null
      })
  }
  const timer = setInterval(work, KEEP_HOUSE_EVERY_MS)
  work()
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await working
    },
  }
}

/** Until nothing is left to do. */
export async function keepHouse(
  deps: HouseDeps,
  {
    isStopped = () => false,
    chunk = CHUNK,
    more = [],
  }: { isStopped?: () => boolean; chunk?: number; more?: readonly Removal[] } = {},
): Promise<void> {
  for (const remove of [
    () => pruneExpired(deps, chunk),
    () => dropEndedTerms(deps.db, chunk),
    () => forgetRequests(deps.db, { at: deps.clock.now(), most: chunk }),
    () => forgetExpired(deps.db, { at: deps.clock.now(), most: chunk }),
    ...more.map((removal) => () => removal(chunk)),
  ]) {
    while (!isStopped() && (await remove()) === chunk);
  }
}
