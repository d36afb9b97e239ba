import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Prose } from '@/server/contract/prose'

/**
 * Public texts in Markdown as they are drawn (`server/prose/`), read once when they were written: a question's details by the
 * question's id, what people say about themselves by theirs. Sealed texts are never here.
 */
export const laidOutTexts = pgTable('laid_out_text', {
  id: text('id').primaryKey(),
  /** Of the text and of the way it is laid out: a row that does not fit is made anew. */
  digest: text('digest').notNull(),
  prose: jsonb('prose').$type<Prose>().notNull(),
})
