import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '@/db/client'
import {
  contexts,
  inspections,
  pageThreads,
  siteDecisions,
  siteOwners,
  sites,
  threadQuestions,
} from '@/db/schema'
import { recordAct } from '../../audit/record-act'
import type { DecideOnSite, SiteLook, SiteQuestion } from '../../contract/sites'
import type { Thread } from '../../contract/threads'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { webAddressOf } from '../../shared/web-address'
import { isListed } from '../private/sight-sql'
import { readThread } from '../threads/read-thread'
import { isOnSite, standsInFrames, waitsOn } from './site-rules'
import { requireProven } from './sites'

/** Questions that an owner is shown at once: those that wait first, then the newest. */
const SHOWN_MAX = 50

/**
 * The thread of a page as it stands in frames on other sites: what an owner of the page's site left out, or did not say yes to yet, is
 * not there. The market's own page of the thread has all of it.
 *
 * @throws AppError `market.no_web_page`.
 */
export async function readThreadInFrame(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  url: string,
): Promise<{ thread: Thread; look: SiteLook | null }> {
  const own = webAddressOf(url)
  const site = own === null ? null : await provenSiteOf(db, { address: own, now: clock.now() })
  const thread = await readThread(
    db,
    null,
    { url, cursor: null },
    site === null ? undefined : standsInFrames(site),
  )
  if (site === null) return { thread, look: null }
  const { accent, theme, moderatedSince } = site
  return { thread, look: { accent, theme, isModerated: moderatedSince !== null } }
}

/** The site in whose thread an address is, while somebody's proof of it holds. */
async function provenSiteOf(db: Db, { address, now }: { address: string; now: Date }) {
  const [page] = await db
    .select({ joinedTo: pageThreads.joinedTo })
    .from(pageThreads)
    .where(eq(pageThreads.address, address))
  const { host } = new URL(page?.joinedTo ?? address)
  const [site] = await db
    .select()
    .from(sites)
    .where(
      and(
        eq(sites.host, host),
        sql`exists (select from ${siteOwners} where ${siteOwners.siteId} = ${sites.id} and ${gt(siteOwners.validUntil, now)})`,
      ),
    )
  return site ?? null
}

/**
 * Public questions about pages of a site, for an owner of it.
 *
 * @throws AppError `site.not_found`, `site.not_proven`.
 */
export async function listSiteQuestions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  personId: string,
  siteId: string,
): Promise<SiteQuestion[]> {
  const { host } = await requireProven(db, { personId, siteId, now: clock.now() })
  const [site] = await db.select().from(sites).where(eq(sites.id, siteId))
  if (!site) throw new AppError('site.not_found')
  const waits = waitsOn(site)
  const rows = await db
    .select({
      questionId: contexts.id,
      title: contexts.title,
      claim: contexts.claim,
      address: threadQuestions.address,
      askedAt: threadQuestions.askedAt,
      isShown: standsInFrames(site),
      isWaiting: waits,
    })
    .from(threadQuestions)
    .innerJoin(contexts, eq(contexts.id, threadQuestions.contextId))
    .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
    .where(and(isOnSite(host), isNull(contexts.parentId), isListed(null)))
    .orderBy(desc(waits), desc(threadQuestions.askedAt), contexts.id)
    .limit(SHOWN_MAX)
  return rows.map(({ isShown, isWaiting, ...row }) => ({
    ...row,
    state: isWaiting ? 'waiting' : isShown ? 'shown' : 'left-out',
  }))
}

/**
 * An owner says whether a question stands in frames of the site. The last word counts, whoever of them says it.
 *
 * @throws AppError `site.not_found`, `site.not_proven`, `market.context_not_found`.
 */
export async function decideOnSite(
  deps: Pick<Deps, 'db' | 'clock' | 'actor'>,
  personId: string,
  { id: siteId, questionId, isShown }: DecideOnSite,
): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    const { host } = await requireProven(tx, { personId, siteId, now })
    const standing = await tx.$count(
      threadQuestions,
      and(eq(threadQuestions.contextId, questionId), isOnSite(host)),
    )
    if (standing === 0) throw new AppError('market.context_not_found')
    const said = { isShown, decidedAt: now }
    await tx
      .insert(siteDecisions)
      .values({ siteId, contextId: questionId, ...said })
      .onConflictDoUpdate({ target: [siteDecisions.siteId, siteDecisions.contextId], set: said })
    await recordAct(tx, deps, personId, {
      act: 'site.decided',
      siteId,
      questionId,
      isShown: isShown ? 'yes' : 'no',
    })
  })
}
