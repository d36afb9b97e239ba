import { eq } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { contextPages, type contexts } from '@/db/schema'
import { type DecisionRow, decisionOf } from '../../contract/decision'
import type { PageReadingView } from '../../contract/market-view'
import { type PageSays, pagesSay } from '../../llm/built-in/pages'
import { questionWords } from '../../llm/built-in/relevance'
import type { PageText, QuestionText } from '../../llm/model'
import { wordCount } from '../../shared/words'
import { unreadInWords } from '../../words/pages'
import { choosePassages, quotesIn } from './passages'

type QuestionRow = Pick<typeof contexts.$inferSelect, 'title' | 'body' | 'pages' | keyof DecisionRow>
type PageRow = typeof contextPages.$inferSelect

/** The pages of a root as they stand; none of a question from before pages were read. */
function readPageRows(db: Db, rootId: string): Promise<PageRow[]> {
  return db.select().from(contextPages).where(eq(contextPages.contextId, rootId))
}

/** What is read of a root's pages wherever the question is read: by the inspector, by the market's own bots, and by the asker. */
export function pageTexts(root: QuestionRow, rows: readonly PageRow[]): PageText[] {
  const question = { title: root.title, body: root.body, decision: decisionOf(root), pages: root.pages }
  const words = questionWords(question)
  const byUrl = new Map(rows.map((row) => [row.url, row]))
  const found = root.pages.flatMap((url, index) => {
    const row = byUrl.get(url)
    return row ? [{ handle: `P${index + 1}`, url, row }] : []
  })
  const chosen = choosePassages(
    found.map(({ url, row }) => ({
      text: row.text,
      quotes: quotesIn({ url, text: `${words}\n“${root.claim}”\n${root.body}` }),
    })),
    words,
  )
  return found.map(({ handle, url, row }, index) => ({
    handle,
    url,
    title: row.title,
    ...(chosen[index] ?? { passages: [], isWhole: true }),
    notRead: row.state === 'read' ? null : unreadInWords(row.failure),
    ...(row.product === null ? {} : { product: row.product }),
  }))
}

/** The same, from the tables; empty without a statement where no page was named. */
export async function readPageTexts(db: Db, root: QuestionRow & { rootId: string }): Promise<PageText[]> {
  return root.pages.length === 0 ? [] : pageTexts(root, await readPageRows(db, root.rootId))
}

/** What came of a root's pages, for its page; what the inspector sees of them is the asker's to read here. */
export async function viewPages(
  db: Db,
  root: QuestionRow & { id: string },
  { isYours }: { isYours: boolean },
): Promise<PageReadingView[]> {
  if (root.pages.length === 0) return []
  const rows = await readPageRows(db, root.id)
  const read = pageTexts(root, rows)
  const question = { title: root.title, body: root.body, decision: decisionOf(root), pages: root.pages, read }
  const said = isYours ? pagesSay(question) : []
  return read.flatMap(({ handle, url, title, passages, isWhole, notRead, product = null }) => {
    const row = rows.find((one) => one.url === url)
    if (!row) return []
    const { state, readAt, text, contentHash, earlierHash } = row
    return {
      handle,
      url,
      state,
      notRead: state === 'unread' ? notRead : null,
      title,
      readAt,
      words: wordCount(text),
      contentHash,
      earlierHash,
      passages: isYours ? [...passages] : null,
      says: sayOf(said, handle),
      isWhole,
      product,
    }
  })
}

function sayOf(said: readonly PageSays[], wanted: string): PageReadingView['says'] {
  const found = said.find(({ handle }) => handle === wanted)
  return found ? { sentence: found.sentence, side: found.side } : null
}

/** A question for a model, with what was read of its pages. */
export function withPages(question: QuestionText, read: readonly PageText[]): QuestionText {
  return read.length === 0 ? question : { ...question, read }
}
