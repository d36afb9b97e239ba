'use client'

import { FlaskConical } from 'lucide-react'
import type { GoTo } from '@/app/bots/[id]/tabs'
import type { RehearsalState } from '@/app/bots/[id]/use-rehearsal'
import { rehearsalSum } from '@/components/bots/bot-words'
import { RehearsalList } from '@/components/bots/rehearsal-list'
import { RehearsalOwn } from '@/components/bots/rehearsal-own'
import { Button } from '@/components/ui/button'
import { EmptyState, ErrorNote, SkeletonText } from '@/components/ui/feedback'
import type { BotView } from '@/server/contract/bots'

export type RehearseTabProps = { bot: BotView; rehearsal: RehearsalState; goTo: GoTo }

/** A bot is tried on questions of others and on made-up ones, for its owner's eyes only. */
export function RehearseTab({ bot, rehearsal, goTo }: RehearseTabProps) {
  const { own, running } = rehearsal
  // Its answers differ, so each is worth reading; the one of a text is known.
  const isOpen = bot.kind !== 'fixed'
  const isBusy = running !== null || own.isTrying
  return (
    <div className="space-y-10">
      <PastQuestions {...{ bot, rehearsal, goTo, isOpen, isBusy }} />
      <RehearsalOwn {...own} isOpen={isOpen} isBusy={isBusy} />
    </div>
  )
}

type PastQuestionsProps = RehearseTabProps & { isOpen: boolean; isBusy: boolean }

function PastQuestions({ bot, rehearsal, goTo, isOpen, isBusy }: PastQuestionsProps) {
  const { questions, results, running, problem } = rehearsal
  if (questions === undefined) {
    return problem === null ? <SkeletonText lines={6} /> : <ErrorNote>{problem}</ErrorNote>
  }
  if (questions.length === 0) {
    return (
      <EmptyState
        icon={<FlaskConical aria-hidden />}
        title="It would have been asked no question so far"
        action={<Button onClick={() => goTo('settings')}>Change which questions it answers</Button>}
      >
        {bot.matcher.scope === 'sub-contexts'
          ? 'It answers sub-questions of agents only, and of those only the public ones can be tried. Try it on a question of your own below, or put it to work and watch its runs.'
          : 'Other words or fewer conditions match more questions, or try it on one of your own below.'}
      </EmptyState>
    )
  }
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <p className="measure text-muted text-sm">
          What it would have said to {questions.length === 1 ? 'the question' : 'the questions'} that it would
          have been asked, of those that its preview counts, the nearest first{WHOSE[bot.matcher.scope]}.
          Nothing is posted and nobody is told; tokens count towards its day.
        </p>
        {rehearsal.isRunningAll ? (
          <Button onClick={rehearsal.stop}>Stop after this one</Button>
        ) : (
          <Button disabled={isBusy} onClick={rehearsal.tryAll}>
            {questions.length === 1 ? 'Try it' : `Try all ${questions.length}`}
          </Button>
        )}
      </div>
      {problem ? <ErrorNote title="The rehearsal stopped.">{problem}</ErrorNote> : null}
      <p className="tabular-nums text-sm" aria-live="polite">
        {results.size > 0 ? rehearsalSum([...results.values()]) : ''}
      </p>
      <RehearsalList
        isOpen={isOpen}
        questions={questions}
        results={results}
        running={running}
        isBusy={isBusy}
        onTry={rehearsal.tryOne}
      />
    </div>
  )
}

/** Whether sub-questions are among them: what a bot does not answer it is not tried on. */
const WHOSE = {
  roots: ', of people only, as it answers no sub-questions',
  both: ', public sub-questions of agents among them',
  'sub-contexts': ', all of them public sub-questions of agents',
} as const satisfies Record<BotView['matcher']['scope'], string>
