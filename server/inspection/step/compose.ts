import pLimit from 'p-limit'
import type { Deps } from '../../deps'
import {
  type AnswerReply,
  type AnswerTask,
  addUsage,
  type KnownInfo,
  type Model,
  type ModelResult,
  NO_USAGE,
  type Recommended,
  type Refines,
  type Usage,
} from '../../llm/model'
import type { TreeRows } from '../../market/tree-rows'
import { optionsOf, wordsOfDecision } from '../../protocol/decision'
import { asAsked, firstOfEqual, type Known } from '../../protocol/shares'
import { nothingBought, sealedNote } from './answer-notes'
import { allKnown, type Dossier } from './dossier'
import { findLeaks } from './leak-guard'

/** One try to write an answer. */
export type Attempt = {
  /** Who is asked. */
  model: Model
  /** After it the built-in one takes over. */
  isLastTry: boolean
  signal: AbortSignal
}

/** The model gave no answer, and it is not its last try. `usage`: what was used all the same. */
export class NotWritten extends Error {
  constructor(readonly usage: Usage) {
    super('No answer was written')
  }
}

const NO_RECOMMENDATION: Recommended = { kind: 'open' }
/** As many as a small server answers side by side without any of them waiting for long. */
export const RECOMMENDED_AT_ONCE = 4

/** What is recommended to who knows only these. */
export function recommendKnowing(
  deps: Pick<Deps, 'ids'>,
  dossier: Dossier,
  known: Known,
  { model, signal }: Pick<Attempt, 'model' | 'signal'>,
): Promise<ModelResult<Recommended>> {
  const task = { question: dossier.question, dossier: dossier.knowing(known), token: deps.ids.next('step') }
  return model.recommend(task, signal)
}

/** No purchase and no page: whoever is asked can only say so, and nobody is. */
function hasNothing({ offerIds, question: { read = [] } }: Dossier): boolean {
  return offerIds.length === 0 && read.every(({ notRead }) => notRead !== null)
}

function neutral({ question: { decision } }: Dossier): Recommended {
  const options = optionsOf(decision)
  return options.length === 0 ? NO_RECOMMENDATION : { kind: 'choice', utilities: options.map(() => 0) }
}

export type Trail = { trail: Recommended[]; by: string; usage: Usage }

/**
 * What is recommended knowing nothing, the first purchase, the first two, and so on: a call each, which really knows only that much,
 * all by one mind. Past the tree's cap of tokens only the last one, which knows everything, is asked: the others stay open.
 *
 * @throws NotWritten when it is to be tried again.
 */
export async function recommendTrail(
  deps: Deps,
  tree: TreeRows,
  dossier: Dossier,
  attempt: Attempt,
): Promise<Trail> {
  if (hasNothing(dossier)) return { trail: [neutral(dossier)], by: '', usage: NO_USAGE }
  const first = firstOfEqual(dossier.texts)
  const all = allKnown(dossier)
  const steps = [[], ...all.map((place) => all.slice(0, place + 1))].map((known) => asAsked({ first }, known))
  if (dossier.question.decision.kind === 'open')
    return { trail: steps.map(() => NO_RECOMMENDATION), by: '', usage: NO_USAGE }

  const { tokensUsed, tokenCap } = tree.inspection
  const asked = new Map<string, ModelResult<Recommended>>()
  const used = () => [...asked.values()].reduce((sum, { usage }) => addUsage(sum, usage), NO_USAGE)
  const ask = async (known: Known) => {
    asked.set(known.join(), await recommendKnowing(deps, dossier, known, attempt))
  }
  await ask(asAsked({ first }, all))
  const limit = pLimit(RECOMMENDED_AT_ONCE)
  const rest = new Map(
    steps.filter((known) => !asked.has(known.join())).map((known) => [known.join(), known]),
  )
  await Promise.all(
    [...rest.values()].map((known) =>
      limit(async () => {
        const { promptTokens, completionTokens } = used()
        if (tokensUsed + promptTokens + completionTokens < tokenCap) await ask(known)
      }),
    ),
  )

  const usage = used()
  const results = [...asked.values()]
  const failed = results.find((result) => !result.ok)
  if (failed && !failed.ok) {
    if (attempt.signal.aborted) throw new NotWritten(usage)
    const { rootId } = tree.inspection
    deps.log.warn({ rootId, failure: failed.failure }, 'a recommendation was not given')
    if (failed.isTransient && !attempt.isLastTry) throw new NotWritten(usage)
  }
  const minds = new Set(results.map((result) => (result.ok && result.by) || attempt.model.name))
  const [mind = attempt.model.name] = minds
  if (!failed && minds.size === 1) {
    const trail = steps.map((known) => {
      const result = asked.get(known.join())
      return result?.ok ? result.value : NO_RECOMMENDATION
    })
    return { trail, by: mind, usage }
  }
  const { builtIn } = deps.models
  const alone = { model: builtIn, signal: attempt.signal }
  const trail = await Promise.all(
    steps.map(async (known) => mustHave(await recommendKnowing(deps, dossier, known, alone))),
  )
  return { trail, by: builtIn.name, usage }
}

