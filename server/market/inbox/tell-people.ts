import type { Tx } from '@/db/client'
import type { Deps } from '../../deps'
import type { Deed } from './fold-notices'
import { writeNotices } from './write-notices'

type TellDeps = Pick<Deps, 'clock' | 'ids' | 'jobs'>

/**
 * Says that a matcher of each of these people has found a question, in the transaction that puts it into their inboxes:
 * "3 new questions match". Call it with new items only; hint to `inboxTopic(personId)` after the commit, as for the items.
 */
export async function noteMatches(
  tx: Tx,
  deps: TellDeps,
  found: readonly { personId: string; contextId: string }[],
): Promise<void> {
  await writeNotices(
    tx,
    deps,
    found.map(({ personId, contextId }) => ({
      ...blank(deps),
      personId,
      event: 'question.matched',
      cause: 'question.matched',
      contextId,
    })),
  )
}

/**
 * Tells the owner that a bot was paused because of failures or a dead address, in the transaction that pauses it. Hint to
 * `inboxTopic(bot.ownerId)` after the commit.
 */
export async function tellBotPaused(
  tx: Tx,
  deps: TellDeps,
  bot: { id: string; ownerId: string },
): Promise<void> {
  await writeNotices(tx, deps, [
    {
      ...blank(deps),
      personId: bot.ownerId,
      event: 'bot.paused',
      cause: `bot.paused:${bot.id}`,
      botId: bot.id,
    },
  ])
}

function blank({ clock }: Pick<Deps, 'clock'>): Omit<Deed, 'personId' | 'event' | 'cause'> {
  return {
    contextId: null,
    offerId: null,
    botId: null,
    count: 1,
    amountMicros: null,
    reason: null,
    at: clock.now(),
  }
}
