'use client'

import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useTRPC } from '@/app/trpc'
import { readServerError } from '@/components/form/server-error'
import { useIsLive } from '@/components/form/use-is-live'
import { Credits } from '@/components/money/credits'
import { Ago, Until } from '@/components/time/time'
import { Button } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/feedback'
import type { OwnerRequest, RequestState } from '@/server/contract/spend-requests'

const OVER_WORDS: Readonly<Record<Exclude<RequestState, 'waiting'>, string>> = {
  done: 'You said yes, and it was carried out',
  declined: 'You said no',
  expired: 'Nobody answered in time',
}

const KIND_WORDS: Readonly<Record<OwnerRequest['kind'], string>> = {
  ask: 'Ask a question with a budget of',
  buy: 'Buy an offer unseen for',
  raise: 'Put more into the budget of a question:',
  resale: 'Buy a source of a published answer for',
  reopen: 'Take a question up again with a budget of',
}

/** What waits for a yes or a no, then what became of the rest. */
export function RequestList({ requests }: { requests: readonly OwnerRequest[] }) {
  const isLive = useIsLive()
  return (
    <ul className="divide-y divide-line border-line border-y" inert={!isLive} aria-label="Requests">
      {requests.map((request) => (
        <RequestRow key={request.requestId} request={request} />
      ))}
    </ul>
  )
}

function RequestRow({ request }: { request: OwnerRequest }) {
  const { requestId, kind, state, amountMicros, about, key, createdAt, expiresAt, contextId } = request
  const trpc = useTRPC()
  const router = useRouter()
  const answer = useMutation(trpc.requests.answer.mutationOptions({ onSettled: () => router.refresh() }))
  return (
    <li className="space-y-3 py-4">
      <div>
        <p className="wrap-anywhere font-medium">
          {KIND_WORDS[kind]} <Credits micros={amountMicros} />
        </p>
        {about === null ? null : <p className="wrap-anywhere measure">“{about}”</p>}
        <p className="wrap-anywhere text-muted text-sm">
          Your key {key.name}, ending in {key.hint}, asked <Ago at={createdAt} />
          {state === 'waiting' ? (
            <>
              ; <Until at={expiresAt} verb="ends" past="has ended" />
            </>
          ) : null}
        </p>
      </div>
      {state === 'waiting' ? (
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            pending={answer.isPending && answer.variables.isYes}
            disabled={answer.isPending}
            onClick={() => answer.mutate({ requestId, isYes: true })}
          >
            Yes, spend it
          </Button>
          <Button
            pending={answer.isPending && !answer.variables.isYes}
            disabled={answer.isPending}
            onClick={() => answer.mutate({ requestId, isYes: false })}
          >
            No
          </Button>
        </div>
      ) : (
        <p className="text-sm">
          {OVER_WORDS[state]}
          {contextId === null ? (
            '.'
          ) : (
            <>
              :{' '}
              <Link href={`/questions/${contextId}`} className="underline underline-offset-2">
                the question
              </Link>
              .
            </>
          )}
        </p>
      )}
      {answer.error ? <ErrorNote>{readServerError(answer.error).message}</ErrorNote> : null}
    </li>
  )
}
