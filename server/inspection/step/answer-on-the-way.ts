import type { Deps } from '../../deps'
import { subQuestion } from '../../llm/built-in/sub-question'
import { type AnswerReply, type AnswerTask, type Model, type ModelResult, NO_USAGE } from '../../llm/model'
import { sightsOf } from '../../market/private/tree-sight'
import type { TreeRows } from '../../market/tree-rows'
import type { AnswerStage, AskKind } from '../../protocol/alphabets'
import { EMPTY_VERDICT, followUpsAllowed, followUpsAlong } from '../../protocol/verdict'
import { TITLE_CHARS_MIN } from '../../shared/text'
import { sentencesOf } from '../../shared/words'
import { asNumbered, numberedAsCited } from '../../tree/citations'
import { allKnown, type Dossier, readDossier } from './dossier'
import type { Decided } from './inspector'
import { readTrailAnswers, refinesOf } from './trail-answers'

/** Sixteen parts: four bits tell which of them is meant. */
const PARTS_MAX = 16

type Place = { contextId: string; escrowMicros: bigint; answerStage: AnswerStage }

/**
 * One answer on the way, from what was bought for a question of a tree and its buyer may read: the first says what it lacks, and another one
 * refines it by what its follow-ups found. It is shown nothing that was not bought. A model that fails is not asked twice: the
 * built-in one writes, to which nothing is missing.
 */
export async function answerOnTheWay(
  deps: Pick<Deps, 'db' | 'cipher' | 'ids' | 'models' | 'log'>,
  tree: TreeRows,
  { contextId, escrowMicros, answerStage }: Place,
  { model, signal }: { model: Model; signal: AbortSignal },
): Promise<Decided> {
  const { rootId, policy } = tree.inspection
  const root = contextOf(tree, rootId)
  const context = contextOf(tree, contextId)
  const dossier = await readDossier(deps, tree, root, context)
  const places = allKnown(dossier).filter((place) => !dossier.sealed.includes(place))
  const citations = places.flatMap((place) => dossier.offerIds[place] ?? [])
  const known = dossier.knowing(places)
  const by = { inspector: model.name, promptVersion: model.promptVersion }
  const nothing = { draft: EMPTY_VERDICT, quotes: new Map(), opinions: [], ...by }
  const handles = new Map(citations.map((offerId, index) => [offerId, known[index]?.handle ?? '']))
  const isFirst = answerStage === 1
  const refines = isFirst
    ? null
    : refinesOf(tree, contextId, { written: await readTrailAnswers(deps, rootId), handles })
  if (places.length === 0 || (!isFirst && refines === null))
    return { ...nothing, usage: NO_USAGE, answer: null }

  const parts = isFirst ? partsOf(tree, context, dossier) : []
  const { asks, roomMicros } = followUpsAllowed(situationOf(tree, context, escrowMicros))
  const mayLack = isFirst && asks > 0 && parts.length > 0
  const task: AnswerTask = {
    question: dossier.question,
    dossier: known,
    token: deps.ids.next('step'),
    ...(refines ? { refines } : {}),
    ...(mayLack
      ? {
          lacks: {
            parts: parts.map(({ text }) => text),
            asksAllowed: asks,
            budgetMicros: roomMicros,
            strategy: policy.strategy,
          },
        }
      : {}),
  }
  const asked = await model.answer(task, signal)
  if (!asked.ok)
    deps.log.warn({ rootId, contextId, failure: asked.failure }, 'an answer on the way was not written')
  const written = asked.ok ? asked : await deps.models.builtIn.answer(task, signal)
  const { missing = [], ...reply } = mustHave(written)
  const { markdown, numbers } = numberedAsCited(reply.markdown, citations.length)
  const writtenAs = isFirst ? ('first' as const) : ('refined' as const)
  const writtenBy = asked.ok ? (asked.by ?? model.name) : deps.models.builtIn.name
  return {
    ...nothing,
    draft: {
      ...EMPTY_VERDICT,
      lacks: missing.map(({ part, budgetMicros }) => ({ aspect: part, budgetMicros })),
      wrote: writtenAs,
    },
    aspects: parts.map(({ question }) => question),
    answer: { writtenAs, markdown, citations: asNumbered({ citations, numbers }), writtenBy },
    usage: asked.usage,
  }
}

function mustHave(result: ModelResult<AnswerReply>): AnswerReply {
  if (!result.ok) throw new Error(`The built-in answer failed: ${result.failure}`)
  return result.value
}

function contextOf(tree: TreeRows, id: string): TreeRows['contexts'][number] {
  const found = tree.contexts.find((context) => context.id === id)
  if (!found) throw new Error(`Context ${id} is not in its tree`)
  return found
}

function situationOf(tree: TreeRows, context: TreeRows['contexts'][number], escrowMicros: bigint) {
  const { policy, treeContexts } = tree.inspection
  const { id, level, childrenOpened, budgetMicros } = context
  const kinds: AskKind[] = []
  for (let at = context; at.parentId !== null; at = contextOf(tree, at.parentId))
    kinds.push(at.askKind ?? 'verify')
  const asked = tree.contexts.flatMap(({ parentId, title, askKind, budgetMicros: given }) =>
    parentId === id && askKind ? { about: [], question: title, kind: askKind, budgetMicros: given } : [],
  )
  const answering = { stage: 1 as const, depth: followUpsAlong(kinds), aspects: [] }
  return { policy, level, childrenOpened, treeContexts, budgetMicros, escrowMicros, asked, answering }
}

/** A part of the question that something may be missing on, and the follow-up that asks on it. */
type Part = { text: string; question: string }

/**
 * What follow-ups may be about: the question as a whole, what it says in detail, its options and needs, and the public lines of what was
 * bought for it. Nothing of it is private, so neither are their words.
 */
function partsOf(
  tree: TreeRows,
  context: TreeRows['contexts'][number],
  { offerIds, question }: Dossier,
): Part[] {
  const root = contextOf(tree, tree.inspection.rootId)
  const stranger = sightsOf(null, { ...tree, inspection: { ...tree.inspection, isTreePublic: true } })
  const inWords = (text: string) => ({ text, question: subQuestion('follow-up', [text], root.title) })
  const whole = { text: root.title, question: subQuestion('follow-up', [], root.title) }
  const details = [...sentencesOf(root.body), ...root.options, ...sentencesOf(root.needs)]
  const teasers = tree.offers.filter(({ id }) => offerIds.includes(id) && stranger.offer(id).teaser)
  const parts = [
    ...(context.id === root.id ? [whole] : []),
    ...details.map(inWords),
    ...teasers.map(({ teaser }) => inWords(teaser)),
  ]
  const byQuestion = new Map(parts.map((part) => [part.question, part]))
  byQuestion.delete(question.title)
  return [...byQuestion.values()]
    .filter((part) => part.question.length >= TITLE_CHARS_MIN)
    .slice(0, PARTS_MAX)
}
