import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db, Tx } from '@/db/client'
import { laidOutTexts } from '@/db/schema'
import { type Prose, plainProse, showsSomething } from '../contract/prose'
import { AppError } from '../errors'
import { PAGE_MS_MAX, type ProseRenderer } from './renderer'

/** Goes up when the same text is laid out otherwise, so that what is kept is made anew. */
const LAYOUT_VERSION = 2

const digestOf = (markdown: string) =>
  createHash('sha256').update(`${LAYOUT_VERSION}\n${markdown}`).digest('base64url')

/**
 * Lays out a text before it is posted.
 *
 * @throws AppError `market.text_unreadable` with the field, for a text that would hold up whoever reads it; `request.busy`.
 */
export async function layOutToPost(
  prose: ProseRenderer,
  { field, markdown }: { field: string; markdown: string },
): Promise<Prose> {
  if (markdown === '') return []
  const reply = await prose.layOut(markdown)
  if (reply.ok) return reply.prose
  if (reply.why === 'busy') throw new AppError('request.busy')
  throw new AppError('market.text_unreadable', { details: { field } })
}

/**
 * Looks at an offer before it is posted: its private information can be laid out, and of that and of its teaser something is seen. A
 * comment, definitions of links or empty emphasis are nothing to sell.
 *
 * @throws AppError `market.text_shows_nothing` with the field; as `layOutToPost`.
 */
export async function layOutSold(
  prose: ProseRenderer,
  offer: { teaser: string; privateInfo: string },
): Promise<void> {
  for (const field of ['privateInfo', 'teaser'] as const) {
    if (!showsSomething(await layOutToPost(prose, { field, markdown: offer[field] })))
      throw new AppError('market.text_shows_nothing', { details: { field } })
  }
}

/** Keeps a public text as it is drawn, under the id of what it belongs to. */
export async function keepLaidOut(
  db: Db | Tx,
  { id, markdown, prose }: { id: string; markdown: string; prose: Prose },
): Promise<void> {
  const row = { digest: digestOf(markdown), prose }
  await db
    .insert(laidOutTexts)
    .values({ id, ...row })
    .onConflictDoUpdate({ target: laidOutTexts.id, set: row })
}

/** A public text as it is drawn; one that is not kept yet, or was changed since, is laid out and kept, but where there was no time to. */
export async function readLaidOut(
  { db, prose: renderer }: { db: Db; prose: ProseRenderer },
  { id, markdown }: { id: string; markdown: string },
): Promise<Prose> {
  if (markdown === '') return []
  const [kept] = await db.select().from(laidOutTexts).where(eq(laidOutTexts.id, id))
  if (kept?.digest === digestOf(markdown)) return kept.prose
  const reply = await renderer.layOutForPage(markdown, PAGE_MS_MAX)
  const prose = reply.ok ? reply.prose : plainProse(markdown)
  if (reply.ok || reply.why !== 'busy') await keepLaidOut(db, { id, markdown, prose })
  return prose
}
