'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { useRefresh } from '@/app/questions/[id]/use-question'
import { useTRPC } from '@/app/trpc'
import { Answer } from '@/components/answer/answer'
import { DecideForm } from '@/components/answer/decide-form'
import { DecisionMade } from '@/components/answer/decision-made'
import { recommendationOf, recommendedOption, recommendedPercent } from '@/components/answer/trail'
import { readServerError, type ServerError } from '@/components/form/server-error'
import { Prose } from '@/components/markdown/prose'
import { exactTime } from '@/components/time/relative-time'
import { Ago } from '@/components/time/time'
import { Button } from '@/components/ui/button'
import { Disclosure } from '@/components/ui/disclosure'
import { Note, Spinner } from '@/components/ui/feedback'
import type { ContextView } from '@/server/contract/market'
import type { AnswerView, DecideInput, TreeView } from '@/server/tree/contract'
import { counted } from '@/server/words/amounts'
import { answeredInWords } from '@/server/words/tree'

/** Where the page's main action leads once there is something to decide. */
export const DECIDE_ID = 'decide'

export type AnswerSectionProps = { view: ContextView; tree: TreeView | null }

/** The answer of an ended inspection and what the buyer makes of it. */
export function AnswerSection({ view, tree }: AnswerSectionProps) {
  const trpc = useTRPC()
  const refresh = useRefresh()
  const [isChanging, setIsChanging] = useState(false)
  const decide = useMutation(trpc.inspection.decide.mutationOptions())
  const isProvisional = view.phase !== 'settled'
  if (isProvisional && (view.phase === 'collecting' || tree?.answer == null)) return null
  if (!view.can.seeTree) {
    return (
      <Note className="mt-12">
        There is an answer. {view.asker.name} keeps it and the inspection private.
      </Note>
    )
  }
  if (tree === null) return null
  const { answer, earlierAnswers, decisionMade } = tree

  async function onDecide(decision: Omit<DecideInput, 'rootId'>): Promise<ServerError | null> {
    try {
      await decide.mutateAsync({ rootId: view.id, ...decision })
      await refresh()
      setIsChanging(false)
      toast.success('Your decision is recorded.')
      return null
    } catch (error) {
      return readServerError(error)
    }
  }

  return (
    <div className="mt-12 space-y-8">
      {isProvisional && !view.endedAt ? (
        <Note title="A provisional answer">
          From what was bought so far. The question is open until {exactTime(view.deadlineAt)}; later offers
          are read, and the answer is revised when something is bought.
        </Note>
      ) : null}
      {answer ? (
        <Answer
          answer={answer}
          decision={view.decision}
          hrefOf={(offerId) => `/questions/${view.id}?tab=inspection&node=${offerId}#inspection`}
          teaserOf={(offerId) => teaserIn(tree, offerId)}
          answeredOf={(contextId) => answeredIn(tree, contextId)}
        />
      ) : (
        <Spinner label="The answer is being written from what was bought." />
      )}
      <EarlierAnswers answers={earlierAnswers} tree={tree} view={view} />
      <div id={DECIDE_ID} className="scroll-mt-24">
        {decisionMade && !isChanging ? (
          <DecisionMade
            made={decisionMade}
            decision={view.decision}
            who={view.isYours ? 'You' : view.asker.name}
            action={
              view.can.decide ? (
                <Button size="sm" onClick={() => setIsChanging(true)}>
                  Change it
                </Button>
              ) : null
            }
          />
        ) : view.can.decide && answer ? (
          <section
            aria-labelledby="decide-title"
            className="rounded-lg border border-line bg-surface px-5 py-5"
          >
            <h2 id="decide-title" className="display mb-3 text-xl">
              Your decision
            </h2>
            <DecideForm
              decision={view.decision}
              made={decisionMade}
              recommendedOption={recommendedOption(answer)}
              recommendedPercent={recommendedPercent(answer)}
              onDecide={onDecide}
              onCancel={decisionMade ? () => setIsChanging(false) : undefined}
            />
          </section>
        ) : null}
      </div>
    </div>
  )
}

/** What the answer said before, each with its time and what was bought since. */
function EarlierAnswers({
  answers,
  tree,
  view,
}: {
  answers: readonly AnswerView[]
  tree: TreeView
  view: ContextView
}) {
  if (answers.length === 0) return null
  const later = [...answers.slice(1), tree.answer]
  return (
    <Disclosure summary={counted(answers.length, 'earlier answer')}>
      <ol className="space-y-6">
        {answers.map((answer, index) => {
          const before = new Set(answer.citations.map(({ offerId }) => offerId))
          const since = later[index]?.citations.filter(({ offerId }) => !before.has(offerId)) ?? []
          const teasers = since.map(({ offerId }) => `“${teaserIn(tree, offerId) ?? 'a sealed offer'}”`)
          return (
            <li key={answer.revision}>
              <p className="text-muted text-sm">
                Answer {answer.revision}, written <Ago at={answer.writtenAt} />
                {teasers.length > 0 ? `; bought since: ${teasers.join(', ')}` : ''}
              </p>
              {answer.prose ? <Prose prose={answer.prose} headingsFrom={4} /> : null}
              {recommendationOf(answer, view.decision)}
            </li>
          )
        })}
      </ol>
    </Disclosure>
  )
}

function teaserIn(tree: TreeView, offerId: string): string | null {
  return tree.offers.find((offer) => offer.id === offerId)?.teaser ?? null
}

function answeredIn(tree: TreeView, contextId: string): string | null {
  const context = tree.contexts.find(({ id }) => id === contextId)
  if (!context?.askKind) return null
  return answeredInWords(
    context.askKind,
    context.about.map((offerId) => teaserIn(tree, offerId)),
  )
}
