import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  botRuns,
  bots,
  contextAbout,
  contexts,
  hiddenThings,
  inspections,
  offers,
  personMutes,
  purchases,
  resales,
} from '@/db/schema'
import { OPEN_PHASES } from '../../protocol/advance'
import type { SubjectKind } from '../../words/moderation'
import type { Viewer } from './sight'

/**
 * The rules of `sight.ts` as conditions, for lists that the database pages and searches: what a viewer may not see must not be
 * counted, sorted or found either. Each is for a query that reads `contexts` with their `inspections`, and offers where it
 * says so. `sight.db.test.ts` holds them against the rules.
 */

const IN_OPEN_PHASES = sql.raw(OPEN_PHASES.map((phase) => `'${phase}'`).join(', '))

/** Where a condition finds its rows: the tables themselves, or aliases of them in a subquery. */
type Tables = {
  contexts: Record<'id' | 'rootId' | 'parentId' | 'buyerId' | 'phase' | 'isSealed', SQLWrapper>
  inspections: Record<'isTreePublic', SQLWrapper>
  offers: Record<'id' | 'sellerId', SQLWrapper>
}
const HERE: Tables = { contexts, inspections, offers }

/** The viewer is this one; never true for nobody. */
const isViewer = (viewer: Viewer, column: SQLWrapper) =>
  viewer === null ? sql`false` : sql`${column} = ${viewer}`

const isRoot = (at: Tables) => sql`${at.contexts.parentId} is null`

/** A moderator has hidden it. */
export const isHidden = (kind: SubjectKind, id: SQLWrapper) =>
  sql<boolean>`exists (select from ${hiddenThings} hid where hid.kind = ${kind} and hid.id = ${id})`

/**
 * A published answer that nobody but its asker may read: a moderator hid it, or an offer that it may have been written from.
 */
export const isAnswerHidden = (rootId: SQLWrapper) =>
  sql<boolean>`(${isHidden('answer', rootId)} or exists (
    select from ${hiddenThings} hid join ${purchases} sold on sold.offer_id = hid.id
    where hid.kind = 'offer' and sold.root_id = ${rootId}))`

const isQuestionHidden = (at: Tables) => isHidden('question', at.contexts.rootId)

/** As `mayAnswer`. */
const mayAnswer = (viewer: Viewer, at: Tables) =>
  viewer === null
    ? sql`false`
    : sql`(${at.contexts.buyerId} <> ${viewer} and ${at.contexts.phase} in (${IN_OPEN_PHASES})
        and not ${at.contexts.isSealed} and not ${isQuestionHidden(at)})`

/** False for what is about nothing. */
const isAllBought = (at: Tables) => sql`coalesce((
  select bool_and(bought.id is not null) from ${contextAbout} about
    left join ${purchases} bought on bought.offer_id = about.offer_id
  where about.context_id = ${at.contexts.id}), false)`

const isBuyer = (viewer: Viewer, at: Tables) => isViewer(viewer, at.contexts.buyerId)

/** As `canSeeTree`; roots are public. What is hidden is its asker's alone. */
const isWatched = (viewer: Viewer, at: Tables) =>
  sql`(${isBuyer(viewer, at)} or ((${isRoot(at)} or ${at.inspections.isTreePublic}) and not ${isQuestionHidden(at)}))`

/** As `sightInTree(viewer, context).see === 'all'`. */
const showsInTree = (
  viewer: Viewer,
  at: Tables,
) => sql`((${isRoot(at)} and ${isWatched(viewer, at)}) or (${isWatched(viewer, at)}
  and (not ${at.contexts.isSealed} or (${isBuyer(viewer, at)} and ${isAllBought(at)}))))`

/** The viewer may open a context's page: as `sightOfContext(viewer, context).see === 'all'`. */
export function opensPage(viewer: Viewer): SQL<boolean> {
  return sql<boolean>`(${mayAnswer(viewer, HERE)} or ${showsInTree(viewer, HERE)})`
}

