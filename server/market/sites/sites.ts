import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '@/db/client'
import { siteDecisions, siteOwners, sites, users } from '@/db/schema'
import { recordAct } from '../../audit/record-act'
import { type ChangeSite, type OwnSite, SITES_MAX } from '../../contract/sites'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { findProof, hostIn, type Look } from './find-proof'
import { countWaiting } from './site-rules'

const DAY_MS = 86_400_000
/** How often a site that somebody has proven is looked at again. */
export const LOOK_AGAIN_MS = DAY_MS
/** A site may be away so long before it is nobody's again. */
export const PROOF_HOLDS_MS = 14 * DAY_MS
/** Whoever looks at a site has it for so long; another takes it up after that. */
const LEASE_MS = 5 * 60_000

/** Whose proof holds at a moment, among rows of `site_owner`. */
export const isProvenAt = (now: Date) => sql<boolean>`coalesce(${gt(siteOwners.validUntil, now)}, false)`

/** One's own sites, proven or not, by their names. */
export async function listSites(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  personId: string,
): Promise<OwnSite[]> {
  const now = clock.now()
  const rows = await db
    .select({
      site: sites,
      owner: siteOwners,
      isProven: isProvenAt(now),
      others: sql<number>`(select count(*)::int from site_owner other where other.site_id = ${sites.id}
        and other.person_id <> ${personId} and other.valid_until > ${now.toISOString()}::timestamptz)`,
    })
    .from(siteOwners)
    .innerJoin(sites, eq(sites.id, siteOwners.siteId))
    .where(eq(siteOwners.personId, personId))
    .orderBy(asc(sites.host))
  const waiting = new Map<string, number>()
  for (const { site, isProven } of rows) waiting.set(site.id, isProven ? await countWaiting(db, site) : 0)
  return rows.map(({ site, owner, isProven, others }) => {
    const { id, host, accent, theme, moderatedSince } = site
    const { token, way, provenAt, validUntil, checkedAt, failure } = owner
    return {
      ...{ id, host, accent, theme, moderatedSince, others, isProven, waiting: waiting.get(id) ?? 0 },
      ...{ token, way, provenAt, validUntil, checkedAt, failure },
    }
  })
}

/**
 * Begins to prove a site: gives the token that it is to name. Says nothing about it before it does.
 *
 * @throws AppError `site.no_host` (field `host`), `site.too_many`.
 */
export async function addSite(
  { db, clock, ids }: Pick<Deps, 'db' | 'clock' | 'ids'>,
  personId: string,
  typed: string,
): Promise<{ id: string }> {
  const host = hostIn(typed)
  if (host === null) throw new AppError('site.no_host', { details: { field: 'host' } })
  const createdAt = clock.now()
  return db.transaction(async (tx) => {
    // Two at once must not each be the last that fits.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, personId)).for('no key update')
    if ((await tx.$count(siteOwners, eq(siteOwners.personId, personId))) >= SITES_MAX)
      throw new AppError('site.too_many')
    // Held while it is joined: its last owner, going, takes it along.
    const [site] = await tx
      .insert(sites)
      .values({ id: ids.next('site'), host, createdAt })
      .onConflictDoUpdate({ target: sites.host, set: { host } })
      .returning({ id: sites.id })
    if (!site) throw new Error('A site was neither there nor made')
    await tx
      .insert(siteOwners)
      .values({ siteId: site.id, personId, token: ids.next('siteToken'), createdAt })
      .onConflictDoNothing()
    return site
  })
}

type Owner = typeof siteOwners.$inferSelect
const isOwner = ({ siteId, personId }: Pick<Owner, 'siteId' | 'personId'>) =>
  and(eq(siteOwners.siteId, siteId), eq(siteOwners.personId, personId))

/** @throws AppError `site.not_found`: nobody is told which sites others have. */
async function readOwner(db: Db, personId: string, siteId: string): Promise<{ owner: Owner; host: string }> {
  const [row] = await db
    .select({ owner: siteOwners, host: sites.host })
    .from(siteOwners)
    .innerJoin(sites, eq(sites.id, siteOwners.siteId))
    .where(isOwner({ siteId, personId }))
  if (!row) throw new AppError('site.not_found')
  return row
}

/**
 * Looks at the site now. What comes of it is noted, whatever it is.
 *
 * @throws AppError `site.not_found`.
 */
export async function checkSite(
  deps: Pick<Deps, 'db' | 'clock' | 'actor' | 'outbound'>,
  personId: string,
  siteId: string,
): Promise<{ isProven: boolean }> {
  const { owner, host } = await readOwner(deps.db, personId, siteId)
  const look = await findProof(deps.outbound, { host, token: owner.token })
  return { isProven: await noteLook(deps, { siteId, personId, look }) }
}

