import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Tx } from '@/db/client'
import type { InspectionRow } from '@/db/schema'
import type { Deps } from '../../deps'
import { namedModel, offeredNames } from '../../llm/directory'
import {
  addUsage,
  type InspectReply,
  type InspectTask,
  type Model,
  type ModelResult,
  type Usage,
} from '../../llm/model'
import { combineOpinions } from '../../protocol/opinions'
import type { Policy } from '../../protocol/policy'
import type { JudgedTeaser, VerdictDraft, VerdictSituation } from '../../protocol/verdict'
import { chosenModels } from '../../settings/chosen-models'
import { MICROS_PER_CREDIT } from '../../shared/money'
import type { ModelFailure } from '../../words/failures'
import { findQuotes } from './leak-guard'
import { readOffers } from './read-offers'
import { readTable, type StepInput, type Table, type TableReaders } from './read-table'
import type { WrittenOnTheWay } from './trail-answers'

export type { Pin, StepInput, TableReaders } from './read-table'

/** What one step decided, ready to be checked and applied. Holds no private text. */
export type Decided = {
  draft: VerdictDraft
  /** How its sub-questions are worded, whatever the inspector says: from their kind and from public teasers. */
  words?: VerdictSituation['words']
  /** Offers on the table whose private information repeats that of other unbought offers. */
  quotes: Map<string, string[]>
  usage: Usage
  /** Who gave the verdict, or the first of several opinions. */
  inspector: string
  /** Of the words that it was asked with; empty for the built-in inspector. */
  promptVersion: string
  /** Of a step that writes an answer on the way: parts of the question that it may lack something on, as follow-ups word them. */
  aspects?: readonly string[]
  /** What it wrote; null where there was nothing to refine. */
  answer?: WrittenOnTheWay | null
  /** Of several minds, the first one's first: what each would buy. Empty when only one was asked. */
  opinions: { inspector: string; wanted: string[] }[]
}

/** Who reads a table: the first gives the verdict, and where much is at stake the others are asked too. */
export type Minds = {
  first: Model
  others: readonly Model[]
}

export type Outcome =
  | { ok: true; value: Decided }
  | { ok: false; failure: ModelFailure; isTransient: boolean; usage: Usage; retryAfterMs?: number }

/**
 * One decision of the inspector: gathers exactly what the protocol lets it see and calls the model; where the policy asks for more
 * opinions and the first would spend more than it says, the others too, side by side. No word of theirs leaves. Prompts and
 * private text live only inside this call. An opinion that fails fails the step: what most would buy is not known without it.
 */
export async function decide(
  readers: TableReaders,
  { first, others }: Minds,
  input: StepInput,
  signal: AbortSignal,
): Promise<Outcome> {
  const table = await readTable(readers, input)
  const { policy, tokensUsed, tokenCap } = input.tree.inspection
  const [reply, quotes] = await Promise.all([
    opinionOf(first, table, table.task, { policy, signal }),
    quotesMeanwhile(table),
  ])
  if (!reply.ok) return reply
  const draft = reply.value
  let { usage } = reply
  // Whether a ceiling had the built-in inspector answer is told by its tree alone, once it has ended.
  const by = { inspector: first.name, promptVersion: first.promptVersion }
  const decided = { words: table.words, quotes, ...by }
  if (others.length === 0 || wouldSpend(draft, table) <= aboveMicros(policy)) {
    return { ok: true, value: { ...decided, draft, usage, opinions: [] } }
  }

  // Calls that the tree's cap of tokens no longer allows are not made: whoever was not asked would buy nothing.
  const isLeft = tokensUsed + usage.promptTokens + usage.completionTokens < tokenCap
  const further = isLeft
    ? await Promise.all(
        others.map((model, index) =>
          opinionOf(model, table, inOtherOrder(table.task, index), { policy, signal }),
        ),
      )
    : []
  usage = further.reduce((sum, result) => addUsage(sum, result.usage), usage)
  const failed = further.find((result) => !result.ok)
  if (failed && !failed.ok) return { ...failed, usage }
  const given = further.flatMap((result, index) =>
    result.ok ? [{ name: others[index]?.name ?? '', draft: result.value }] : [],
  )
  const opinions = [{ name: by.inspector, draft }, ...given].map((one) => ({
    inspector: one.name,
    wanted: one.draft.buy.map(({ offerId }) => offerId),
  }))
  const drafts = [draft, ...given.map((one) => one.draft)]
  const combined = combineOpinions(drafts, others.length + 1)
  return { ok: true, value: { ...decided, draft: combined, usage, opinions } }
}

type Reading = { policy: Policy; signal: AbortSignal }

/** What one mind says of a table, with all that its calls used. */
async function opinionOf(
  model: Model,
  table: Table,
  task: InspectTask,
  { policy, signal }: Reading,
): Promise<ModelResult<VerdictDraft>> {
  const read = await readOffers(model, task, { appraisal: policy.appraisal, signal })
  if (!read.ok) return read
  const { reply, appraisals } = read.value
  return { ...read, value: draftOf(reply, table, appraisals) }
}

function wouldSpend({ buy }: VerdictDraft, { task, ids }: Table): bigint {
  const wanted = new Set(buy.map(({ offerId }) => offerId))
  return task.offers.reduce(
    (sum, { handle, priceMicros }) => (wanted.has(ids.get(handle) ?? '') ? sum + priceMicros : sum),
    0n,
  )
}

function aboveMicros({ opinionsAboveCredits }: Policy): bigint {
  return BigInt(opinionsAboveCredits) * MICROS_PER_CREDIT
}

/** The same table from the other end, then from its middle: what stands first is read with most attention. */
function inOtherOrder(task: InspectTask, index: number): InspectTask {
  const middle = Math.ceil(task.offers.length / 2)
  const offers =
    index === 0 ? task.offers.toReversed() : [...task.offers.slice(middle), ...task.offers.slice(0, middle)]
  return { ...task, offers }
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
export async function inspectorNow(
  tx: Tx,
  { env, models }: Pick<Deps, 'env' | 'models'>,
  { policy }: Pick<InspectionRow, 'policy'>,
): Promise<string> {
  if (policy.inspector === 'built-in') return models.builtIn.name
  return namedModel(await chosenModels({ db: tx, env, models }), policy.model).name
}

/** Whether answers are written on the way: by models alone, since words do not show what is missing. */
export function writesOnTheWay(models: Deps['models'], { policy }: Pick<InspectionRow, 'policy'>): boolean {
  return policy.inspector !== 'built-in' && !models.isSiteBuiltIn
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

/**
 * The minds that read a tree's tables. The others are further models of the operator's, in his order; where there are none left, the
 * same one again. The built-in inspector says the same whatever the order, so it is one mind.
 */
export function mindsFor(models: Deps['models'], tree: Pick<InspectionRow, 'policy' | 'rootId'>): Minds {
  const first = modelFor(models, tree)
  // Questions of before there was a choice have none.
  const { inspector, opinions = 1 } = tree.policy
  if (inspector === 'built-in' || models.isSiteBuiltIn) return { first, others: [] }
  const further = offeredNames(models).filter((name) => name !== first.name)
  const others = Array.from({ length: opinions - 1 }, (_, index) =>
    models.paidBy({ kind: 'tree', rootId: tree.rootId }, further[index] ?? first.name),
  )
  return { first, others }
}
