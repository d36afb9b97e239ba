import type { contexts } from '@/db/schema'
import type { Deps } from '../../deps'
import { nearestOf, nearnessToClaims } from '../../market/private/choose'
import { affordChoice } from '../../protocol/bits'
import { wordCount } from '../../shared/words'
import type { BotDraft } from './answerer'
import { usableDrafts } from './drafts'

/** A draft that may be one of several passages, and how near each is to what is sealed. */
export type WeighedDraft = BotDraft & { nearness?: readonly number[] }

/** A draft as it is posted. */
export type ChosenDraft = BotDraft & { chosen?: { among: number; wordsMax: number } }

type Context = Pick<typeof contexts.$inferSelect, 'id' | 'rootId' | 'parentId' | 'phase' | 'millibitsLeft'>

/**
 * Reads what is sealed for the drafts that it may choose a passage of; outside of the transaction that posts them. All passages are made what
 * can be posted first, so that whether there is an offer does not depend on which is chosen.
 */
export async function weighed(
  { db, cipher }: Pick<Deps, 'db' | 'cipher'>,
  context: Context,
  drafts: readonly BotDraft[],
): Promise<WeighedDraft[]> {
  return Promise.all(
    drafts.map(async (draft) => {
      const { choice, ...plain } = draft
      if (!choice || context.parentId === null) return plain
      const usable = usableDrafts(
        choice.passages.map((privateInfo) => ({ ...plain, teaser: choice.teaser, privateInfo })),
      )
      const passages = usable.map(({ privateInfo }) => privateInfo)
      const nearness = await nearnessToClaims(db, cipher, context, passages)
      return { ...plain, choice: { ...choice, passages }, nearness }
    }),
  )
}

/**
 * Lets what is sealed choose, as far as the bits of a sub-question go that takes its first offers; else a draft stays as public words have it.
 * `spent` is paid with the first of them that is posted; a run has one at most.
 */
export function withChoice(
  { phase, millibitsLeft }: Context,
  drafts: readonly WeighedDraft[],
): { drafts: ChosenDraft[]; spent: number } {
  let spent = 0
  const chosen = drafts.map((draft): ChosenDraft => {
    const { choice, nearness, ...plain } = draft
    // Once it is read its bits are its verdict's.
    if (!choice || !nearness || spent > 0 || phase !== 'collecting') return plain
    const { among, ...afforded } = affordChoice(millibitsLeft, choice.passages.length)
    if (among < 2) return plain
    spent = afforded.spent
    const considered = choice.passages.slice(0, among)
    return {
      ...plain,
      teaser: choice.teaser,
      privateInfo: considered[nearestOf(nearness, among)] ?? plain.privateInfo,
      chosen: { among, wordsMax: Math.max(...considered.map(wordCount)) },
    }
  })
  return { drafts: chosen, spent }
}
