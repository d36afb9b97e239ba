import { and, asc, eq, gt, gte, isNull, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '@/db/client'
import { type AnswerTrail, complaints, contextRevisions, publications } from '@/db/schema'
import { recordAct } from '../../audit/record-act'
import { mayQuote } from '../../contract/licence'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { BY_WORDS } from '../../llm/built-in/answer'
import { openForDecision } from '../../market/private/open'
import { sightsOf } from '../../market/private/tree-sight'
import type { TreeRows } from '../../market/tree-rows'
import { bestOption } from '../../protocol/value'
import type { Note } from '../../realtime/tree-transaction'
import { asNumbered, type NumberedAnswer } from '../../tree/citations'
import { type PublicText, publicTextOf, repeatsKept, type Source } from './public-text'

/** An answer as it was written. */
export type WrittenAnswer = NumberedAnswer & { revision: number; markdown: string; trail: AnswerTrail }

/** What of an answer others may come to read. */
export type Publishable = Omit<PublicText, 'quoted'> & {
  revision: number
  /** The option that was recommended; empty for other decisions. */
  verdict: string
  /** Purchases whose own text others may read beside it. */
  quoted: string[]
  /** Purchases it rests on whose licence lets others buy them, where the asker agrees. */
  resold: string[]
  /** Nothing of it may be read: it is worth publishing only for what can be bought. */
  isBare: boolean
}

/**
 * What of an answer may be published, by the licences of all that its question bought.
 *
 * @throws AppError `market.tree_not_public`; `market.licences_forbid` when nothing is left to show, and nothing may be
 * sold on; `market.question_repeats_source` when the question was edited to say what a seller keeps for the asker.
 */
export async function readPublishable(
  deps: Pick<Deps, 'db' | 'cipher'>,
  tree: TreeRows,
  answer: WrittenAnswer,
): Promise<Publishable> {
  const { rootId, isTreePublic, isResaleAgreed } = tree.inspection
  const root = tree.contexts.find(({ id }) => id === rootId)
  if (!root) throw new AppError('market.context_not_found')
  if (!isTreePublic) throw new AppError('market.tree_not_public')
  const cited = asNumbered(answer)
  const sources = await readSources(deps, tree, { buyerId: root.buyerId, cited })
  const publicTexts = await publicBefore(deps, tree, root)
  if (repeatsKept(`${root.title}\n${root.body}`, { sources, publicTexts }))
    throw new AppError('market.question_repeats_source')
  const { quoted, ...text } = publicTextOf({
    markdown: answer.markdown,
    sources,
    publicTexts,
    notes: [BY_WORDS],
  })
  const last = answer.trail.at(-1)
  const verdict = last?.kind === 'choice' ? (root.options[theBest(last.utilities) ?? -1] ?? '') : ''
  const sights = sightsOf(root.buyerId, tree)
  const disputed = await disputedIn(deps.db, rootId)
  const resold = tree.purchases
    .filter(({ licence, offerId }) => licence === 'resale' && cited.includes(offerId))
    .filter(({ offerId }) => !disputed.has(offerId))
    // What its own buyer may not read is nobody's to buy.
    .flatMap(({ offerId }) => (sights.offer(offerId).privateInfo ? [offerId] : []))
  const isBare = text.lead === '' && verdict === '' && last?.kind !== 'belief'
  if (isBare && !(isResaleAgreed && resold.length > 0)) throw new AppError('market.licences_forbid')
  const offerIds = quoted.flatMap((number) => cited[number - 1] ?? [])
  return { ...text, revision: answer.revision, verdict, quoted: offerIds, resold, isBare }
}

/** Purchases that are complained of, or were refunded: they are not for resale (`offer_resells`). */
async function disputedIn(db: Db, rootId: string): Promise<Set<string>> {
  const rows = await db
    .select({ offerId: complaints.offerId })
    .from(complaints)
    .where(
      and(eq(complaints.rootId, rootId), or(isNull(complaints.outcome), gt(complaints.refundedMicros, 0n))),
    )
  return new Set(rows.map(({ offerId }) => offerId))
}

/** Everything that was bought for the question, whether the answer rests on it or not; `cited` in the order of the answer's numbers. */
export async function readSources(
  deps: Pick<Deps, 'db' | 'cipher'>,
  tree: TreeRows,
  { buyerId, cited }: { buyerId: string; cited: readonly string[] },
): Promise<Source[]> {
  const offerIds = tree.purchases.map(({ offerId }) => offerId)
  const opened = await openForDecision(deps, { tree, buyerId, offerIds })
  const teasers = new Map(tree.offers.map(({ id, teaser }) => [id, teaser]))
  return tree.purchases.map((purchase): Source => {
    const { offerId } = purchase
    const info = opened.get(offerId)
    const text = info?.text.reveal() ?? ''
    const place = cited.indexOf(offerId)
    return {
      number: place === -1 ? null : place + 1,
      isQuotable: mayQuote(purchase) && info?.isSealed === false,
      // Of what is sealed to its buyer nobody sees the teaser either.
      text: info?.isSealed ? `${teasers.get(offerId) ?? ''}\n${text}` : text,
    }
  })
}

/**
 * What everybody could read before anything was bought: whoever asks has read what was bought since, and could have written it
 * into the question.
 */
export async function publicBefore(
  { db }: Pick<Deps, 'db'>,
  tree: TreeRows,
  root: TreeRows['contexts'][number],
): Promise<string[]> {
  const [first] = tree.purchases
  const [replaced] = first
    ? await db
        .select({ title: contextRevisions.title, body: contextRevisions.body })
        .from(contextRevisions)
        .where(
          and(eq(contextRevisions.contextId, root.id), gte(contextRevisions.replacedAt, first.createdAt)),
        )
        .orderBy(asc(contextRevisions.version))
        .limit(1)
    : []
  const stranger = sightsOf(null, tree)
  const teasers = tree.offers.filter(
    ({ id, createdAt }) => (!first || createdAt <= first.createdAt) && stranger.offer(id).teaser,
  )
  const { title, body } = replaced ?? root
  return [title, body, root.claim, ...root.options, ...root.tags, ...teasers.map(({ teaser }) => teaser)]
}

/** A seller may have allowed more since: the same answer can then be published anew. */
function isSame(
  before: Pick<Publishable, 'revision' | 'markdown' | 'quoted'>,
  { revision, markdown, quoted }: Publishable,
): boolean {
  return (
    before.revision === revision &&
    before.markdown === markdown &&
    before.quoted.length === quoted.length &&
    quoted.every((offerId) => before.quoted.includes(offerId))
  )
}

/** Null where several are as good. */
function theBest(utilities: readonly number[]): number | null {
  const best = bestOption([...utilities])
  return utilities.filter((utility) => utility === utilities[best]).length === 1 ? best : null
}

/**
 * Publishes in place of what stood before, which stays readable as history. The caller has locked the root context. Publishing the
 * same answer again changes nothing.
 */
export async function writePublication(
  tx: Tx,
  deps: Pick<Deps, 'actor' | 'clock'>,
  note: Note,
  {
    rootId,
    buyerId,
    publishable,
    at,
  }: { rootId: string; buyerId: string; publishable: Publishable; at: Date },
): Promise<void> {
  const standing = and(eq(publications.rootId, rootId), isNull(publications.endedAt))
  const [before] = await tx
    .select({
      revision: publications.revision,
      markdown: publications.markdown,
      quoted: publications.quoted,
    })
    .from(publications)
    .where(standing)
  if (before && isSame(before, publishable)) return
  await tx.update(publications).set({ endedAt: at }).where(standing)
  const number = sql<number>`(select coalesce(max(number), 0) + 1 from publication where root_id = ${rootId})`
  const { resold: _resold, isBare: _isBare, ...shown } = publishable
  await tx.insert(publications).values({ rootId, number, ...shown, publishedAt: at })
  await recordAct(tx, deps, buyerId, { act: 'answer.published', questionId: rootId })
  note({ type: 'answer.published', contextId: rootId, round: publishable.revision })
}
