import type { ReactNode } from 'react'
import { ANSWER_ID } from '@/components/answer/answer'
import { isBetweenReadings } from '@/components/question/open-words'
import { hasEnded } from '@/components/question/question-state'
import { ReadingNote } from '@/components/question/reading-note'
import { waitingInWords } from '@/components/question/reading-words'
import { NothingYet } from '@/components/question/still-open'
import { cn } from '@/components/ui/cn'
import { Note } from '@/components/ui/feedback'
import type { ContextView, OfferView } from '@/server/contract/market-view'
import type { TreeView } from '@/server/tree/contract'

export type WhatHappensProps = {
  view: ContextView
  tree: TreeView | null
  offers: readonly OfferView[]
  /** Whom the viewer's own question has reached; null of others. */
  reached: ReactNode
  /** Somebody waits here for the answer: the place is kept, so that nothing below moves when what it says changes. */
  isWatched: boolean
}

/** One place that says how a question is getting on: whom it reached, that it is read, that nothing was worth its price, that the answer is there. */
export function WhatHappens({ view, tree, offers, reached, isWatched }: WhatHappensProps) {
  const answered = tree?.answer != null
  return (
    <div aria-live="polite" className={cn(isWatched ? 'min-h-32 sm:min-h-20' : 'empty:hidden')}>
      {whatHappens()}
    </div>
  )

  function whatHappens(): ReactNode {
    if (answered) return isWatched ? <AnswerIsThere isOpen={!hasEnded(view.state)} /> : null
    if (hasEnded(view.state)) {
      return isWatched ? (
        <Note title="It has ended.">The answer is being written from what was bought.</Note>
      ) : null
    }
    const rootOffers = offers.filter(({ firstReadAt }) => firstReadAt !== null)
    if (isBetweenReadings(view)) return <NothingYet view={view} offersRead={rootOffers.length} />
    const waiting =
      reached ??
      (isWatched ? <Note title="Waiting for offers.">{waitingInWords(view.can.seeTree)}</Note> : null)
    if (view.state !== 'inspecting' || !view.can.seeTree) return waiting
    const unread = rootOffers.filter(({ state }) => state === 'open').length
    return (
      <ReadingNote offersRead={unread} askedAt={view.createdAt} isYours={view.isYours} before={waiting} />
    )
  }
}

/** In place of the answer itself, which stands below what is being watched. */
function AnswerIsThere({ isOpen }: { isOpen: boolean }) {
  return (
    <Note tone="good" title={isOpen ? 'A provisional answer is there.' : 'The answer is there.'}>
      <a href={`#${ANSWER_ID}`} className="font-medium text-accent underline">
        Read it
      </a>{' '}
      below, under what was read for it.
    </Note>
  )
}