/** Writes what a look found; returns whether a proof holds. A site that does not answer is believed for a while, one that says no is not. */
async function noteLook(
  deps: Pick<Deps, 'db' | 'clock' | 'actor'>,
  { siteId, personId, look }: { siteId: string; personId: string; look: Look },
): Promise<boolean> {
  const now = deps.clock.now()
  const is = isOwner({ siteId, personId })
  return deps.db.transaction(async (tx) => {
    const [owner] = await tx.select().from(siteOwners).where(is).for('update')
    if (!owner) return false
    const held = owner.validUntil !== null && owner.validUntil > now
    if (look.ok) {
      await tx
        .update(siteOwners)
        .set({
          way: look.way,
          provenAt: held ? owner.provenAt : now,
          validUntil: new Date(now.getTime() + PROOF_HOLDS_MS),
          dueAt: new Date(now.getTime() + LOOK_AGAIN_MS),
          checkedAt: now,
          failure: null,
        })
        .where(is)
      if (!held) await recordAct(tx, deps, personId, { act: 'site.proven', siteId })
      return true
    }
    const tried = { checkedAt: now, failure: look.failure }
    if (held && look.failure === 'unreachable') {
      const dueAt = new Date(now.getTime() + LOOK_AGAIN_MS)
      await tx
        .update(siteOwners)
        .set({ ...tried, dueAt })
        .where(is)
      return true
    }
    const none = { way: null, provenAt: null, validUntil: null, dueAt: null }
    await tx
      .update(siteOwners)
      .set({ ...tried, ...none })
      .where(is)
    if (owner.provenAt !== null) await recordAct(tx, deps, personId, { act: 'site.lapsed', siteId })
    return false
  })
}

/** Looks again at one site whose time has come; the next sweep goes on. */
export async function lookAgain(deps: Pick<Deps, 'db' | 'clock' | 'actor' | 'outbound'>): Promise<void> {
  const now = deps.clock.now()
  const [due] = await deps.db
    .update(siteOwners)
    .set({ dueAt: new Date(now.getTime() + LEASE_MS) })
    .where(
      sql`(${siteOwners.siteId}, ${siteOwners.personId}) in (
        select site_id, person_id from site_owner where due_at <= ${now.toISOString()}::timestamptz
        order by due_at limit 1 for update skip locked)`,
    )
    .returning()
  if (!due) return
  const [site] = await deps.db.select({ host: sites.host }).from(sites).where(eq(sites.id, due.siteId))
  if (!site) return
  const look = await findProof(deps.outbound, { host: site.host, token: due.token })
  await noteLook(deps, { siteId: due.siteId, personId: due.personId, look })
}

/** @throws AppError `site.not_found`, `site.not_proven`. */
export async function requireProven(
  db: Db,
  { personId, siteId, now }: { personId: string; siteId: string; now: Date },
): Promise<{ host: string }> {
  const { owner, host } = await readOwner(db, personId, siteId)
  if (owner.validUntil === null || owner.validUntil <= now) throw new AppError('site.not_proven')
  return { host }
}

/**
 * Sets how frames with threads of the site look, and whether new questions wait there. All who own the site set the same.
 *
 * @throws AppError `site.not_found`, `site.not_proven`.
 */
export async function changeSite(
  deps: Pick<Deps, 'db' | 'clock' | 'actor'>,
  personId: string,
  { id: siteId, accent, theme, isModerated }: ChangeSite,
): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    await requireProven(tx, { personId, siteId, now })
    // Saying it again begins nothing anew.
    const since = sql`coalesce(${sites.moderatedSince}, ${now.toISOString()}::timestamptz)`
    await tx
      .update(sites)
      .set({ accent, theme, moderatedSince: isModerated ? since : null })
      .where(eq(sites.id, siteId))
    await recordAct(tx, deps, personId, { act: 'site.changed', siteId })
  })
}

/** Nobody's but the other owners' from now on. @throws AppError `site.not_found`. */
export async function leaveSite(
  deps: Pick<Deps, 'db' | 'clock' | 'actor'>,
  personId: string,
  siteId: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await readOwner(tx, personId, siteId)
    await tx.delete(siteOwners).where(isOwner({ siteId, personId }))
    await forgetUnownedSites(tx)
    await recordAct(tx, deps, personId, { act: 'site.left', siteId })
  })
}

/** What nobody owns any more, with what its owners set there. */
export async function forgetUnownedSites(tx: Tx): Promise<void> {
  const unowned = tx
    .select({ id: sites.id })
    .from(sites)
    .where(sql`not exists (select from ${siteOwners} owner where owner.site_id = ${sites.id})`)
  await tx.delete(siteDecisions).where(inArray(siteDecisions.siteId, unowned))
  await tx.delete(sites).where(inArray(sites.id, unowned))
}
