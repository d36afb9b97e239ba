import { and, asc, eq, not } from 'drizzle-orm'
import { inspections } from '@/db/schema'
import type { Deps } from '@/server/deps'
import { viewTree } from '@/server/inspection/views/tree-view'
import type { TreeLine } from '@/server/lab/market/data-set'
import { isHidden } from '@/server/market/private/sight-sql'
import type { TreeView } from '@/server/tree/contract'

/**
 * Every settled public tree as nobody in particular may see it, oldest first: the pages' own door decides what is public.
 * Names become "s1", "s2", …; private information is there only where a published answer quotes it as its licence allows, an answer
 * only when it is published, and notes never.
 */
export async function* exportMarket(deps: Pick<Deps, 'db' | 'cipher' | 'prose'>): AsyncGenerator<TreeLine> {
  const roots = await deps.db
    .select({ rootId: inspections.rootId })
    .from(inspections)
    .where(
      and(
        eq(inspections.status, 'settled'),
        eq(inspections.isTreePublic, true),
        not(isHidden('question', inspections.rootId)),
      ),
    )
    .orderBy(asc(inspections.endedAt), asc(inspections.rootId))
  const sellers = numbered('s')
  const trees = numbered('t')
  for (const { rootId } of roots) yield lineOf(await viewTree(deps, null, rootId), trees(rootId), sellers)
}

type Numbered = (id: string) => string

/** The same short word for the same id. */
function numbered(letter: string): Numbered {
  const words = new Map<string, string>()
  return (id) => {
    const word = words.get(id) ?? `${letter}${words.size + 1}`
    words.set(id, word)
    return word
  }
}

function lineOf(view: TreeView, tree: string, seller: Numbered): TreeLine {
  const context = numbered('c')
  const offer = numbered('o')
  const openedAt = view.contexts[0]?.createdAt.getTime() ?? 0
  return {
    tree,
    protocol: view.protocol,
    inspector: view.inspectorName,
    decision: view.decision.kind,
    contexts: view.contexts.map((one) => ({
      id: context(one.id),
      parent: one.parentId === null ? null : context(one.parentId),
      level: one.level,
      title: one.title,
      askKind: one.askKind,
      budgetMicros: String(one.budgetMicros),
      phase: one.phase,
    })),
    offers: view.offers.map((one) => ({
      id: offer(one.id),
      context: context(one.contextId),
      seller: seller(one.seller.handle),
      isBot: one.botId !== null,
      isByProgram: one.isByProgram,
      teaser: one.teaser,
      words: one.privateWords,
      priceMicros: String(one.priceMicros),
      licence: one.licence.kind,
      // To nobody in particular it is open in no other case.
      quoted: one.privateInfo,
      state: one.state,
      reason: one.reason,
    })),
    events: view.events.map((one) => ({
      seq: one.seq,
      type: one.type,
      context: context(one.contextId),
      offer: one.offerId === null ? null : offer(one.offerId),
      amountMicros: one.amountMicros === null ? null : String(one.amountMicros),
      round: one.round,
      code: one.code,
      atSeconds: (one.at.getTime() - openedAt) / 1000,
    })),
    bought: boughtIn(view).map(offer),
    trail: view.answer?.trail ?? [],
    published: view.published.standing?.markdown ?? null,
    // No answer is a person's.
    writtenBy: view.published.standing?.writtenBy ?? null,
  }
}

/** As the trail counts them; what was bought and not told of makes the two differ, and then there is no value to it. */
function boughtIn({ answer, events }: TreeView): string[] {
  const cited = answer?.citations.map(({ offerId }) => offerId) ?? []
  const bought = events.flatMap(({ type, offerId }) => (type === 'offer.bought' && offerId ? [offerId] : []))
  return [...cited, ...bought.filter((id) => !cited.includes(id))]
}
