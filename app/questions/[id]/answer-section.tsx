'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { lazy, useState } from 'react'
import { OutcomeSection } from '@/app/questions/[id]/outcome-section'
import type { Publishing } from '@/app/questions/[id]/publish-answer'
import { overviewHref } from '@/app/questions/[id]/tree/overview-href'
import { useRefresh } from '@/app/questions/[id]/use-question'
import { useTRPC } from '@/app/trpc'
import { Answer } from '@/components/answer/answer'
import { DecisionMade } from '@/components/answer/decision-made'
import { EarlierAnswers } from '@/components/answer/earlier-answers'
import { recommendedOption, recommendedPercent, recommendedVerdict } from '@/components/answer/trail'
import { readServerError, type ServerError } from '@/components/form/server-error'
import { FlagLink } from '@/components/moderation/flag-link'
import { ProvisionalNote, TakenUpNote } from '@/components/question/still-open'
import { TreeStrip } from '@/components/tree/tree-strip'
import { Button } from '@/components/ui/button'
import { Note, Spinner } from '@/components/ui/feedback'
import { toast } from '@/components/ui/toast'
import type { RateInput } from '@/server/contract/market'
import type { ContextView } from '@/server/contract/market-view'
import { optionsOf } from '@/server/protocol/decision'
import type { AnswerView, DecideInput, TreeView } from '@/server/tree/contract'
import { answeredInWords } from '@/server/words/tree'

const PublishAnswer = lazy(() =>
  import('@/app/questions/[id]/publish-answer').then(({ PublishAnswer }) => ({ default: PublishAnswer })),
)
const CountForm = lazy(() =>
  import('@/components/answer/count-form').then(({ CountForm }) => ({ default: CountForm })),
)
const DecideForm = lazy(() =>
  import('@/components/answer/decide-form').then(({ DecideForm }) => ({ default: DecideForm })),
)
const ReopenSection = lazy(() =>
  import('@/app/questions/[id]/reopen-section').then(({ ReopenSection }) => ({ default: ReopenSection })),
)
const BuySource = lazy(() =>
  import('@/app/questions/[id]/buy-source').then(({ BuySource }) => ({ default: BuySource })),
)
const RateForm = lazy(() =>
  import('@/components/answer/rate-form').then(({ RateForm }) => ({ default: RateForm })),
)

/** Where the page's main action leads once there is something to decide. */
export const DECIDE_ID = 'decide'

export type AnswerSectionProps = {
  view: ContextView
  tree: TreeView | null
  /** What its asker may publish of it; null for everybody else. */
  publishing: Publishing | null
}

