'use client'

import { FlaskConical } from 'lucide-react'
import type { GoTo } from '@/app/bots/[id]/owner-tabs'
import type { RehearsalState } from '@/app/bots/[id]/use-rehearsal'
import { rehearsalSum } from '@/components/bots/bot-words'
import { RehearsalList } from '@/components/bots/rehearsal-list'
import { Button } from '@/components/ui/button'
import { EmptyState, ErrorNote, SkeletonText } from '@/components/ui/feedback'
import type { BotView } from '@/server/sellers/contract'

export type RehearseTabProps = { bot: BotView; rehearsal: RehearsalState; goTo: GoTo }

/** A bot is tried on past questions for its owner's eyes only. */
export function RehearseTab({ bot, rehearsal, goTo }: RehearseTabProps) {
  const { questions, results, running, problem } = rehearsal
  if (questions === undefined) {
    return problem === null ? <SkeletonText lines={6} /> : <ErrorNote>{problem}</ErrorNote>
  }
  if (questions.length === 0) {
    return (
      <EmptyState
        icon={<FlaskConical aria-hidden />}
        title="No past question would have woken it"
        action={<Button onClick={() => goTo('settings')}>Change what wakes it</Button>}
      >
        {bot.matcher.scope === 'sub-contexts'
          ? 'It answers sub-questions of inspectors only, and those are not rehearsed. Let it answer questions of people too, or put it to work and watch its runs.'
          : 'Use words that people ask with, or fewer conditions. Or put it to work and wait: nothing is lost while it is silent.'}
      </EmptyState>
    )
  }
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <p className="measure text-muted text-sm">
          What it would have said to {questions.length === 1 ? 'a past question' : 'past questions'} that
          would have woken it. Nothing is posted and nobody is told; tokens count towards its day.
        </p>
        {rehearsal.isRunningAll ? (
          <Button onClick={rehearsal.stop}>Stop after this one</Button>
        ) : (
          <Button disabled={running !== null} onClick={rehearsal.tryAll}>
            {questions.length === 1 ? 'Try it' : `Try all ${questions.length}`}
          </Button>
        )}
      </div>
      {problem ? <ErrorNote title="The rehearsal stopped.">{problem}</ErrorNote> : null}
      <p className="tabular-nums text-sm" aria-live="polite">
        {results.size > 0 ? rehearsalSum([...results.values()]) : ''}
      </p>
      <RehearsalList
        isOpen={bot.kind !== 'fixed'}
        questions={questions}
        results={results}
        running={running}
        onTry={rehearsal.tryOne}
      />
    </div>
  )
}
