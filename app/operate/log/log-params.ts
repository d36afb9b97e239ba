import { parseAsIsoDate, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import { ACTOR_KINDS } from '@/server/actors/actor'
import { AUDIT_KINDS, type AuditAllFilter } from '@/server/contract/audit'
import { handleSchema } from '@/server/contract/auth'

/** What narrows the log, in the address of its page and of its file. */
export const logParams = {
  kind: parseAsStringLiteral(AUDIT_KINDS),
  by: parseAsStringLiteral(ACTOR_KINDS),
  handle: parseAsString,
  subject: parseAsString,
  from: parseAsIsoDate,
  to: parseAsIsoDate,
  cursor: parseAsString,
}

type Params = { [Key in keyof typeof logParams]: ReturnType<(typeof logParams)[Key]['parseServerSide']> }

/** An address may say anything: what names nobody narrows to nobody. */
export function logInput({ kind, by, handle, subject, from, to, cursor }: Params): AuditAllFilter {
  const day = (at: Date | null) => at?.toISOString().slice(0, 'YYYY-MM-DD'.length) ?? null
  const wanted = handle === null || handle.trim() === '' ? null : handleSchema.safeParse(handle)
  return {
    kind,
    by,
    handle: wanted === null ? null : (wanted.data ?? 'nobody-by-that-name'),
    subject: subject === null || subject.trim() === '' ? null : subject,
    from: day(from),
    to: day(to),
    cursor: cursor !== null && /^\d{1,18}$/.test(cursor) ? cursor : null,
  }
}
