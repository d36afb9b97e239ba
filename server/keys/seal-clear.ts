import type { Db } from '@/db/client'
import { keyRequests } from '../market/once'
import type { Cipher } from '../shared/cipher'

/** Rows of one statement. */
const CHUNK = 1_000

/**
 * Puts under the market's keys what an earlier version left without them; returns how many rows that were. Safe to repeat, and to
 * run in several processes. Migrations cannot do it: they have no keys.
 */
export async function sealClear(db: Db, cipher: Cipher): Promise<number> {
  let done = 0
  for (;;) {
    const found = await keyRequests(db, cipher, CHUNK)
    done += found
    if (found < CHUNK) return done
  }
}
