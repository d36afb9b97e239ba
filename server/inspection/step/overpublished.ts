import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { answers, publications } from '@/db/schema'
import type { Deps } from '../../deps'
import { BY_WORDS } from '../../llm/built-in/answer'
import { readTree, type TreeRows } from '../../market/tree-rows'
import { asNumbered } from '../../tree/citations'
import { publicTextOf } from './public-text'
import { publicBefore, readSources } from './publish'

/** A publication that shows what it may not. `why` holds no text of it. */
export type Overpublished = { rootId: string; number: number; why: string }

/** Of what is published of these questions, by the licences of all that each had bought when it was published, what should not be there. */
export async function findOverpublished(
  deps: Pick<Deps, 'db' | 'cipher'>,
  rootIds: readonly string[],
): Promise<Overpublished[]> {
  const rows = await deps.db
    .select({ publication: publications, citations: answers.citations, numbers: answers.numbers })
    .from(publications)
    .innerJoin(
      answers,
      and(eq(answers.rootId, publications.rootId), eq(answers.revision, publications.revision)),
    )
    .where(and(inArray(publications.rootId, [...rootIds]), isNull(publications.takenBackAt)))
    .orderBy(asc(publications.rootId), asc(publications.number))
  const found: Overpublished[] = []
  for (const [rootId, own] of Map.groupBy(rows, ({ publication }) => publication.rootId)) {
    const tree = await readTree(deps.db, rootId)
    for (const { publication, ...answer } of own) {
      const why = tree
        ? await whyOver(deps, tree, { publication, cited: asNumbered(answer) })
        : 'has no question'
      if (why !== null) found.push({ rootId, number: publication.number, why })
    }
  }
  return found
}

type Row = { publication: typeof publications.$inferSelect; cited: readonly string[] }

async function whyOver(
  deps: Pick<Deps, 'db' | 'cipher'>,
  tree: TreeRows,
  { publication, cited }: Row,
): Promise<string | null> {
  const root = tree.contexts.find(({ parentId }) => parentId === null)
  if (!root || !tree.inspection.isTreePublic) return 'is of a tree that only its asker may watch'
  const then = tree.purchases.filter(
    ({ offerId, createdAt }) => cited.includes(offerId) || createdAt < publication.publishedAt,
  )
  const sources = await readSources(deps, { ...tree, purchases: then }, { buyerId: root.buyerId, cited })
  const publicTexts = await publicBefore(deps, tree, root)
  const { markdown, lead, quoted, verdict } = publication
  const may = publicTextOf({ markdown, sources, publicTexts, notes: [BY_WORDS] })
  const mayQuote = may.quoted.map((place) => cited[place - 1])
  if (may.withheld > 0 || inWords(may.markdown) !== inWords(markdown)) return 'says what a licence keeps back'
  if (may.lead !== lead) return 'begins with what it does not say'
  if (quoted.some((offerId) => !mayQuote.includes(offerId)))
    return 'quotes what its seller keeps for the asker'
  if (verdict !== '' && !root.options.includes(verdict)) return 'recommends what is no option'
  return null
}

const inWords = (text: string) => text.split(/\s+/).filter(Boolean).join(' ')
