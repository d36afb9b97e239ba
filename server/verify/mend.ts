import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import { ledgerRestate, ledgerReverse } from '@/db/functions/ledger'
import { mendings } from '@/db/schema'
import { recordAct } from '../audit/record-act'
import type { Deps } from '../deps'
import { inMarketWords } from '../ledger/errors'
import { checkOf } from './checks/all'
import { record } from './findings'
import { findIn } from './run'

/** A mending that cannot be made. The message says why, and what to do instead. */
export class MendError extends Error {
  override readonly name = 'MendError'
}

/** Short reasons are none: it is read by whoever comes after. */
export const REASON_CHARS_MIN = 10

export interface Mending {
  check: string
  subject: string
  reason: string
}

/**
 * Puts one finding right, where that is a contrary transfer or a balance written again as the transfers have it, and keeps what was done
 * and why. Returns what was done. The finding must stand, and be gone afterwards; else nothing is done.
 *
 * @throws MendError; AppError `ledger.insufficient_funds` when what was given wrongly is spent.
 */
export async function mend(
  { db, actor, clock }: Pick<Deps, 'db' | 'actor' | 'clock'>,
  { check: id, subject, reason }: Mending,
): Promise<string> {
  const at = clock.now()
  const check = checkOf(id)
  if (!check) throw new MendError(`There is no check ${id}.`)
  if (!check.mend) throw new MendError(`${id} is not put right by a command. ${check.todo}`)
  if (reason.trim().length < REASON_CHARS_MIN)
    throw new MendError('Say why, in a sentence: --reason "…". It is kept for ever.')
  const { mend: kind } = check
  return db.transaction(async (tx) => {
    const look = () => findIn({ db: tx, cipher: null, now: at }, { checks: [check], ids: [subject] })
    const [standing] = await look()
    if (!standing) throw new MendError(`${id} finds nothing wrong with ${subject}.`)
    const deed = kind === 'reverse' ? await reverse(tx, subject, at) : await restate(tx, subject)
    await tx
      .insert(mendings)
      .values({ checkId: id, subjectId: subject, kind, deed, reason: reason.trim(), mendedAt: at })
    const account = standing.account ?? subject
    await recordAct(tx, { actor, clock }, personOf(account), { act: 'account.corrected', account, check: id })
    const left = await look()
    if (left.length > 0)
      throw new MendError(`That does not put it right: ${left.map(({ problem }) => problem).join('; ')}.`)
    await record(tx, { checks: [check], ids: [subject] }, { found: [], at })
    return deed
  })
}

/** A payment goes back with its fee. */
async function reverse(db: Db, key: string, at: Date): Promise<string> {
  const made = await inMarketWords(ledgerReverse(db, { keys: await withFee(db, key), at }))
  if (made.length === 0) throw new MendError(`There is no transfer ${key}.`)
  return `posted ${made.join(', ')}`
}

/** The payment's fee goes back with it. */
export async function withFee(db: Db, key: string): Promise<string[]> {
  const fee = rowsOf<{ key: string }>(
    await db.execute(sql`
      select t.key from ledger_transfer t
      where t.key = ${`${key}:fee`} and not exists (select from ledger_transfer r where r.key = 'reverse:' || t.key)`),
  )
  return [key, ...fee.map((row) => row.key)]
}

async function restate(db: Db, account: string): Promise<string> {
  const deed = await ledgerRestate(db, account)
  if (deed === null) throw new MendError(`There is no account ${account}.`)
  return deed
}

const personOf = (account: string) => (account.startsWith('user:') ? account.slice('user:'.length) : null)
