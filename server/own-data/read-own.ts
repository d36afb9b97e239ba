import { and, asc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import {
  accessKeys,
  answers,
  authAccounts,
  authSessions,
  bots,
  claimReplies,
  claimReplyRevisions,
  claimSubjects,
  complaints,
  contextRevisions,
  contexts,
  corpusPassages,
  decisions,
  flags,
  follows,
  gameSeats,
  games,
  gameTurns,
  inboxItems,
  inspections,
  moderationCases,
  noteRatings,
  notices,
  offers,
  passkeys,
  personMutes,
  publications,
  publicNotes,
  purchases,
  ratings,
  resales,
  resolutions,
  sameClaims,
  siteOwners,
  sites,
  spendRequests,
  suspensions,
  users,
} from '@/db/schema'
import { ownLog } from '../audit/read-log'
import { recordAct } from '../audit/record-act'
import { AUDIT_ROWS_MAX } from '../contract/audit'
import { WALLET_ROWS_MAX } from '../contract/ledger'
import type { Deps } from '../deps'
import { listInboxWebhooks } from '../inbox-webhooks/manage'
import { openAnswer } from '../inspection/step/answer'
import { readTrailAnswers } from '../inspection/step/trail-answers'
import { walletRows, walletSummary } from '../ledger/queries'
import { viewNotices } from '../market/inbox/notices'
import { readSwitches } from '../market/inbox/switches'
import { listMatchers } from '../market/matching/matchers'
import { openOffers, openOwn, openResold } from '../market/private/open'
import { readTree } from '../market/tree-rows'
import { viewBot } from '../sellers/bots/bots'
import { listDocuments } from '../sellers/corpus/documents'
import { openPassages } from '../sellers/corpus/passages'
import { asNumbered } from '../tree/citations'

/** Rows in memory at once, however much somebody has. */
const PAGE = 100

type ReadDeps = Pick<Deps, 'db' | 'clock' | 'cipher' | 'models'>

/** A part of what is somebody's: its name, and its rows one after the other. Never a key or a secret, only that there is one. */
export type OwnPart = { name: string; rows: AsyncIterable<unknown> }

/** Everything that is somebody's, for them alone, read as it is asked for. */
export function readOwn(deps: ReadDeps, personId: string): OwnPart[] {
  const part = (name: string, rows: AsyncIterable<unknown>): OwnPart => ({ name, rows })
  return [
    part('profile', readProfile(deps, personId)),
    part('waysIn', readWaysIn(deps, personId)),
    part('keys', readKeys(deps, personId)),
    part('settings', readOwnSettings(deps, personId)),
    part('questions', readQuestions(deps, personId)),
    part('purchases', readPurchases(deps, personId)),
    part('resales', readResales(deps, personId)),
    part('offers', readOwnOffers(deps, personId)),
    part('bots', readOwnBots(deps, personId)),
    part('passages', readPassages(deps, personId)),
    part('wallet', readWallet(deps, personId)),
    part('notices', readOwnNotices(deps, personId)),
    part('inbox', readInbox(deps, personId)),
    part('games', readGames(deps, personId)),
    part('complaints', readComplaints(deps, personId)),
    part('publicNotes', readPublicNotes(deps, personId)),
    part('replies', readReplies(deps, personId)),
    part('sameClaims', readSameClaims(deps, personId)),
    part('moderation', readModeration(deps, personId)),
    part('log', readLog(deps, personId)),
  ]
}

/** Writes that it was downloaded, before the first byte: whoever reads the log sees it. */
export async function noteDownload(
  deps: Pick<Deps, 'db' | 'clock' | 'actor'>,
  personId: string,
): Promise<void> {
  await deps.db.transaction((tx) => recordAct(tx, deps, personId, { act: 'account.downloaded' }))
}

/** Walks rows by an id, a page at a time. */
async function* walk<Row>(
  read: (after: string) => Promise<readonly Row[]>,
  idOf: (row: Row) => string,
): AsyncGenerator<Row[]> {
  let after = ''
  for (;;) {
    const page = await read(after)
    if (page.length > 0) yield [...page]
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return
    after = idOf(last)
  }
}

const afterId = (column: PgColumn, after: string): SQL => gt(column, after)

async function* readProfile({ db }: ReadDeps, personId: string) {
  yield* await db
    .select({
      id: users.id,
      handle: users.handle,
      name: users.name,
      bio: users.bio,
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      role: users.role,
      createdAt: users.createdAt,
    })
    .from(users)
    .where(eq(users.id, personId))
}

async function* readWaysIn({ db }: ReadDeps, personId: string) {
  for (const login of await db.select().from(authSessions).where(eq(authSessions.userId, personId))) {
    const { device, network, createdAt, seenAt, expiresAt } = login
    yield { kind: 'login', device, network, createdAt, seenAt, expiresAt }
  }
  for (const { name, createdAt, usedAt } of await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, personId)))
    yield { kind: 'passkey', name, createdAt, usedAt }
  for (const { provider, createdAt } of await db
    .select()
    .from(authAccounts)
    .where(eq(authAccounts.userId, personId)))
    yield { kind: 'provider', provider, createdAt }
}

