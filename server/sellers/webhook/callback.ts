import { eq } from 'drizzle-orm'
import { webhooks } from '@/db/schema'
import { type CallbackResult, REPLY_BYTES_MAX } from '../../contract/webhook'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { inTree } from '../../realtime/tree-transaction'
import { requireBots } from '../../settings/stops'
import { concludeRun } from '../runs/conclude-run'
import { readRun } from '../runs/read-run'
import { readReply } from './read-reply'
import { openSecrets, purposeOf } from './secrets'
import { isSigned } from './sign'

/**
 * Takes an answer that an owner's server sends later. It is signed like the question, for the question's id, so it fits no
 * other question; sent again, it has no further effect, and nothing that was posted can be changed by it.
 *
 * @throws AppError `sellers.callback_refused` for an unknown run or a signature that does not hold, `request.too_large`,
 * `operate.bots_stopped`, `request.invalid` for a body that is not offers; `market.context_closed` when the question takes none any more.
 */
export async function takeCallback(
  deps: Deps,
  botRunId: string,
  { headers, body }: { headers: Headers; body: Uint8Array },
): Promise<CallbackResult> {
  if (body.length > REPLY_BYTES_MAX) throw new AppError('request.too_large')
  const asked = await readRun(deps, botRunId)
  const [hook] = asked ? await deps.db.select().from(webhooks).where(eq(webhooks.botId, asked.bot.id)) : []
  const now = deps.clock.now()
  const text = Buffer.from(body).toString('utf8')
  const isOwners =
    hook &&
    isSigned(openSecrets(deps.cipher, purposeOf(hook.botId), hook, now), {
      headers,
      id: botRunId,
      body: text,
      now,
    })
  if (!asked || !isOwners) throw new AppError('sellers.callback_refused')
  await requireBots(deps.db)
  const { run, bot, context } = asked
  const read = readReply(bot, body)
  if (!read.ok) throw new AppError('request.invalid', { details: { reason: read.failure } })
  const concluded = await inTree(deps, context.rootId, (tx, note) =>
    concludeRun(
      tx,
      deps,
      note,
      { runId: run.id, botId: bot.id, contextId: context.id },
      { kind: 'offers', drafts: read.drafts },
    ),
  )
  const { state, silence } = concluded ?? (await readRun(deps, botRunId))?.run ?? run
  if (silence === 'too-late' || silence === 'closed') throw new AppError('market.context_closed')
  return { state, silence }
}
