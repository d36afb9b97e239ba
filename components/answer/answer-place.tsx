'use client'

import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Note } from '@/components/ui/feedback'

/** For its asker the beginning of an answer, from the start; for everybody else two lines. */
const PLACE = { asker: 'min-h-60 sm:min-h-64', others: 'min-h-32 sm:min-h-20' } as const

export type AnswerPlaceProps = {
  /** How the question is getting on, until there is an answer. */
  waiting: ReactNode
  /** Null until it is there. */
  answer: ReactNode | null
  /** Later offers may revise it. */
  isProvisional: boolean
  /** Its asker waits for it and sees its beginning at once; whoever looks on may be at something else, and asks for it. */
  isAsker: boolean
  /** All of it is shown. */
  isOpen: boolean
  onOpen: () => void
  /** As `onOpen`, for somebody who means to read on from its beginning. */
  onRead: () => void
}

/**
 * Where the answer will stand, for who waits for it: the place is there from the beginning, so that nothing below moves when the
 * answer comes. Its asker sees as much of it as fits there; all of it comes on a press.
 */
export function AnswerPlace({
  waiting,
  answer,
  isProvisional,
  isAsker,
  isOpen,
  onOpen,
  onRead,
}: AnswerPlaceProps) {
  const place = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState<number | null>(null)
  const isThere = answer !== null
  useEffect(() => {
    const element = place.current
    if (element === null || isThere) return
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [isThere])
  const said = isProvisional ? 'A provisional answer is there.' : 'The answer is there.'

  if (!isAsker)
    return isThere && isOpen ? (
      answer
    ) : (
      <div aria-live="polite" className={PLACE.others}>
        {isThere ? (
          <Note
            tone="good"
            title={said}
            action={
              <Button size="sm" onClick={onRead}>
                Read it
              </Button>
            }
          >
            It stands here.
          </Note>
        ) : (
          waiting
        )}
      </div>
    )
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {isThere ? said : ''}
      </p>
      {isThere ? (
        <Beginning height={isOpen ? null : height} onOpen={onOpen} onRead={onRead}>
          {answer}
        </Beginning>
      ) : (
        <div ref={place} className={cn('lg:pt-4', PLACE.asker)}>
          <section
            aria-labelledby="answer-place"
            className="border-edge border-t-2 border-dashed pt-3 sm:pt-5"
          >
            <h2 id="answer-place" className="display mb-3 text-muted text-xl">
              The answer comes here
            </h2>
            {waiting}
          </section>
        </div>
      )}
    </>
  )
}

type BeginningProps = Pick<AnswerPlaceProps, 'onOpen' | 'onRead'> & {
  /** Of what is shown; null shows all. */
  height: number | null
  children: ReactNode
}

/** As much of an answer as fits. Whoever comes to what does not, by the keyboard or the browser's own search, has all of it. */
function Beginning({ height, onOpen, onRead, children }: BeginningProps) {
  const frame = useRef<HTMLDivElement>(null)
  const whole = useRef<HTMLDivElement>(null)
  const [wholeHeight, setWholeHeight] = useState(Number.POSITIVE_INFINITY)
  useEffect(() => {
    const element = whole.current
    if (element === null) return
    const observer = new ResizeObserver(() => setWholeHeight(element.offsetHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const isCut = height !== null && wholeHeight > height
  const open = useEffectEvent(onOpen)
  useEffect(() => {
    const element = frame.current
    if (element === null || !isCut) return
    const stop = new AbortController()
    for (const deed of ['focusin', 'scroll'])
      element.addEventListener(deed, () => open(), { signal: stop.signal })
    return () => stop.abort()
  }, [isCut])
  return (
    <div className="relative" style={{ height: height ?? undefined }}>
      <div ref={frame} className={height === null ? undefined : 'h-full overflow-hidden'}>
        <div ref={whole}>{children}</div>
      </div>
      {isCut ? (
        <div className="pointer-events-none absolute inset-x-0 bottom-0 flex justify-center bg-linear-to-t from-60% from-paper to-transparent pt-12">
          <Button size="sm" className="pointer-events-auto" onClick={onRead}>
            Show the whole answer
          </Button>
        </div>
      ) : null}
    </div>
  )
}
