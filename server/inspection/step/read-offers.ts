import {
  addUsage,
  type InspectReply,
  type InspectTask,
  type Model,
  type ModelResult,
  NO_USAGE,
  type Usage,
} from '../../llm/model'
import type { Policy } from '../../protocol/policy'
import { mayDoBetterAlone, readAlone } from './read-alone'

type How = { appraisal: Policy['appraisal']; signal: AbortSignal }

/** A verdict, and what each offer was judged alone where they were not read together. */
export type OffersRead = { reply: InspectReply; appraisals: InspectTask['appraisals'] }

/**
 * Has a model read the offers on a table and decide: together, or each in a call of its own where that is wanted. What cannot be read
 * together, because all at once do not fit its window or one of them makes it refuse or lose the form, is read one by one: texts
 * are never cut short, and no seller can keep the others from being judged. `usage` is of all calls.
 */
export async function readOffers(
  model: Model,
  task: InspectTask,
  { appraisal, signal }: How,
): Promise<ModelResult<OffersRead>> {
  const isEmpty = task.offers.length === 0
  if (appraisal === 'isolated' && !isEmpty) return decideAlone(NO_USAGE)
  const together = await decideFrom(task, NO_USAGE)
  if (together.ok || isEmpty || signal.aborted || !mayDoBetterAlone(together.failure)) return together
  return decideAlone(together.usage)

  async function decideAlone(before: Usage): Promise<ModelResult<OffersRead>> {
    const alone = await readAlone(model, task, signal)
    const usage = addUsage(before, alone.usage)
    return alone.ok ? decideFrom(alone.task, usage) : { ...alone, usage }
  }

  async function decideFrom(from: InspectTask, before: Usage): Promise<ModelResult<OffersRead>> {
    const reply = await model.inspect(from, signal)
    const usage = addUsage(before, reply.usage)
    return reply.ok
      ? { ...reply, value: { reply: reply.value, appraisals: from.appraisals }, usage }
      : { ...reply, usage }
  }
}
