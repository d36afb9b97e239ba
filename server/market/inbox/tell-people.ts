import { sql } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import type { Deps } from '../../deps'
import type { NoticeEvent } from '../../words/notices'
import type { Deed } from './fold-notices'
import { writeNotices } from './write-notices'

type TellDeps = Pick<Deps, 'clock' | 'ids' | 'jobs'>

/**
 * Says that a matcher of each of these people has found a question, in the transaction that puts it into their inboxes:
 * "3 new questions match". Call it with new items only; hint to `inboxTopic(personId)` after the commit, as for the items.
 */
export async function noteMatches(
  tx: Tx,
  deps: TellDeps,
  found: readonly { personId: string; contextId: string; createdAt: Date }[],
): Promise<void> {
  await writeNotices(
    tx,
    deps,
    found.map(({ personId, contextId, createdAt }) => ({
      ...blank(deps),
      at: createdAt,
      personId,
      event: 'question.matched',
      cause: 'question.matched',
      contextId,
    })),
  )
}

/**
 * Takes questions that have left inboxes unseen out of the lines that told of them: "3 new questions match" becomes 2, and the
 * last one takes its line along. A line that was opened later told of others. `createdAt` is the item's.
 */
export async function takeBackMatches(
  tx: Tx,
  gone: readonly { personId: string; createdAt: Date }[],
): Promise<void> {
  if (gone.length === 0) return
  await tx.execute(sql`
    with told as (
      select n.id, n.count from notice n
      join jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as g("personId" text, "createdAt" timestamptz)
        on n.person_id = g."personId" and n.created_at <= g."createdAt"
      where n.cause = 'question.matched' and n.read_at is null
    ), ended as (
      delete from notice using told where notice.id = told.id and told.count <= 1
    )
    update notice set count = notice.count - 1 from told where notice.id = told.id and told.count > 1`)
}

/**
 * Tells the owner that a bot was paused because of failures or a dead address, in the transaction that pauses it. Hint to
 * `inboxTopic(bot.ownerId)` after the commit.
 */
export async function tellBotPaused(
  tx: Tx,
  deps: TellDeps,
  bot: { id: string; ownerId: string },
): Promise<void> {
  await writeNotices(tx, deps, [
    {
      ...blank(deps),
      personId: bot.ownerId,
      event: 'bot.paused',
      cause: `bot.paused:${bot.id}`,
      botId: bot.id,
    },
  ])
}

/**
 * Tells somebody that a webhook of theirs is paused since its address is dead, in the transaction that pauses it. Hint to
 * `inboxTopic(personId)` after the commit.
 */
export async function tellWebhookPaused(tx: Tx, deps: TellDeps, personId: string): Promise<void> {
  const event = 'webhook.paused'
  await writeNotices(tx, deps, [{ ...blank(deps), personId, event, cause: event }])
}

/** Tells a side of a complaint what became of it, in the transaction that does; returns whom: hint to their inbox after the commit. */
export async function tellComplaint(
  tx: Tx,
  deps: TellDeps,
  told: Pick<Deed, 'personId' | 'contextId' | 'offerId'> & {
    event: 'sale.contested' | 'sale.decided' | 'complaint.decided'
    amountMicros?: bigint
  },
): Promise<string> {
  await writeNotices(tx, deps, [{ ...blank(deps), ...told, cause: `${told.event}:${told.offerId}` }])
  return told.personId
}

/**
 * Tells somebody that a program of theirs would spend more than it may without asking, in the transaction that writes the request.
 * Hint to `inboxTopic(personId)` after the commit.
 */
export async function tellSpendWaits(
  tx: Tx,
  deps: TellDeps,
  { personId, amountMicros }: { personId: string; amountMicros: bigint },
): Promise<void> {
  const event = 'spend.waiting'
  await writeNotices(tx, deps, [{ ...blank(deps), personId, event, cause: event, amountMicros }])
}

/** Something that a moderator or an operator did, or decided, and whom it concerns. `about` is the id of what it is one cause with. */
export type RuleDeed = {
  personId: string
  event: NoticeEvent
  about: string
  amountMicros?: bigint
}

/** Tells people what was decided about what is theirs, in the transaction that decides it. Returns whom to hint to after the commit. */
export function tellOfRules(tx: Tx, deps: TellDeps, deeds: readonly RuleDeed[]): Promise<string[]> {
  return writeNotices(
    tx,
    deps,
    deeds.map(({ about, amountMicros, ...deed }) => ({
      ...blank(deps),
      ...deed,
      cause: `${deed.event}:${about}`,
      amountMicros: amountMicros ?? null,
    })),
  )
}

/** Tells people that a question is put to them by name, in the transaction that does. Returns whom to hint to after the commit. */
export function tellAddressed(
  tx: Tx,
  deps: TellDeps,
  { contextId, people }: { contextId: string; people: readonly string[] },
): Promise<string[]> {
  const event = 'question.addressed'
  return writeNotices(
    tx,
    deps,
    people.map((personId) => ({
      ...blank(deps),
      personId,
      event,
      cause: `${event}:${contextId}`,
      contextId,
    })),
  )
}