async function* readKeys({ db }: ReadDeps, personId: string) {
  for (const row of await db.select().from(accessKeys).where(eq(accessKeys.personId, personId))) {
    const { id, name, hint, scopes, botId, createdAt, expiresAt, usedAt, revokedAt } = row
    const { spendPerDayMicros, spendPerQuestionMicros, askAboveMicros } = row
    yield {
      ...{ id, name, hint, scopes, botId, spendPerDayMicros, spendPerQuestionMicros, askAboveMicros },
      ...{ createdAt, expiresAt, usedAt, revokedAt },
    }
  }
  for (const row of await db.select().from(spendRequests).where(eq(spendRequests.personId, personId))) {
    const { id, kind, keyId, amountMicros, state, createdAt, decidedAt } = row
    yield { kind: `asked to ${kind}`, id, keyId, amountMicros, state, createdAt, decidedAt }
  }
}

async function* readOwnSettings(deps: ReadDeps, personId: string) {
  yield { kind: 'notices', switches: await readSwitches(deps.db, personId) }
  for (const alert of await listMatchers(deps, personId)) yield { kind: 'alert', ...alert }
  for (const { kind: what, subject, createdAt } of await deps.db
    .select()
    .from(follows)
    .where(eq(follows.personId, personId)))
    yield { kind: 'follows', what, subject, createdAt }
  for (const { deliveries: _, ...webhook } of await listInboxWebhooks(deps, personId))
    yield { kind: 'webhook', ...webhook }
  for (const { owner, host } of await deps.db
    .select({ owner: siteOwners, host: sites.host })
    .from(siteOwners)
    .innerJoin(sites, eq(sites.id, siteOwners.siteId))
    .where(eq(siteOwners.personId, personId)))
    yield { kind: 'site', host, provenAt: owner.provenAt, validUntil: owner.validUntil }
}

async function* readQuestions(deps: ReadDeps, personId: string) {
  const { db } = deps
  const pages = walk(
    (after) =>
      db
        .select({
          id: contexts.id,
          title: contexts.title,
          body: contexts.body,
          decision: contexts.decision,
          options: contexts.options,
          claim: contexts.claim,
          productUrl: contexts.productUrl,
          productPrice: contexts.productPrice,
          needs: contexts.needs,
          pages: contexts.pages,
          tags: contexts.tags,
          budgetMicros: contexts.budgetMicros,
          phase: contexts.phase,
          createdAt: contexts.createdAt,
          editedAt: contexts.editedAt,
          endedAt: contexts.endedAt,
          deadlineAt: inspections.deadlineAt,
          isTreePublic: inspections.isTreePublic,
        })
        .from(contexts)
        .innerJoin(inspections, eq(inspections.rootId, contexts.id))
        .where(and(eq(contexts.buyerId, personId), isNull(contexts.parentId), afterId(contexts.id, after)))
        .orderBy(asc(contexts.id))
        .limit(PAGE),
    ({ id }) => id,
  )
  for await (const page of pages) {
    for (const question of page) {
      const of = <Column extends PgColumn>(column: Column) => eq(column, question.id)
      const written = await db.select().from(answers).where(of(answers.rootId)).orderBy(asc(answers.revision))
      yield {
        ...question,
        earlier: await db
          .select({
            title: contextRevisions.title,
            body: contextRevisions.body,
            replacedAt: contextRevisions.replacedAt,
          })
          .from(contextRevisions)
          .where(of(contextRevisions.contextId)),
        answers: written.map((row) => ({
          revision: row.revision,
          markdown: openAnswer(deps, question.id, row),
          citations: asNumbered(row),
          writtenBy: row.writtenBy,
          writtenAt: row.writtenAt,
        })),
        answersOnTheWay: await readTrailAnswers(deps, question.id),
        published: await db
          .select({
            number: publications.number,
            markdown: publications.markdown,
            publishedAt: publications.publishedAt,
            takenBackAt: publications.takenBackAt,
          })
          .from(publications)
          .where(of(publications.rootId)),
        decided: await db
          .select({
            option: decisions.option,
            percent: decisions.percent,
            verdict: decisions.verdict,
            note: decisions.note,
            decidedAt: decisions.decidedAt,
          })
          .from(decisions)
          .where(of(decisions.rootId)),
        outcomes: await db
          .select({
            outcome: resolutions.outcome,
            source: resolutions.source,
            reason: resolutions.reason,
            resolvedAt: resolutions.resolvedAt,
          })
          .from(resolutions)
          .where(of(resolutions.rootId)),
        ratings: await db
          .select({
            offerId: ratings.offerId,
            rating: ratings.rating,
            reason: ratings.reason,
            ratedAt: ratings.ratedAt,
          })
          .from(ratings)
          .where(of(ratings.rootId)),
      }
    }
  }
}