/** The answer of an ended inspection and what the buyer makes of it. */
export function AnswerSection({ view, tree, publishing }: AnswerSectionProps) {
  const trpc = useTRPC()
  const refresh = useRefresh()
  const [isChanging, setIsChanging] = useState(false)
  const decide = useMutation(trpc.inspection.decide.mutationOptions())
  const rate = useMutation(trpc.inspection.rate.mutationOptions())
  const count = useMutation(trpc.inspection.countValue.mutationOptions())
  const rootId = view.rootId
  const isPublished = tree !== null && tree.published.standing !== null
  const listed = useQuery({ ...trpc.resale.list.queryOptions({ rootId }), enabled: isPublished }).data
  const sales = listed ?? (isPublished ? null : [])
  const isProvisional = view.phase !== 'settled' && view.endedAt === null
  if (view.phase !== 'settled' && (view.phase === 'collecting' || tree?.answer == null)) {
    return null
  }
  if (!view.can.seeTree) {
    return (
      <div className="space-y-8 lg:pt-4">
        <Note>There is an answer. {view.asker.name} keeps it and the reading private.</Note>
        <OutcomeSection view={view} resolved={null} />
      </div>
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

  async function onRate(offerId: string, said: Pick<RateInput, 'rating' | 'reason'>) {
    try {
      await rate.mutateAsync({ rootId: view.id, offerId, ...said })
      await refresh()
      return null
    } catch (error) {
      return readServerError(error)
    }
  }

  async function onCount(revision: number, stakeMicros: bigint | null): Promise<ServerError | null> {
    try {
      await count.mutateAsync({ rootId: view.id, revision, stakeMicros })
      await refresh()
      return null
    } catch (error) {
      return readServerError(error)
    }
  }

  return (
    <div className="space-y-8 lg:pt-4">
      {isProvisional && view.reopened > 0 ? <TakenUpNote view={view} /> : null}
      {answer ? (
        <Answer
          answer={answer}
          decision={view.decision}
          isProvisional={isProvisional}
          hrefOf={(offerId) => `/questions/${view.id}?tab=inspection&node=${offerId}#inspection`}
          sourceOf={(offerId) => tree.offers.find(({ id }) => id === offerId) ?? null}
          publication={tree.published.standing}
          strip={<TreeStrip view={tree} hrefOf={(id) => overviewHref(view.id, id)} />}
          scoreOf={(offerId) => tree.resolved.scores.find((one) => one.offerId === offerId)?.bits ?? null}
          answeredOf={(contextId) => answeredIn(tree, contextId)}
          rateForm={
            view.isYours && view.phase === 'settled'
              ? (offerId) => <RateForm onRate={(said) => onRate(offerId, said)} />
              : undefined
          }
          forSale={sales?.map(({ offerId }) => offerId) ?? null}
          buyForm={(source) => {
            const sale = sales?.find(({ offerId }) => offerId === source.id)
            return sale ? (
              <BuySource
                sale={sale}
                source={source}
                rootId={rootId}
                askerName={view.asker.name}
                feeBasisPoints={view.feeBasisPoints}
              />
            ) : null
          }}
          countForm={
            view.isYours && canCount(view, answer) ? (
              <CountForm
                hasStake={optionsOf(view.decision).length > 0}
                stakeMicros={answer.counted?.stakeMicros ?? null}
                isCounted={answer.counted !== null}
                onCount={(stakeMicros) => onCount(answer.revision, stakeMicros)}
              />
            ) : null
          }
        />
      ) : (
        <Spinner label="The answer is being written from what was bought." />
      )}
      {/* Below: what one comes for is the answer, which says itself that it is provisional. */}
      {isProvisional && view.reopened === 0 ? <ProvisionalNote view={view} /> : null}
      {tree.published.standing && !view.isYours ? (
        <p>
          <FlagLink kind="answer" id={view.id} path={`/questions/${view.id}`} />
        </p>
      ) : null}
      {answer && view.isYours ? (
        <PublishAnswer
          view={view}
          tree={tree}
          answer={answer}
          isProvisional={isProvisional}
          publishing={publishing}
        />
      ) : null}
      <EarlierAnswers
        answers={earlierAnswers}
        current={answer}
        decision={view.decision}
        teaserOf={(offerId) => teaserIn(tree, offerId)}
      />
      {view.endedAt === null ? null : (
        <p className="text-muted text-sm">
          <Link
            href={`/questions/${view.id}/receipt`}
            prefetch={false}
            className="underline underline-offset-2"
          >
            Receipt
          </Link>
          : what was bought and what was left, signed.
        </p>
      )}
      <div id={DECIDE_ID} className="scroll-mt-24">
        {decisionMade && !isChanging ? (
          <DecisionMade
            made={decisionMade}
            decision={view.decision}
            who={view.isYours ? 'You' : view.asker.name}
            isBeforeAnswer={view.reopened > 0 && answer !== null && decisionMade.decidedAt < answer.writtenAt}
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
              recommendedVerdict={recommendedVerdict(answer)}
              onDecide={onDecide}
              onCancel={decisionMade ? () => setIsChanging(false) : undefined}
            />
          </section>
        ) : null}
      </div>
      <OutcomeSection view={view} resolved={tree.resolved} />
      {view.isYours && view.reopening ? (
        <ReopenSection view={view} reopening={view.reopening} tree={tree} />
      ) : null}
    </div>
  )
}

/** Something is recommended, and it is over; what a claim's purchases were worth is counted once, a choice may be told in credits later. */
function canCount(view: ContextView, answer: AnswerView): boolean {
  const isCountable = answer.citations.length > 0 && (answer.trail.at(-1)?.kind ?? 'open') !== 'open'
  if (view.phase !== 'settled' || !isCountable || answer.isCountDue) return false
  return answer.counted === null || optionsOf(view.decision).length > 0
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