/** A line about a context may say its words: as `showsWords`. */
export function saysWords(viewer: Viewer): SQL<boolean> {
  const wasAsked =
    viewer === null
      ? sql`false`
      : sql`(exists (select 1 from ${offers} asked where asked.context_id = ${contexts.id} and asked.seller_id = ${viewer})
        or exists (select 1 from ${botRuns} run join ${bots} asked on asked.id = run.bot_id
          where run.context_id = ${contexts.id} and asked.owner_id = ${viewer}))`
  return sql<boolean>`(${opensPage(viewer)} or (not ${contexts.isSealed} and ${wasAsked} and not ${isWithheld(viewer)}))`
}

/** A moderator has hidden the question, and the viewer did not ask it. */
export const isWithheld = (viewer: Viewer) =>
  sql<boolean>`(${isQuestionHidden(HERE)} and not ${isBuyer(viewer, HERE)})`

/** Stands in lines of one's own lists where the title of a question that is hidden would. */
export const HIDDEN_TITLE = 'Hidden question'

/**
 * How a line names the question it is about: by itself where its words may be said, else by its root, which is public unless it is hidden.
 */
export function namedQuestion(viewer: Viewer) {
  const says = saysWords(viewer)
  return {
    id: sql<string>`case when ${says} then ${contexts.id} else ${contexts.rootId} end`,
    title: sql<string>`case when ${says} then ${contexts.title} when ${isWithheld(viewer)} then ${HIDDEN_TITLE}
      else (select root.title from ${contexts} root where root.id = ${contexts.rootId}) end`,
    hasPage: sql<boolean>`(${opensPage(viewer)} or not (${says} or ${isWithheld(viewer)}))`,
  }
}

/** For a query that reads offers beside their own contexts: as `sightOfOffer(…).teaser`. */
export function showsTeaser(viewer: Viewer, at: Tables = HERE): SQL<boolean> {
  const isQuoting = sql`exists (
    select 1 from ${purchases} quoting, unnest(quoting.quotes) as quoted(id)
    where quoting.offer_id = ${at.offers.id}
      and not exists (select 1 from ${purchases} other where other.offer_id = quoted.id))`
  const isBought = sql`exists (select 1 from ${purchases} own where own.offer_id = ${at.offers.id})`
  const isShown = sql`(not ${isHidden('offer', at.offers.id)} or (${isBuyer(viewer, at)} and ${isBought}))`
  const isResold =
    viewer === null
      ? sql`false`
      : sql`exists (select from ${resales} mine where mine.offer_id = ${at.offers.id} and mine.buyer_id = ${viewer})`
  return sql<boolean>`(${isViewer(viewer, at.offers.sellerId)} or ${isResold} or (${isWatched(viewer, at)} and not ${isQuoting} and ${isShown}
    and (${showsInTree(viewer, at)} or (${isBuyer(viewer, at)} and ${isBought}))))`
}

/** Whom the viewer has muted or blocked; never true for nobody. */
export const isMuted = (viewer: Viewer, personId: SQLWrapper) =>
  viewer === null
    ? sql<boolean>`false`
    : sql<boolean>`exists (select from ${personMutes} mute where mute.person_id = ${viewer} and mute.other_id = ${personId})`

/** The asker has blocked this seller, whose offers he does not take. */
export const isBlockedBy = (askerId: SQLWrapper, sellerId: string) =>
  sql<boolean>`exists (select from ${personMutes} mute
    where mute.person_id = ${askerId} and mute.other_id = ${sellerId} and mute.is_blocked)`

/** Stands in lists of questions: not hidden, and not of somebody whom the viewer does not want to see. */
export const isListed = (viewer: Viewer) =>
  sql<boolean>`(${isBuyer(viewer, HERE)} or not (${isQuestionHidden(HERE)} or ${isMuted(viewer, contexts.buyerId)}))`