/** What was bought, as far as its buyer may read it: what repeats something unbought stays sealed here too. */
async function* readPurchases(deps: ReadDeps, personId: string) {
  const trees = walk(
    (after) =>
      deps.db
        .selectDistinct({ rootId: purchases.rootId })
        .from(purchases)
        .where(and(eq(purchases.buyerId, personId), afterId(purchases.rootId, after)))
        .orderBy(asc(purchases.rootId))
        .limit(PAGE),
    ({ rootId }) => rootId,
  )
  for await (const page of trees) {
    for (const { rootId } of page) {
      const tree = await readTree(deps.db, rootId)
      if (!tree) continue
      const bought = new Set(tree.purchases.map(({ offerId }) => offerId))
      const shown = tree.offers.filter(({ id }) => bought.has(id))
      const opened = await openOffers(deps, personId, { tree, offers: shown })
      for (const { id, offerId, contextId, priceMicros, licence, way, createdAt } of tree.purchases)
        yield {
          ...{ id, offerId, contextId, rootId, priceMicros, licence, way, createdAt },
          teaser: opened.get(offerId)?.teaser ?? null,
          privateInfo: opened.get(offerId)?.privateInfo ?? null,
        }
    }
  }
}

/** What they bought at resale, with its texts: theirs for good. */
async function* readResales({ db, cipher }: ReadDeps, personId: string) {
  const pages = walk(
    (after) =>
      db
        .select({
          id: resales.id,
          offerId: resales.offerId,
          rootId: resales.rootId,
          teaser: offers.teaser,
          priceMicros: resales.priceMicros,
          createdAt: resales.createdAt,
        })
        .from(resales)
        .innerJoin(offers, eq(offers.id, resales.offerId))
        .where(and(eq(resales.buyerId, personId), afterId(resales.id, after)))
        .orderBy(asc(resales.id))
        .limit(PAGE),
    ({ id }) => id,
  )
  for await (const page of pages) {
    const texts = await openResold(
      { db, cipher },
      { buyerId: personId, offerIds: page.map(({ offerId }) => offerId) },
    )
    for (const one of page) yield { ...one, privateInfo: texts.get(one.offerId)?.reveal() ?? null }
  }
}

async function* readOwnOffers({ db, cipher }: ReadDeps, personId: string) {
  const pages = walk(
    (after) =>
      db
        .select({
          id: offers.id,
          contextId: offers.contextId,
          botId: offers.botId,
          teaser: offers.teaser,
          priceMicros: offers.priceMicros,
          licence: offers.licence,
          version: offers.version,
          state: offers.state,
          createdAt: offers.createdAt,
          endedAt: offers.endedAt,
          forgottenAt: offers.forgottenAt,
        })
        .from(offers)
        .where(and(eq(offers.sellerId, personId), afterId(offers.id, after)))
        .orderBy(asc(offers.id))
        .limit(PAGE),
    ({ id }) => id,
  )
  for await (const page of pages) {
    const texts = await openOwn({ db, cipher }, { sellerId: personId, offerIds: page.map(({ id }) => id) })
    for (const offer of page) yield { ...offer, privateInfo: texts.get(offer.id)?.reveal() ?? null }
  }
}

async function* readOwnBots(deps: ReadDeps, personId: string) {
  const own = await deps.db
    .select({ id: bots.id, kind: bots.kind, removedAt: bots.removedAt })
    .from(bots)
    .where(eq(bots.ownerId, personId))
    .orderBy(asc(bots.id))
  for (const { id, kind, removedAt } of own) {
    const documents =
      kind === 'corpus' && removedAt === null
        ? (await listDocuments(deps, personId, { botId: id })).documents
        : []
    yield { ...(await viewBot(deps, personId, id)), documents }
  }
}

