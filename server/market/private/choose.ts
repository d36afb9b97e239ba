import { eq } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { contextAbout, offers } from '@/db/schema'
import { shared } from '../../llm/built-in/claims'
import { subjectTerms } from '../../llm/built-in/relevance'
import type { Cipher } from '../../shared/cipher'
import { readForInspection } from './open'

/**
 * The market's own search: which of a bot's passages says most on what a sub-question checks is seen by reading that, and who sells the
 * passages must not learn it. So what is offered, and for how much, is a function of public words; public words name the candidates too; and what is
 * sealed chooses among these few, which is paid in bits (`affordChoice` of the protocol).
 */

/**
 * How near each of these passages is to what the offers say that a sub-question is about: how many words of subject matter they share. Opened
 * and forgotten at once: no word leaves, and all passages are read whatever the offers say. Nothing is near where these are gone.
 */
export async function nearnessToClaims(
  db: Db,
  cipher: Cipher,
  { id: contextId, rootId }: { id: string; rootId: string },
  passages: readonly string[],
): Promise<number[]> {
  const pins = await db
    .select({ offerId: offers.id, version: offers.version })
    .from(contextAbout)
    .innerJoin(offers, eq(offers.id, contextAbout.offerId))
    .where(eq(contextAbout.contextId, contextId))
  const claims = await readForInspection(db, cipher, { rootId, pins })
  const claimed = subjectTerms([...claims.values()].map((claim) => claim.reveal()).join('\n'))
  return passages.map((passage) => shared(subjectTerms(passage), claimed))
}

/** The place of the nearest among the first so many; the first of equals. */
export function nearestOf(nearness: readonly number[], among: number): number {
  const considered = nearness.slice(0, among)
  return Math.max(0, considered.indexOf(Math.max(...considered)))
}