export type Composed = { markdown: string; writtenBy: string; usage: Usage }

/**
 * The words of the answer to who knows the first purchases, `known` of them. What is sealed weighs in the recommendation and is never
 * quoted: the words are written by a call that is shown what may be quoted, that recommendation, and the answers on the way that it refines. What it wrote is held against the
 * sealed texts all the same.
 *
 * @throws NotWritten when it is to be tried again.
 */
export async function composeAnswer(
  deps: Deps,
  tree: TreeRows,
  dossier: Dossier,
  {
    known,
    recommended,
    before,
    refines,
    ...attempt
  }: Attempt & { known: number; recommended: Recommended; before: Usage; refines: Refines | null },
): Promise<Composed> {
  const { question } = dossier
  const { builtIn } = deps.models
  const places = allKnown(dossier).slice(0, known)
  const all = dossier.knowing(places)
  const sealed = all.filter((_, place) => dossier.sealed.includes(place)).map(({ handle }) => handle)
  const task: AnswerTask = {
    question,
    dossier: all.filter(({ handle }) => !sealed.includes(handle)),
    recommended,
    sealed,
    token: deps.ids.next('step'),
    ...(refines ? { refines } : {}),
  }
  if (places.length === 0) {
    if (hasNothing(dossier)) {
      const reader = tree.inspection.builtInSince === null ? attempt.model : builtIn
      return { markdown: nothingBought(tree), writtenBy: reader.name, usage: before }
    }
    const written = await write(deps, tree, { task, before, ...attempt })
    return { ...written, markdown: `${written.markdown}\n\n${nothingBought(tree)}` }
  }
  const written = await write(deps, tree, { task, before, ...attempt })
  if (sealed.length === 0) return written
  const isQuoting = repeatsSealed(written.markdown, { question, all, sealed }, tree)
  if (isQuoting)
    deps.log.warn(
      { rootId: tree.inspection.rootId },
      'an answer repeated what is sealed and was replaced by extracts',
    )
  const { markdown, writtenBy } = isQuoting
    ? { ...mustHave(await builtIn.answer(task, attempt.signal)), writtenBy: builtIn.name }
    : written
  return { markdown: `${markdown}\n\n${sealedNote(sealed)}`, writtenBy, usage: written.usage }
}

/** After its last try with the tree's model the built-in one answers. */
async function write(
  deps: Deps,
  tree: TreeRows,
  { task, before, model, isLastTry, signal }: Attempt & { task: AnswerTask; before: Usage },
): Promise<Composed> {
  const result = await model.answer(task, signal)
  const usage = addUsage(before, result.usage)
  if (result.ok) return { ...result.value, writtenBy: result.by ?? model.name, usage }
  if (signal.aborted) throw new NotWritten(usage)
  deps.log.warn({ rootId: tree.inspection.rootId, failure: result.failure }, 'an answer was not written')
  if (result.isTransient && !isLastTry) throw new NotWritten(usage)
  const { builtIn } = deps.models
  return { ...mustHave(await builtIn.answer(task, signal)), writtenBy: builtIn.name, usage }
}

function mustHave<T extends AnswerReply | Recommended>(result: ModelResult<T>): T {
  if (!result.ok) throw new Error(`The built-in answer failed: ${result.failure}`)
  return result.value
}

type Shown = { question: AnswerTask['question']; all: readonly KnownInfo[]; sealed: readonly string[] }

/** A text that gives away anything that is in a sealed purchase only. */
function repeatsSealed(markdown: string, { question, all, sealed }: Shown, tree: TreeRows): boolean {
  const { decision } = question
  const isSealed = ({ handle }: KnownInfo) => sealed.includes(handle)
  const open = all.filter((info) => !isSealed(info))
  const closed = all.filter(isSealed).map(({ teaser, privateInfo }) => `${teaser}\n${privateInfo}`)
  const shown = [
    question.title,
    question.body,
    ...wordsOfDecision(decision),
    ...open.flatMap(({ teaser, privateInfo }) => [teaser, privateInfo]),
    ...(question.read ?? []).flatMap(({ title, passages }) => [title, ...passages]),
    ...tree.offers
      .filter(({ contextId }) => contextId === tree.inspection.rootId)
      .map(({ teaser }) => teaser),
  ]
  return findLeaks(markdown.replace(CITATION, ''), closed, shown).length > 0
}

const CITATION = /\[P?\d+\]/g