/** Of documents what was read of them: an upload is not kept. */
async function* readPassages({ db, cipher }: ReadDeps, personId: string) {
  const own = db.select({ id: bots.id }).from(bots).where(eq(bots.ownerId, personId))
  const pages = walk(
    (after) =>
      db
        .select({
          id: corpusPassages.id,
          botId: corpusPassages.botId,
          position: corpusPassages.position,
        })
        .from(corpusPassages)
        .where(and(inArray(corpusPassages.botId, own), afterId(corpusPassages.id, after)))
        .orderBy(asc(corpusPassages.id))
        .limit(PAGE),
    ({ id }) => id,
  )
  for await (const page of pages) {
    for (const botId of new Set(page.map((row) => row.botId))) {
      const rows = page.filter((row) => row.botId === botId)
      const opened = await openPassages(db, cipher, { botId, passageIds: rows.map(({ id }) => id) })
      for (const { id, position } of rows) {
        const passage = opened.get(id)
        if (!passage) continue
        const { documentId, title, section, text } = passage
        yield { id, botId, documentId, title, section, position, text: text.reveal() }
      }
    }
  }
}

async function* readWallet({ db }: ReadDeps, personId: string) {
  yield { kind: 'balance', ...(await walletSummary(db, personId)) }
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof walletRows>> = await walletRows(db, {
      userId: personId,
      cursor,
      limit: WALLET_ROWS_MAX,
    })
    yield* page.rows
    cursor = page.nextCursor
  } while (cursor !== null)
}

async function* readOwnNotices({ db }: ReadDeps, personId: string) {
  const pages = walk(
    (after) =>
      db
        .select()
        .from(notices)
        .where(and(eq(notices.personId, personId), afterId(notices.id, after)))
        .orderBy(asc(notices.id))
        .limit(PAGE),
    ({ id }) => id,
  )
  for await (const page of pages) yield* await viewNotices(db, personId, page)
}

async function* readInbox({ db }: ReadDeps, personId: string) {
  const pages = walk(
    (after) =>
      db
        .select({
          contextId: inboxItems.contextId,
          matcherId: inboxItems.matcherId,
          createdAt: inboxItems.createdAt,
          seenAt: inboxItems.seenAt,
          ignoredAt: inboxItems.ignoredAt,
        })
        .from(inboxItems)
        .where(and(eq(inboxItems.personId, personId), afterId(inboxItems.contextId, after)))
        .orderBy(asc(inboxItems.contextId))
        .limit(PAGE),
    ({ contextId }) => contextId,
  )
  for await (const page of pages) yield* page
}

/** Both sides read both sides' words; who moderated is told to neither. */
async function* readComplaints({ db }: ReadDeps, personId: string) {
  const pages = walk(
    (after) =>
      db
        .select()
        .from(complaints)
        .where(
          and(
            or(eq(complaints.buyerId, personId), eq(complaints.sellerId, personId)),
            afterId(complaints.offerId, after),
          ),
        )
        .orderBy(asc(complaints.offerId))
        .limit(PAGE),
    ({ offerId }) => offerId,
  )
  for await (const page of pages)
    for (const { moderatorId: _, buyerId, sellerId: __, ...complaint } of page)
      yield { ...complaint, side: buyerId === personId ? 'buyer' : 'seller' }
}

async function* readGames({ db }: ReadDeps, personId: string) {
  const opened = walk(
    (after) =>
      db
        .select()
        .from(games)
        .where(and(eq(games.askerId, personId), afterId(games.id, after)))
        .orderBy(asc(games.id))
        .limit(PAGE),
    ({ id }) => id,
  )
  for await (const page of opened)
    for (const { tries: _, claimedUntil: __, ...game } of page) yield { kind: 'opened', ...game }
  const played = walk(
    (after) =>
      db
        .select()
        .from(gameSeats)
        .where(and(eq(gameSeats.personId, personId), afterId(gameSeats.gameId, after)))
        .orderBy(asc(gameSeats.gameId), asc(gameSeats.place))
        .limit(PAGE),
    ({ gameId }) => gameId,
  )
  for await (const page of played)
    for (const { gameId, place, botId, joinedAt } of page) {
      const turns = await db
        .select({
          number: gameTurns.number,
          kind: gameTurns.kind,
          text: gameTurns.text,
          madeAt: gameTurns.madeAt,
        })
        .from(gameTurns)
        .where(and(eq(gameTurns.gameId, gameId), eq(gameTurns.place, place)))
        .orderBy(asc(gameTurns.number))
      yield { kind: 'played', gameId, place, botId, joinedAt, turns }
    }
}