/** Tells authors of public notes on claims that these are shown now, or are not any more. Returns whom to hint to after the commit. */
export function tellOfNotes(
  tx: Tx,
  deps: TellDeps,
  notes: readonly { authorId: string; rootId: string; isShown: boolean }[],
): Promise<string[]> {
  const eventOf = (isShown: boolean) => (isShown ? 'note.shown' : 'note.not-shown')
  return writeNotices(
    tx,
    deps,
    notes.map(({ authorId, rootId, isShown }) => ({
      ...blank(deps),
      personId: authorId,
      event: eventOf(isShown),
      cause: `${eventOf(isShown)}:${rootId}`,
      contextId: rootId,
    })),
    notes.map(({ authorId, rootId, isShown }) => ({
      personId: authorId,
      cause: `${eventOf(!isShown)}:${rootId}`,
    })),
  )
}

/**
 * Tells owners of sites that a question about one of their pages waits for their yes: one line for all of their sites. Returns whom to
 * hint to after the commit.
 */
export function tellSiteOwners(
  tx: Tx,
  deps: TellDeps,
  { contextId, owners }: { contextId: string; owners: readonly string[] },
): Promise<string[]> {
  const event = 'site.asked'
  return writeNotices(
    tx,
    deps,
    owners.map((personId) => ({ ...blank(deps), personId, event, cause: event, contextId })),
  )
}

/** Tells a seller and whoever asked first that a source was bought at resale, and what that brings each. Returns whom to hint to after the commit. */
export function tellResold(
  tx: Tx,
  deps: TellDeps,
  {
    rootId,
    contextId,
    offerId,
    botId,
    seller,
    asker,
  }: Pick<Deed, 'contextId' | 'botId'> & {
    rootId: string
    offerId: string
    seller: { id: string; earnedMicros: bigint }
    asker: { id: string; earnedMicros: bigint }
  },
): Promise<string[]> {
  return writeNotices(tx, deps, [
    {
      ...blank(deps),
      ...{ personId: seller.id, event: 'offer.resold', cause: `offer.resold:${rootId}` },
      ...{ contextId, offerId, botId, amountMicros: seller.earnedMicros },
    },
    {
      ...blank(deps),
      ...{ personId: asker.id, event: 'answer.resold', cause: `answer.resold:${rootId}` },
      ...{ contextId: rootId, offerId, amountMicros: asker.earnedMicros },
    },
  ])
}

/** Tells somebody that a claim is said to be about them. Returns whom to hint to after the commit. */
export function tellSubject(
  tx: Tx,
  deps: TellDeps,
  { contextId, personId }: { contextId: string; personId: string },
): Promise<string[]> {
  const event = 'claim.about-you'
  const cause = `${event}:${contextId}`
  return writeNotices(tx, deps, [{ ...blank(deps), personId, event, cause, contextId }])
}

/**
 * Tells people who are no side of a question what became of it. What they follow fills one line, "3 new questions in what you follow";
 * an answer takes the place of a line that said that it ended without one. Returns whom to hint to after the commit.
 */
export function tellOfQuestion(
  tx: Tx,
  deps: TellDeps,
  { event, contextId, people }: { event: NoticeEvent; contextId: string; people: readonly string[] },
): Promise<string[]> {
  const cause = event === 'followed.asked' ? event : `${event}:${contextId}`
  const ended = event === 'followed.answered' ? people : []
  return writeNotices(
    tx,
    deps,
    people.map((personId) => ({ ...blank(deps), personId, event, cause, contextId })),
    ended.map((personId) => ({ personId, cause: `followed.ended:${contextId}` })),
  )
}

/** What happened in a game, to somebody who has a part in it. */
export type GameDeed = {
  personId: string
  event: 'game.turn' | 'game.judging' | 'game.ended'
  /** The bot of theirs whose turn it is. */
  botId: string | null
}

/**
 * Tells people what a game wants of them now, in the transaction that moves it; a line of a turn or a recommendation that it no longer
 * waits for is taken back. Returns whom to hint to after the commit.
 */
export function tellOfGame(
  tx: Tx,
  deps: TellDeps,
  { gameId, deeds, people }: { gameId: string; deeds: readonly GameDeed[]; people: readonly string[] },
): Promise<string[]> {
  const waited = people.flatMap((personId) => [
    { personId, cause: `game.turn:${gameId}` },
    { personId, cause: `game.judging:${gameId}` },
  ])
  return writeNotices(
    tx,
    deps,
    deeds.map((deed) => ({ ...blank(deps), ...deed, gameId, cause: `${deed.event}:${gameId}` })),
    waited,
  )
}

/** Tells a side of a purchase what the other asks or allows about quoting it. Returns whom to hint to after the commit. */
export function tellQuoting(
  tx: Tx,
  deps: TellDeps,
  event: 'quote.wanted' | 'quote.allowed',
  deeds: readonly { personId: string; contextId: string; offerId: string }[],
): Promise<string[]> {
  return writeNotices(
    tx,
    deps,
    deeds.map((deed) => ({ ...blank(deps), ...deed, event, cause: `${event}:${deed.contextId}` })),
  )
}

function blank({ clock }: Pick<Deps, 'clock'>): Omit<Deed, 'personId' | 'event' | 'cause'> {
  return {
    contextId: null,
    offerId: null,
    botId: null,
    count: 1,
    amountMicros: null,
    reason: null,
    at: clock.now(),
  }
}
