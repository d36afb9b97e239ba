import type { ReactNode } from 'react'
import { isBetweenReadings } from '@/components/question/open-words'
import { PauseNote } from '@/components/question/pause-note'
import { hasEnded } from '@/components/question/question-state'
import { ReadingNote } from '@/components/question/reading-note'
import { waitingInWords } from '@/components/question/reading-words'
import { NothingYet } from '@/components/question/still-open'
import { Note } from '@/components/ui/feedback'
import type { ContextView, OfferView } from '@/server/contract/market-view'

export type WhatHappensProps = {
  view: ContextView
  offers: readonly OfferView[]
  /** Why the agent could not go on; null while it does, or nobody is told. */
  pausedFor: string | null
  /** Whom the viewer's own question has reached; null of others. */
  reached: ReactNode
}

/** How a question without an answer is getting on: whom it reached, that it is read, that nothing was worth its price. */
export function WhatHappens({ view, offers, pausedFor, reached }: WhatHappensProps) {
  if (view.state === 'paused') return <PauseNote pausedFor={pausedFor} />
  if (view.phase === 'settled')
    return <Note title="It has ended.">The answer is being written from what was bought.</Note>
  if (hasEnded(view.state))
    return <Note title="It was stopped.">There is no answer. What was not spent has been returned.</Note>
  const read = offers.filter(({ firstReadAt }) => firstReadAt !== null)
  if (isBetweenReadings(view)) return <NothingYet view={view} offersRead={read.length} />
  const waiting = reached ?? <Note title="Waiting for offers.">{waitingInWords(view.can.seeTree)}</Note>
  if (view.state !== 'inspecting' || !view.can.seeTree) return waiting
  const unread = read.filter(({ state }) => state === 'open').length
  return <ReadingNote offersRead={unread} askedAt={view.createdAt} isYours={view.isYours} before={waiting} />
}
