import type { BotRow } from '@/db/schema'
import type { Deps } from '../../deps'
import { NO_USAGE } from '../../llm/model'
import { inboxTopic } from '../../market/inbox/topic'
import { isTerminal } from '../../protocol/advance'
import { inTree } from '../../realtime/tree-transaction'
import { crashpoint } from '../../shared/crashpoint'
import { openKnowledge } from '../bots/knowledge'
import type { BotAnswer, BotQuestion } from './answerer'
import { readBotQuestion } from './bot-question'
import { weighed } from './choose-passage'
import { concludeRun, type Outcome } from './conclude-run'
import { ANSWERERS } from './kinds'
import { type RunAsked, readRun } from './read-run'
import { admitRun, expectedTokens } from './spend'
import { closingOf, waitOn } from './wait-on'

/** For a whole answer, retries included; below the wait that a sub-question has for bots by default. */
const ANSWER_TIMEOUT_MS = 30_000

/**
 * Lets a bot answer one context: public text in; offers, silence or a failure out. A failure posts nothing and counts against
 * the bot; three in a row pause it. Safe to repeat: a finished run stays finished.
 */
export async function askBot(deps: Deps, botRunId: string, stop?: AbortSignal): Promise<void> {
  const asked = await readRun(deps, botRunId)
  if (asked?.run.state === 'awaited') return waitOn(deps, asked, await closingOf(deps, asked.context))
  if (asked?.run.state !== 'queued') return
  const { run, bot, context } = asked
  const facts = { runId: run.id, botId: bot.id, contextId: context.id }
  const tokens = expectedTokens(openKnowledge(deps.cipher, bot).reveal())
  const silence = isTerminal(context.phase) ? 'closed' : await admitRun(deps, run.id, { bot, tokens })
  if (silence) {
    await inTree(deps, context.rootId, (tx, note) =>
      concludeRun(tx, deps, note, facts, { kind: 'silent', silence }),
    )
    return
  }
  const signal = AbortSignal.any([AbortSignal.timeout(ANSWER_TIMEOUT_MS), ...(stop ? [stop] : [])])
  const answer = await ask(deps, bot, await readBotQuestion(deps.db, context), { runId: run.id, signal })
  const outcome = await outcomeOf(deps, answer, context)
  crashpoint('run.after_call')
  // Cut short, not answered: somebody else takes the run up.
  if (stop?.aborted) return
  const spend =
    answer.kind === 'later' ? undefined : { usage: answer.usage, costMicroUsd: answer.costMicroUsd }
  await inTree(deps, context.rootId, (tx, note) => concludeRun(tx, deps, note, facts, outcome, spend))
  // Its owner may have been told that it is paused.
  if (answer.kind === 'failed') deps.bus.publish(inboxTopic(bot.ownerId))
}

/** A fault of ours is logged and ends the run, so that the context does not wait for it. */
async function ask(
  deps: Deps,
  bot: BotRow,
  question: BotQuestion,
  call: { runId: string; signal: AbortSignal },
): Promise<BotAnswer> {
  try {
    return await ANSWERERS[bot.kind](deps, bot, question, call)
  } catch (error) {
    deps.log.error({ err: error, runId: call.runId, botId: bot.id }, 'a bot could not be asked')
    return { kind: 'failed', failure: 'internal', usage: NO_USAGE, costMicroUsd: 0n }
  }
}

async function outcomeOf(
  deps: Pick<Deps, 'db' | 'cipher'>,
  answer: BotAnswer,
  context: RunAsked['context'],
): Promise<Outcome> {
  switch (answer.kind) {
    case 'offers':
      return {
        kind: 'offers',
        drafts: await weighed(deps, context, answer.offers),
        note: answer.note,
      }
    case 'silent':
      return { kind: 'silent', silence: answer.silence ?? 'nothing-to-say', note: answer.note }
    case 'later':
      return { kind: 'awaited', failure: null, until: context.botsUntil }
    case 'failed':
      return { kind: 'failed', failure: answer.failure, isForgiven: answer.failure === 'internal' }
  }
}
