import { and, desc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '@/db/client'
import { contexts, inspections, offers, users } from '@/db/schema'
import { PREVIEW_CONTEXTS } from '../../contract/matching'
import { isListed, opensPage, showsTeaser } from '../private/sight-sql'
import { matchedColumns } from './read-contexts'

// Matchers and bots are shown the teasers that a sub-question is about, so they too must be what this person may read.
const above = {
  contexts: alias(contexts, 'above'),
  inspections: alias(inspections, 'above_inspection'),
  offers: alias(offers, 'above_offer'),
}
const isAboutHidden = (personId: string) => sql`exists (
  select 1 from context_about about
    join info_offer ${above.offers} on ${above.offers.id} = about.offer_id
    join buyer_context ${above.contexts} on ${above.contexts.id} = ${above.offers.contextId}
    join inspection ${above.inspections} on ${above.inspections.rootId} = ${above.contexts.rootId}
  where about.context_id = ${contexts.id} and not ${showsTeaser(personId, above)})`

/**
 * What a matcher is previewed and a bot rehearsed on: questions of others, open and ended, and their sub-questions, as far as its
 * owner may read them, and none that is sealed. To be read with its inspection beside it.
 */
function isTriedOn(personId: string): SQL | undefined {
  return and(
    ne(contexts.buyerId, personId),
    eq(contexts.isSealed, false),
    opensPage(personId),
    isListed(personId),
    sql`not ${isAboutHidden(personId)}`,
  )
}

/** The newest of them: by an index of roots, since previews come with every key and of sub-questions there is none by age. */
export async function readLastPublic(db: Db, personId: string) {
  const roots = db
    .select({ id: contexts.id })
    .from(contexts)
    .where(and(isNull(contexts.parentId), ne(contexts.buyerId, personId)))
    .orderBy(desc(contexts.createdAt), contexts.id)
    .limit(PREVIEW_CONTEXTS)
  return db
    .select({ ...matchedColumns, handle: users.handle, name: users.name })
    .from(contexts)
    .innerJoin(users, eq(users.id, contexts.buyerId))
    .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
    .where(and(inArray(contexts.rootId, roots), isTriedOn(personId)))
    .orderBy(desc(contexts.createdAt), contexts.id)
    .limit(PREVIEW_CONTEXTS)
}

/** One of them, however old; null when it is none. */
export async function readPublic(db: Db, personId: string, contextId: string) {
  const [found] = await db
    .select({ context: contexts })
    .from(contexts)
    .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
    .where(and(eq(contexts.id, contextId), isTriedOn(personId)))
  return found?.context ?? null
}
