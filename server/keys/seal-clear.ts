import type { Deps } from '../deps'
import { keyRequests } from '../market/once'
import { indexAgain } from '../sellers/corpus/index-again'

/** Rows of one statement. */
const CHUNK = 1_000

/**
 * Puts under the market's keys what an earlier version left without them; returns how many rows that were. Safe to repeat, and to
 * run in several processes. Migrations cannot do it: they have no keys.
 */
export async function sealClear(deps: Pick<Deps, 'db' | 'cipher' | 'log'>): Promise<number> {
  let done = await indexAgain(deps)
  for (;;) {
    const found = await keyRequests(deps.db, deps.cipher, CHUNK)
    done += found
    if (found < CHUNK) return done
  }
}
