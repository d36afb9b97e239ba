import type { Db } from '@/db/client'
import type { Cipher } from '../shared/cipher'
import type { Area } from './check'
import { findingsOf, verifyMarket } from './run'

/** What a market's checks find, one line each; for the end of tests about something else. */
export async function whatIsWrong(
  db: Db,
  {
    cipher = null,
    now = new Date(),
    areas,
  }: { cipher?: Cipher | null; now?: Date; areas?: readonly Area[] } = {},
): Promise<string[]> {
  const found = findingsOf(await verifyMarket({ db, cipher, now }, { areas }))
  return found.map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`)
}