async function* readPublicNotes({ db }: ReadDeps, personId: string) {
  const written = walk(
    (after) =>
      db
        .select({
          id: publicNotes.id,
          rootId: publicNotes.rootId,
          text: publicNotes.text,
          status: publicNotes.status,
          createdAt: publicNotes.createdAt,
        })
        .from(publicNotes)
        .where(and(eq(publicNotes.authorId, personId), afterId(publicNotes.id, after)))
        .orderBy(asc(publicNotes.id))
        .limit(PAGE),
    ({ id }) => id,
  )
  for await (const page of written) for (const note of page) yield { kind: 'written', ...note }
  const rated = walk(
    (after) =>
      db
        .select()
        .from(noteRatings)
        .where(and(eq(noteRatings.personId, personId), afterId(noteRatings.noteId, after)))
        .orderBy(asc(noteRatings.noteId))
        .limit(PAGE),
    ({ noteId }) => noteId,
  )
  for await (const page of rated)
    for (const { noteId, isHelpful, reason, ratedAt } of page)
      yield { kind: 'rated', noteId, isHelpful, reason, ratedAt }
}

/** What they said of claims that are one. */
async function* readSameClaims({ db }: ReadDeps, personId: string) {
  for (const { leftId, rightId, proposedById, proposedAt, confirmedAt } of await db
    .select()
    .from(sameClaims)
    .where(or(eq(sameClaims.proposedById, personId), eq(sameClaims.confirmedById, personId))))
    yield proposedById === personId
      ? { kind: 'proposed', claims: [leftId, rightId], at: proposedAt }
      : { kind: 'confirmed', claims: [leftId, rightId], at: confirmedAt }
}

/** What they replied to claims, with what it said before, and whom they named. */
async function* readReplies({ db }: ReadDeps, personId: string) {
  for (const { id, rootId, text, standing, host, createdAt, editedAt } of await db
    .select()
    .from(claimReplies)
    .where(eq(claimReplies.authorId, personId))) {
    const earlier = await db
      .select({ text: claimReplyRevisions.text, replacedAt: claimReplyRevisions.replacedAt })
      .from(claimReplyRevisions)
      .where(eq(claimReplyRevisions.replyId, id))
      .orderBy(asc(claimReplyRevisions.number))
    yield { kind: 'reply', rootId, text, standing, host, createdAt, editedAt, earlier }
  }
  for (const { rootId, namedAt } of await db
    .select()
    .from(claimSubjects)
    .where(eq(claimSubjects.personId, personId)))
    yield { kind: 'named as whom a claim is about', rootId, namedAt }
}

async function* readModeration({ db }: ReadDeps, personId: string) {
  const raised = walk(
    (after) =>
      db
        .select()
        .from(flags)
        .where(and(eq(flags.personId, personId), afterId(flags.caseId, after)))
        .orderBy(asc(flags.caseId))
        .limit(PAGE),
    ({ caseId }) => caseId,
  )
  for await (const page of raised)
    for (const { rule, words, createdAt } of page) yield { kind: 'flag', rule, words, createdAt }
  for (const row of await db
    .select()
    .from(moderationCases)
    .where(and(eq(moderationCases.authorId, personId), eq(moderationCases.outcome, 'hidden')))) {
    const { subjectKind, subjectId, rule, note, decidedAt, appeal, appealOutcome, appealNote } = row
    yield {
      kind: 'hidden',
      ...{ subjectKind, subjectId, rule, note, decidedAt, appeal, appealOutcome, appealNote },
    }
  }
  for (const row of await db.select().from(suspensions).where(eq(suspensions.personId, personId))) {
    const { botId, right, rule, note, createdAt, until, liftedAt } = row
    yield { kind: 'suspension', botId, right, rule, note, createdAt, until, liftedAt }
  }
  yield* await db
    .select({
      kind: sql<string>`case when ${personMutes.isBlocked} then 'blocked' else 'muted' end`,
      handle: users.handle,
      createdAt: personMutes.createdAt,
    })
    .from(personMutes)
    .innerJoin(users, eq(users.id, personMutes.otherId))
    .where(eq(personMutes.personId, personId))
}

async function* readLog({ db }: ReadDeps, personId: string) {
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof ownLog>> = await ownLog(db, {
      userId: personId,
      cursor,
      limit: AUDIT_ROWS_MAX,
    })
    yield* page.rows
    cursor = page.nextCursor
  } while (cursor !== null)
}
