import { decisionOf } from '../../contract/decision'
import type { Deps } from '../../deps'
import type { AnswerTask, KnownInfo } from '../../llm/model'
import { readPageTexts, withPages } from '../../market/pages/page-texts'
import { openForDecision } from '../../market/private/open'
import { factsOf, type TreeRows } from '../../market/tree-rows'
import { decisionView } from '../../protocol/information-set'
import type { Known } from '../../protocol/shares'
import { answeredBy } from './read-table'

/** What the decision rests on, as its tasks take it. */
export type Dossier = {
  question: AnswerTask['question']
  /** Purchases used, in the order of purchase: their places in it are what a `Known` names. */
  offerIds: readonly string[]
  /** What tells their texts apart; null where nothing does. */
  texts: readonly (string | null)[]
  /** Of these places, those that stay sealed to the buyer: they repeat an offer that was not bought. */
  sealed: readonly number[]
  /**
   * These purchases as somebody reads them who knows of no others: their handles count from 1, and the words of a sub-question that would
   * tell of an unknown one are left out.
   */
  knowing(known: Known): KnownInfo[]
}

/**
 * What a tree's decision may use, by its protocol; everything else that was bought is left out.
 *
 * @param at Another question of the tree: what an answer to that one may use.
 */
export async function readDossier(
  deps: Pick<Deps, 'db' | 'cipher'>,
  tree: TreeRows,
  root: TreeRows['contexts'][number],
  at: TreeRows['contexts'][number] = root,
): Promise<Dossier> {
  const viewOf = (purchases: TreeRows['purchases']) =>
    decisionView(tree.inspection.policy.protocol, factsOf({ ...tree, purchases }), at.id)
  const inUse = new Set(viewOf(tree.purchases).purchasedOffers)
  const used = tree.purchases.filter(({ offerId }) => inUse.has(offerId))
  const offerIds = used.map(({ offerId }) => offerId)
  const opened = await openForDecision(deps, { tree, buyerId: root.buyerId, offerIds })
  const contexts = new Map(tree.contexts.map((context) => [context.id, context]))
  const offers = new Map(tree.offers.map((offer) => [offer.id, offer]))
  return {
    question: withPages(
      { title: at.title, body: at.body, decision: decisionOf(at), pages: root.pages },
      await readPageTexts(deps.db, root),
    ),
    offerIds,
    texts: offerIds.map((offerId) => offers.get(offerId)?.contentHash ?? null),
    sealed: offerIds.flatMap((offerId, place) => (opened.get(offerId)?.isSealed ? [place] : [])),
    knowing(known) {
      const these = known.flatMap((place) => used[place] ?? [])
      const handles = new Map(these.map(({ offerId }, index) => [offerId, String(index + 1)]))
      const meanings = new Map(viewOf(these).meanings.map((meaning) => [meaning.offerId, meaning]))
      return these.map(({ offerId, contextId, priceMicros }): KnownInfo => {
        const context = contexts.get(contextId)
        const meaning = meanings.get(offerId)
        return {
          handle: handles.get(offerId) ?? '',
          teaser: offers.get(offerId)?.teaser ?? '',
          privateInfo: opened.get(offerId)?.text.reveal() ?? '',
          priceMicros,
          level: context?.level ?? 0,
          answers: meaning ? answeredBy(meaning, context, handles) : null,
        }
      })
    },
  }
}

/** All places of so many purchases. */
export function allKnown({ offerIds }: Pick<Dossier, 'offerIds'>): Known {
  return offerIds.map((_, place) => place)
}
