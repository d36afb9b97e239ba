import { inArray } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { retiredHandles, users } from '@/db/schema'
import { isGoneHandle } from '../shared/gone-person'
import { handleFrom } from '../shared/handles'
import { digestOf } from './access-keys'

/** The plain handle, then with 2 to 50; after that chance decides. */
const NUMBERED_MAX = 50
/** Leaves room for a number behind it. */
const BASE_CHARS_MAX = 22

/** A handle nobody has, nor had on an account that is deleted, close to what somebody is called. */
export async function freeHandle(db: Db, called: string): Promise<string> {
  const made = handleFrom(called).slice(0, BASE_CHARS_MAX).replace(/-+$/, '')
  const base = made.length >= 2 && !isGoneHandle(`${made}-`) ? made : 'someone'
  const wanted = [base, ...Array.from({ length: NUMBERED_MAX - 1 }, (_, index) => `${base}-${index + 2}`)]
  const rows = await db.select({ handle: users.handle }).from(users).where(inArray(users.handle, wanted))
  const gone = await db
    .select({ digest: retiredHandles.digest })
    .from(retiredHandles)
    .where(inArray(retiredHandles.digest, wanted.map(digestOf)))
  const retired = new Set(gone.map((row) => row.digest))
  const taken = new Set([
    ...rows.map((row) => row.handle),
    ...wanted.filter((handle) => retired.has(digestOf(handle))),
  ])
  return wanted.find((handle) => !taken.has(handle)) ?? `${base}-${crypto.randomUUID().slice(0, 7)}`
}
