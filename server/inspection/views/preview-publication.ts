import { desc, eq } from 'drizzle-orm'
import { answers } from '@/db/schema'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { seeOffers } from '../../market/offer-views'
import { readTree } from '../../market/tree-rows'
import { proseOf } from '../../prose/renderer'
import { withCitationLinks } from '../../tree/citations'
import type { PublicationPreview } from '../../tree/contract'
import { openAnswer } from '../step/answer'
import { readPublishable } from '../step/publish'
import { viewAnswer } from './tree-view'

/**
 * What others would see of the latest answer of an own question if it were published now: through the doors that strangers go
 * through, on the rows as they would then be. Null where its sellers let nothing of it be read.
 *
 * @throws AppError `market.context_not_found`, `market.answer_revised` when there is no answer; as `readPublishable`.
 */
export async function previewPublication(
  deps: Pick<Deps, 'db' | 'cipher' | 'prose' | 'clock'>,
  buyerId: string,
  rootId: string,
): Promise<PublicationPreview | null> {
  const tree = await readTree(deps.db, rootId)
  if (tree?.contexts.find(({ id }) => id === rootId)?.buyerId !== buyerId)
    throw new AppError('market.context_not_found')
  const [latest] = await deps.db
    .select()
    .from(answers)
    .where(eq(answers.rootId, rootId))
    .orderBy(desc(answers.revision))
    .limit(1)
  if (!latest) throw new AppError('market.answer_revised')
  // What could be sold on is shown as it would be if the asker agreed.
  const agreed = { ...tree, inspection: { ...tree.inspection, isResaleAgreed: true } }
  const publishable = await readPublishable(deps, agreed, {
    ...latest,
    markdown: openAnswer(deps, rootId, latest),
  }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'market.licences_forbid') return null
    throw error
  })
  if (publishable === null) return null
  const { quoted, markdown, withheld, revision, resold, isBare } = publishable
  const published: typeof tree = { ...tree, quoted: [...tree.quoted, ...quoted] }
  const answer = await viewAnswer(deps, tree, { answer: latest, valuation: null, rated: new Map() }, false)
  const offers = tree.offers.filter(({ id }) => latest.citations.includes(id))
  return {
    answer,
    publication: {
      number: 0,
      revision,
      markdown,
      prose: await proseOf(deps.prose, withCitationLinks({ markdown, citations: answer.citations })),
      withheld,
      writtenBy: answer.writtenBy,
      publishedAt: deps.clock.now(),
    },
    offers: await seeOffers(deps, null, { tree: published, offers }),
    resold,
    isResaleAgreed: tree.inspection.isResaleAgreed,
    isBare,
  }
}
