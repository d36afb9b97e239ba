import { setImmediate as nextTurn } from 'node:timers/promises'
import type { InspectionRow } from '@/db/schema'
import type { Deps } from '../../deps'
import {
  type AppraiseReply,
  addUsage,
  type InspectReply,
  type Model,
  NO_USAGE,
  type QuestionText,
  type Usage,
  type Watch,
} from '../../llm/model'
import type { VerdictDraft } from '../../protocol/verdict'
import { termsOf } from '../../shared/words'
import type { ModelFailure } from '../../words/failures'
import { ASK_TEMPLATES, asPosted, findLeaks, findQuotes, isInPublicWords, readAhead } from './leak-guard'
import { inProposedWords, readAlone } from './read-alone'
import { type PrivateReader, readTable, type StepInput, type Table } from './read-table'

export type { Pin, PrivateReader, StepInput } from './read-table'

/** What one step decided, ready to be checked and applied. Holds no private text. */
export type Decided = {
  draft: VerdictDraft
  /** Offers on the table whose private information repeats that of other unbought offers. */
  quotes: Map<string, string[]>
  usage: Usage
}

export type Outcome =
  | { ok: true; value: Decided }
  | { ok: false; failure: ModelFailure; isTransient: boolean; usage: Usage }

/**
 * One decision of the inspector: gathers exactly what the protocol lets it see, calls the model, and makes sure that no
 * sub-question gives an offer away (the model is asked once to rephrase, then only the kind is asked). Prompts and private
 * text live only inside this call.
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
  let appraised: ReadonlyMap<string, AppraiseReply> = new Map()
  const readEachAlone = async () => {
    const alone = spent(await readAlone(model, task, signal))
    if (alone.ok) ({ task, appraised } = alone)
    return alone
  }
  if (policy.appraisal === 'isolated' && task.offers.length > 0) {
    const alone = await readEachAlone()
    if (!alone.ok) return { ...alone, usage }
  }

  const [read, quotes] = await Promise.all([model.inspect(task, signal, watch), quotesMeanwhile(table)])
  let first = spent(read)
  if (!first.ok && first.failure === 'too-long' && !task.appraisals && task.offers.length > 0) {
    // All at once do not fit into its window: fewer a call, never texts cut short.
    const alone = await readEachAlone()
    if (!alone.ok) return { ...alone, usage }
    first = spent(await model.inspect(task, signal, watch))
  }
  if (!first.ok) return { ...first, usage }
  let reply = inProposedWords(first.value, appraised)

  const leaks = leakingHandles(reply, table)
  if (leaks.length > 0) {
    const second = spent(await model.inspect({ ...task, rephrase: leaks }, signal, watch))
    // The verdict of the first reply stands; only its questions may be replaced.
    if (second.ok) reply = { ...reply, ask: second.value.ask }
  }
  return { ok: true, value: { ...toDraft(reply, table), quotes, usage } }
}

function leakingHandles(reply: InspectReply, table: Table): string[] {
  const leaked = new Set(
    reply.ask.flatMap((ask) => findLeaks(ask.question, table.secretTexts, table.publicTexts)),
  )
  const handleOf = new Map([...table.ids].map(([handle, offerId]) => [offerId, handle]))
  return [...leaked].flatMap(
    (index) => handleOf.get(table.secrets[index]?.offerId ?? '') ?? [`secret-${index}`],
  )
}

function toDraft(reply: InspectReply, table: Table): Pick<Decided, 'draft'> {
  // A handle that was never shown keeps its own text as an id; the verdict check drops what is not on the table.
  const id = (handle: string) => table.ids.get(handle) ?? handle
  const ask = reply.ask.map((wish) => {
    const question = asPosted(wish.question)
    const isSafe = question !== '' && findLeaks(question, table.secretTexts, table.publicTexts).length === 0
    const posted = isSafe ? question : ASK_TEMPLATES[wish.kind]
    return {
      about: wish.about.map(id),
      kind: wish.kind,
      question: posted,
      budgetMicros: wish.budgetMicros,
      isSealed: !isInPublicWords(posted, table.publicTexts),
      isOnSubject: !isSafe || isOnSubject(posted, table.task.questions),
    }
  })
  return {
    draft: {
      buy: reply.buy.map(({ handle, reason }) => ({ offerId: id(handle), reason })),
      pass: reply.pass.map(({ handle, reason }) => ({ offerId: id(handle), reason })),
      ask,
    },
  }
}

/** A question that shares no word with those above it is about nothing that its asker wants to know. */
function isOnSubject(question: string, above: readonly QuestionText[]): boolean {
  const wanted = new Set(
    above.flatMap(({ title, body, decision }) => [
      ...termsOf(title),
      ...termsOf(body),
      ...(decision.kind === 'belief' ? termsOf(decision.claim) : []),
      ...(decision.kind === 'choice' ? decision.options.flatMap(termsOf) : []),
    ]),
  )
  return wanted.size === 0 || termsOf(question).some((term) => wanted.has(term))
}

/**
 * While the model reads, and after the calls of siblings have begun: what the reply is held against takes a while for many or long
 * texts.
 */
async function quotesMeanwhile(table: Table): Promise<Map<string, string[]>> {
  await nextTurn()
  readAhead(table.secretTexts, table.publicTexts)
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
  return policy.inspector === 'built-in' ? models.builtIn.name : models.site.name
}

/** The model a tree's policy names, on the tree's account. */
export function modelFor(
  models: Deps['models'],
  { policy, rootId }: Pick<InspectionRow, 'policy' | 'rootId'>,
): Model {
  return policy.inspector === 'built-in' ? models.builtIn : models.paidBy({ kind: 'tree', rootId })
}
