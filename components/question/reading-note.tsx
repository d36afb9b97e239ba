'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { readingExplained, readingInWords } from '@/components/question/reading-words'
import { Ago } from '@/components/time/time'
import { Note } from '@/components/ui/feedback'

/** The built-in agent is done by then: what is over at once needs no note. */
const SHOWN_AFTER_MS = 3_000

export type ReadingNoteProps = { offersRead: number; askedAt: Date; isYours: boolean; before: ReactNode }

/** Says that a reading is under way which takes longer than a moment, since when the question stands, and that nobody has to wait here; `before` stands there until then. */
export function ReadingNote({ offersRead, askedAt, isYours, before }: ReadingNoteProps) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isShown) return before
  return (
    <Note title={readingInWords(offersRead)}>
      Asked <Ago at={askedAt} />. {readingExplained({ isYours })}
    </Note>
  )
}
