import { setImmediate as nextTurn } from 'node:timers/promises'
import type { InspectionRow } from '@/db/schema'
import type { Deps } from '../../deps'
import { namedModel } from '../../llm/directory'
import {
  addUsage,
  type InspectReply,
  type InspectTask,
  type Model,
  NO_USAGE,
  type Usage,
  type Watch,
} from '../../llm/model'
import type { JudgedTeaser, VerdictDraft, VerdictSituation } from '../../protocol/verdict'
import type { ModelFailure } from '../../words/failures'
import { findQuotes } from './leak-guard'
import { readAlone } from './read-alone'
import { type PrivateReader, readTable, type StepInput, type Table } from './read-table'

export type { Pin, PrivateReader, StepInput } from './read-table'

/** What one step decided, ready to be checked and applied. Holds no private text. */
export type Decided = {
  draft: VerdictDraft
  /** How its sub-questions are worded, whatever the inspector says: from their kind and from public teasers. */
  words?: VerdictSituation['words']
  /** Offers on the table whose private information repeats that of other unbought offers. */
  quotes: Map<string, string[]>
  usage: Usage
}

export type Outcome =
  | { ok: true; value: Decided }
  | { ok: false; failure: ModelFailure; isTransient: boolean; usage: Usage }

/**
 * One decision of the inspector: gathers exactly what the protocol lets it see and calls the model. No word of its own leaves.
 * Prompts and private text live only inside this call.
 */
export async function decide(
  readPrivate: PrivateReader,
  model: Model,
  input: StepInput,
  signal: AbortSignal,
  watch?: Watch,
): Promise<Outcome> {
  const table = await readTable(readPrivate, input)
  const policy = input.tree.inspection.policy
  let usage = NO_USAGE
  const spent = <T extends { usage: Usage }>(result: T): T => {
    usage = addUsage(usage, result.usage)
    return result
  }

  let { task } = table
  const readEachAlone = async () => {
    const alone = spent(await readAlone(model, task, signal))
    if (alone.ok) task = alone.task
    return alone
  }
  if (policy.appraisal === 'isolated' && task.offers.length > 0) {
    const alone = await readEachAlone()
    if (!alone.ok) return { ...alone, usage }
  }

  const [read, quotes] = await Promise.all([model.inspect(task, signal, watch), quotesMeanwhile(table)])
  let reply = spent(read)
  if (!reply.ok && reply.failure === 'too-long' && !task.appraisals && task.offers.length > 0) {
    // All at once do not fit into its window: fewer a call, never texts cut short.
    const alone = await readEachAlone()
    if (!alone.ok) return { ...alone, usage }
    reply = spent(await model.inspect(task, signal, watch))
  }
  if (!reply.ok) return { ...reply, usage }
  return {
    ok: true,
    value: { draft: draftOf(reply.value, table, task.appraisals), words: table.words, quotes, usage },
  }
}

function draftOf(reply: InspectReply, table: Table, appraisals: InspectTask['appraisals']): VerdictDraft {
  // A handle that was never shown keeps its own text as an id; the verdict check drops what is not on the table.
  const id = (handle: string) => table.ids.get(handle) ?? handle
  return {
    buy: reply.buy.map(({ handle, reason }) => ({ offerId: id(handle), reason })),
    pass: [
      ...reply.pass.map(({ handle, reason }) => ({ offerId: id(handle), reason })),
      ...table.copies.map((offerId) => ({ offerId, reason: 'redundant' as const })),
    ],
    teasers: teasersIn(reply, table, appraisals),
    ask: reply.ask.map((wish) => ({ ...wish, about: wish.about.map(id) })),
  }
}

/** Who read an offer alone has judged its teaser; where all were read together, those not named keep to their texts. */
function teasersIn(
  { misleading }: InspectReply,
  { ids }: Table,
  appraisals: InspectTask['appraisals'],
): JudgedTeaser[] {
  return [...ids].flatMap(([handle, offerId]) => {
    const isFair = appraisals ? appraisals[handle]?.isTeaserFair : misleading && !misleading.includes(handle)
    return isFair === undefined ? [] : [{ offerId, isFair }]
  })
}

/**
 * While the model reads, and after the calls of siblings have begun: what the reply is held against takes a while for many or long
 * texts.
 */
async function quotesMeanwhile(table: Table): Promise<Map<string, string[]>> {
  await nextTurn()
  return quotesOf(table)
}

function quotesOf(table: Table): Map<string, string[]> {
  const onTable = new Set(table.ids.values())
  const quotes = new Map<string, string[]>()
  for (const { offerId, text } of table.secrets) {
    if (!onTable.has(offerId)) continue
    const others = table.secrets.filter((other) => other.offerId !== offerId)
    const repeated = findQuotes(
      text,
      others.map((other) => other.text),
      table.publicTexts,
    )
    if (repeated.length > 0)
      quotes.set(offerId, [...new Set(repeated.flatMap((index) => others[index]?.closes ?? []))])
  }
  return quotes
}

/** What that model is called, before it is called. */
export function inspectorNameFor(models: Deps['models'], { policy }: Pick<InspectionRow, 'policy'>): string {
  return policy.inspector === 'built-in' ? models.builtIn.name : namedModel(models, policy.model).name
}

/** The model a tree's policy names, on the tree's account. */
export function modelFor(
  models: Deps['models'],
  { policy, rootId }: Pick<InspectionRow, 'policy' | 'rootId'>,
): Model {
  return policy.inspector === 'built-in'
    ? models.builtIn
    : models.paidBy({ kind: 'tree', rootId }, policy.model)
}
