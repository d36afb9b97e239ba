import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '@/db/client'
import { accessKeys, auditRows, users } from '@/db/schema'
import {
  type ActName,
  type AuditAllFilter,
  type AuditFilter,
  type AuditPage,
  type AuditRow,
  actSchema,
  auditAllSchema,
  auditFilterSchema,
  KIND_OF_ACT,
} from '../contract/audit'

/** What concerned one person, newest first. Who acted is named when it was they themselves. */
export async function ownLog(
  db: Db,
  { userId, ...input }: AuditFilter & { userId: string },
): Promise<AuditPage> {
  const filter = auditFilterSchema.parse(input)
  const page = await readPage(db, userId, { ...filter, ofPerson: userId })
  const rows = page.rows.map(({ actor, ...row }) => ({
    ...row,
    actor: { ...actor, handle: actor.isYou ? actor.handle : null },
    // Where others act from is their business.
    network: actor.isYou || actor.keyName !== null ? row.network : null,
  }))
  return { ...page, rows }
}

/** What concerned everybody, or one person; for operators. */
export async function wholeLog(
  db: Db,
  { userId, ...input }: AuditAllFilter & { userId: string },
): Promise<AuditPage> {
  const { handle, ...filter } = auditAllSchema.parse(input)
  if (handle === null) return readPage(db, userId, filter)
  const [person] = await db.select({ id: users.id }).from(users).where(eq(users.handle, handle))
  return person ? readPage(db, userId, { ...filter, ofPerson: person.id }) : { rows: [], nextCursor: null }
}

type Filter = ReturnType<typeof auditFilterSchema.parse> &
  Partial<Omit<ReturnType<typeof auditAllSchema.parse>, 'handle'>> & { ofPerson?: string }

const DAY_MS = 86_400_000

async function readPage(db: Db, reader: string, filter: Filter): Promise<AuditPage> {
  const { kind, cursor, limit, ofPerson, by = null, subject = null, from = null, to = null } = filter
  const acting = alias(users, 'acting')
  const concerned = alias(users, 'concerned')
  const read = await db
    .select({
      row: auditRows,
      actorHandle: acting.handle,
      personHandle: concerned.handle,
      keyName: accessKeys.name,
    })
    .from(auditRows)
    .leftJoin(acting, eq(acting.id, auditRows.actorId))
    .leftJoin(concerned, eq(concerned.id, auditRows.personId))
    .leftJoin(accessKeys, and(eq(accessKeys.id, auditRows.actorId), eq(accessKeys.personId, reader)))
    .where(
      and(
        ofPerson === undefined ? undefined : eq(auditRows.personId, ofPerson),
        kind === null ? undefined : inArray(auditRows.act, actsOf(kind)),
        cursor === null ? undefined : lt(auditRows.seq, Number(cursor)),
        by === null ? undefined : eq(auditRows.actorKind, by),
        subject === null
          ? undefined
          : sql`exists (select from jsonb_each_text(${auditRows.about}) named where named.value = ${subject})`,
        from === null ? undefined : gte(auditRows.at, new Date(from)),
        to === null ? undefined : lt(auditRows.at, new Date(new Date(to).getTime() + DAY_MS)),
      ),
    )
    .orderBy(desc(auditRows.seq))
    .limit(limit + 1)
  const rows = read.slice(0, limit).map(
    ({ row, actorHandle, personHandle, keyName }): AuditRow => ({
      id: String(row.seq),
      at: row.at,
      actor: { kind: row.actorKind, isYou: row.actorId === reader, handle: actorHandle, keyName },
      person: personHandle === null ? null : { handle: personHandle },
      network: row.network,
      deed: actSchema.parse({ act: row.act, ...row.about, amountMicros: row.amountMicros ?? undefined }),
    }),
  )
  const last = rows.at(-1)
  return { rows, nextCursor: read.length > limit && last ? last.id : null }
}

function actsOf(kind: NonNullable<Filter['kind']>): string[] {
  const names = Object.keys(KIND_OF_ACT) as ActName[]
  return names.filter((name) => KIND_OF_ACT[name] === kind)
}
