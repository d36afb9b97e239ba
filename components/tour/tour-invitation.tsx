'use client'

import { cx } from 'class-variance-authority'
import dynamic from 'next/dynamic'
import { useRef, useState } from 'react'
import { rememberTour } from '@/components/tour/tour-seen'
import { useWasEver } from '@/components/ui/use-was-ever'

const TourDialog = dynamic(() => import('@/components/tour/tour-dialog').then(({ TourDialog }) => TourDialog))

const LINK =
  'inline-flex min-h-6 items-center text-accent underline underline-offset-2 pointer-coarse:min-h-11'

/** A line for newcomers, in the flow of the page: it covers nothing and opens nothing by itself. */
export function TourInvitation({ className }: { className?: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const [isSkipped, setIsSkipped] = useState(false)
  const wasOpen = useWasEver(isOpen)
  const line = useRef<HTMLParagraphElement>(null)
  return (
    <>
      <p
        ref={line}
        tabIndex={-1}
        className={cx('flex flex-wrap items-center gap-x-4 text-muted text-sm noscript:hidden', className)}
      >
        {isSkipped ? (
          'Skipped. The tour is at the end of every page.'
        ) : (
          <>
            {wasOpen ? null : 'New here?'}
            <button type="button" className={LINK} onClick={() => setIsOpen(true)}>
              {wasOpen ? 'Take the tour again' : 'Take the tour: three steps'}
            </button>
            {wasOpen ? null : (
              <button
                type="button"
                className={LINK}
                onClick={() => {
                  rememberTour()
                  setIsSkipped(true)
                  line.current?.focus({ preventScroll: true })
                }}
              >
                Skip the tour
              </button>
            )}
          </>
        )}
      </p>
      {wasOpen ? <TourDialog open={isOpen} onOpenChange={setIsOpen} /> : null}
    </>
  )
}
