import { and, eq, gt, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '@/db/client'
import { contexts, hostOf, inspections, siteDecisions, siteOwners, sites, threadQuestions } from '@/db/schema'
import type { Deps } from '../../deps'
import { tellSiteOwners } from '../inbox/tell-people'
import { isListed } from '../private/sight-sql'

/** Which questions stand in frames of a site, as conditions on rows of `thread_question`. */

type Site = Pick<typeof sites.$inferSelect, 'id' | 'moderatedSince'>

/** About a page of the site; an index holds the hosts. */
export const isOnSite = (host: string): SQL => eq(hostOf(threadQuestions.address), host)

/** When a question came to stand on its page as it does now: an edit may put it there, or give it other words. */
const since = sql`coalesce(${threadQuestions.changedAt}, ${threadQuestions.askedAt})`

/**
 * What an owner said of a question as it stands there; null where nobody did. A yes is to the words that it then had; a no holds whatever
 * they become.
 */
const decided = ({ id }: Pick<Site, 'id'>) => sql<boolean | null>`(
  select case when not said.is_shown then false when said.decided_at >= ${since} then true end
  from ${siteDecisions} said where said.site_id = ${id} and said.context_id = ${threadQuestions.contextId})`

const isNew = ({ moderatedSince }: Site) =>
  moderatedSince === null
    ? sql<boolean>`false`
    : sql<boolean>`(${since} >= ${moderatedSince.toISOString()}::timestamptz)`

export const standsInFrames = (site: Site): SQL<boolean> =>
  sql<boolean>`coalesce(${decided(site)}, not ${isNew(site)})`

/** No owner has said whether it does. */
export const waitsOn = (site: Site): SQL<boolean> =>
  sql<boolean>`(${decided(site)} is null and ${isNew(site)})`

/** How many questions wait for an owner's yes, as far as they are in lists. */
export async function countWaiting(db: Db, site: Site & { host: string }): Promise<number> {
  if (site.moderatedSince === null) return 0
  const [row] = await db
    .select({ waiting: sql<number>`count(distinct ${threadQuestions.contextId})::int` })
    .from(threadQuestions)
    .innerJoin(contexts, eq(contexts.id, threadQuestions.contextId))
    .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
    .where(and(isOnSite(site.host), isNull(contexts.parentId), isListed(null), waitsOn(site)))
  return row?.waiting ?? 0
}

/** Sites whose owners are to say whether a question stands in their frames. */
export async function sitesWaitingFor(tx: Tx, contextId: string, now: Date): Promise<string[]> {
  const moderated = await tx
    .selectDistinct({ id: sites.id, moderatedSince: sites.moderatedSince })
    .from(threadQuestions)
    .innerJoin(sites, eq(sites.host, hostOf(threadQuestions.address)))
    .innerJoin(siteOwners, and(eq(siteOwners.siteId, sites.id), gt(siteOwners.validUntil, now)))
    .where(and(eq(threadQuestions.contextId, contextId), isNotNull(sites.moderatedSince)))
  const waiting: string[] = []
  for (const site of moderated) {
    const isWaiting = and(eq(threadQuestions.contextId, contextId), waitsOn(site))
    if ((await tx.$count(threadQuestions, isWaiting)) > 0) waiting.push(site.id)
  }
  return waiting
}

/**
 * Tells owners of sites that a question has come to wait for their yes, in the transaction that makes it so; not of one that waited `before`,
 * nor its own asker. Returns whom to hint to after the commit.
 */
export async function tellOwners(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'ids' | 'jobs'>,
  { contextId, askerId, before }: { contextId: string; askerId: string; before: readonly string[] },
): Promise<string[]> {
  const now = deps.clock.now()
  const come = (await sitesWaitingFor(tx, contextId, now)).filter((id) => !before.includes(id))
  if (come.length === 0) return []
  const owners = await tx
    .selectDistinct({ personId: siteOwners.personId })
    .from(siteOwners)
    .where(
      and(inArray(siteOwners.siteId, come), gt(siteOwners.validUntil, now), ne(siteOwners.personId, askerId)),
    )
  return tellSiteOwners(tx, deps, { contextId, owners: owners.map(({ personId }) => personId) })
}
