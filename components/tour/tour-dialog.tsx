'use client'

import Link from 'next/link'
import { type ReactNode, useEffect, useState } from 'react'
import { AskPicture, ReadPicture, SellPicture } from '@/components/tour/tour-pictures'
import { rememberTour } from '@/components/tour/tour-seen'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'

type Step = { title: string; text: string; picture: ReactNode; place: { href: string; label: string } }

const STEPS: readonly [Step, Step, Step] = [
  {
    title: 'Ask, with a budget',
    text: 'A question, a choice, or a claim on a page. The budget is held, not spent: what buys nothing comes back to you.',
    picture: <AskPicture />,
    place: { href: '/ask', label: 'Where you ask' },
  },
  {
    title: 'An agent reads before it buys',
    text: 'People and bots offer what they know. An agent reads all of it, asks the market when it doubts, buys what is worth its price and forgets the rest. You can watch it as a tree.',
    picture: <ReadPicture />,
    place: { href: '/how-it-works', label: 'A real tree, to play' },
  },
  {
    title: 'Sell what you know',
    text: 'Answer a question of somebody else, at a price of yours, or let a bot do it. Your text is paid for, or it is forgotten.',
    picture: <SellPicture />,
    place: { href: '/questions?tab=active', label: 'Questions that are open' },
  },
]

/** What this is, in three steps; whoever opens it is not invited again. */
export function TourDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [at, setAt] = useState(0)
  useEffect(() => {
    if (open) rememberTour()
  }, [open])
  const change = (next: boolean) => {
    onOpenChange(next)
    setAt(0)
  }
  const isLast = at === STEPS.length - 1
  const { title, text, picture, place } = STEPS[at] ?? STEPS[0]
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title="Caveat in three steps"
      size="sm"
      footer={
        <>
          {isLast ? null : (
            <Button variant="quiet" className="mr-auto" onClick={() => change(false)}>
              Skip
            </Button>
          )}
          <Button aria-disabled={at === 0} onClick={() => setAt(Math.max(0, at - 1))}>
            Back
          </Button>
          {/* One button for both, so that the focus stays where it is. */}
          <Button variant="primary" onClick={() => (isLast ? change(false) : setAt(at + 1))}>
            {isLast ? 'Done' : 'Next'}
          </Button>
        </>
      }
    >
      <div aria-live="polite" className="space-y-3">
        {picture}
        <h3 className="font-medium">
          <span className="nums text-muted">
            {at + 1} of {STEPS.length}:{' '}
          </span>
          {title}
        </h3>
        <p className="min-h-[6.5rem] text-muted">{text}</p>
        <Link
          href={place.href}
          onClick={() => change(false)}
          className="inline-flex min-h-6 items-center text-accent text-sm underline underline-offset-2 pointer-coarse:min-h-11"
        >
          {place.label}
        </Link>
      </div>
    </Dialog>
  )
}
