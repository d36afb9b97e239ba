'use client'

import { useMutation } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { useRefresh } from '@/app/questions/[id]/use-question'
import { useTRPC } from '@/app/trpc'
import { useRequestKey } from '@/components/form/request-key'
import { readServerError, type ServerError } from '@/components/form/server-error'
import { newsInWords } from '@/components/question/reopen-words'
import { READ_AGAIN_WORDS } from '@/components/thread/read-again-words'
import { Until } from '@/components/time/time'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import type { ContextView } from '@/server/contract/market-view'
import type { TreeView } from '@/server/tree/contract'

const ReopenForm = dynamic(() =>
  import('@/components/answer/reopen-form').then(({ ReopenForm }) => ReopenForm),
)

/** Where a notice of a counter-offer leads. */
const REOPEN_ID = 'reopen'

export type ReopenSectionProps = {
  view: ContextView
  reopening: NonNullable<ContextView['reopening']>
  tree: TreeView
}

/** For the asker of a settled question: what is new since, until when it may be taken up again, and what that costs. */
export function ReopenSection({ view, reopening, tree }: ReopenSectionProps) {
  const trpc = useTRPC()
  const refresh = useRefresh()
  const request = useRequestKey()
  const reopen = useMutation(trpc.inspection.reopen.mutationOptions())
  const { until, counters, changedPages } = reopening
  const waiting = tree.offers.filter(({ isCounter, state }) => isCounter && state === 'open')

  async function onReopen(budgetMicros: bigint): Promise<ServerError | null> {
    try {
      await reopen.mutateAsync({ rootId: view.rootId, budgetMicros, requestKey: request.key })
      request.renew()
      await refresh()
      toast.success('The question is taken up again.')
      return null
    } catch (error) {
      return readServerError(error)
    }
  }

  return (
    <section
      id={REOPEN_ID}
      aria-labelledby="reopen-title"
      className="scroll-mt-24 rounded-lg border border-line bg-surface px-5 py-5"
    >
      <h2 id="reopen-title" className="display mb-2 text-xl">
        {view.can.reopen ? 'There is something new' : 'If something changes'}
      </h2>
      <p className="measure">{newsInWords({ counters, pages: changedPages.length })}</p>
      {changedPages.length > 0 ? (
        <ul className="mt-2 space-y-1 text-sm">
          {changedPages.map((page) => (
            <li key={page} className="break-all">
              {page}
            </li>
          ))}
        </ul>
      ) : null}
      <p className="measure mt-2 text-muted text-sm">
        {view.can.reopen
          ? `${WHAT_HAPPENS[counters > 0 ? 'offers' : 'page']} What was bought counts as known, and the answer is revised; the one before stays to be read. `
          : 'You are told when somebody makes a counter-offer. '}
        <Until at={until} verb="The time for it ends" past="The time for it is over" />.
      </p>
      {view.can.reopen ? (
        <ReopenForm
          waitingMicros={waiting.reduce((sum, { priceMicros }) => sum + priceMicros, 0n)}
          onReopen={onReopen}
        />
      ) : view.pages.length > 0 ? (
        <LookAgain pages={view.pages} />
      ) : null}
    </section>
  )
}

const WHAT_HAPPENS = {
  offers: 'The agent reads what waits at once and buys what is worth its price.',
  page: 'The question is open to everybody’s offers for a day; the agent reads the page as it is now, and what was offered by then.',
} as const

/** A page is read within seconds (`PAGES_WAIT_MS`). */
const LOOK_EVERY_MS = 3_000
const LOOK_FOR_MS = 20_000

/** Has the pages of a settled question read again, so that it shows whether they have changed. */
function LookAgain({ pages }: { pages: readonly string[] }) {
  const trpc = useTRPC()
  const refresh = useRefresh()
  const again = useMutation(trpc.threads.readAgain.mutationOptions())
  const [isLooking, setIsLooking] = useState(false)
  useEffect(() => {
    if (!isLooking) return
    const looks = setInterval(() => void refresh(), LOOK_EVERY_MS)
    const end = setTimeout(() => setIsLooking(false), LOOK_FOR_MS)
    return () => {
      clearInterval(looks)
      clearTimeout(end)
    }
  }, [isLooking, refresh])

  async function look() {
    try {
      const states = await Promise.all(pages.map((url) => again.mutateAsync({ url })))
      const state = states.find(({ state }) => state === 'due') ?? states[0]
      if (state) toast.message(READ_AGAIN_WORDS[state.state])
      setIsLooking(state?.state === 'due')
    } catch (error) {
      toast.error(readServerError(error).message)
    }
    await refresh()
  }

  return (
    <Button size="sm" className="mt-4" pending={again.isPending || isLooking} onClick={() => void look()}>
      {pages.length === 1 ? 'See whether the page has changed' : 'See whether the pages have changed'}
    </Button>
  )
}
