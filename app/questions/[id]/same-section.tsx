'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/app/trpc'
import { readServerError } from '@/components/form/server-error'
import { ClaimHistory } from '@/components/thread/claim-history'
import { SameClaimDialog } from '@/components/thread/same-claim-dialog'
import { CLAIM_HISTORY_ID } from '@/components/thread/thread-href'
import { Button } from '@/components/ui/button'
import { Disclosure } from '@/components/ui/disclosure'
import { toast } from '@/components/ui/toast'
import type { ClaimLine, SameClaims } from '@/server/contract/same-claims'

export type SameSectionProps = {
  questionId: string
  claim: string
  first: SameClaims
  isSignedIn: boolean
  isModerator: boolean
}

/** Where a claim stands besides, and the way to say so. Nothing where there is neither. */
export function SameSection({ questionId, claim, first, isSignedIn, isModerator }: SameSectionProps) {
  const trpc = useTRPC()
  const view = useQuery({ ...trpc.sameClaims.view.queryOptions({ questionId }), initialData: first })
  const say = useMutation(
    trpc.sameClaims.say.mutationOptions({
      onSuccess({ state }) {
        toast.success(
          state === 'same' ? 'They are shown as one claim now.' : 'Said. A second person confirms it.',
        )
        void view.refetch()
      },
      onError: (error) => toast.error(readServerError(error).message),
    }),
  )
  const part = useMutation(
    trpc.sameClaims.part.mutationOptions({
      onSuccess() {
        toast.success('The claim stands alone again.')
        void view.refetch()
      },
      onError: (error) => toast.error(readServerError(error).message),
    }),
  )
  const { history, proposed, candidates } = view.data
  const isSaying = (otherId: string) => say.isPending && say.variables.otherId === otherId
  const sayButton = ({ question: { id: otherId }, claim: other }: ClaimLine, label: string) => (
    <SameClaimDialog
      claims={[claim, other]}
      label={label}
      pending={isSaying(otherId)}
      onSay={() => say.mutate({ questionId, otherId })}
    />
  )
  if (history.length === 0 && proposed.length === 0 && candidates.length === 0) return null
  return (
    <section id={CLAIM_HISTORY_ID} aria-labelledby="same-claim" className="mt-10 scroll-mt-24 space-y-3">
      <h2 id="same-claim" className="display text-xl">
        The same claim on other pages
      </h2>
      {history.length > 0 ? <ClaimHistory lines={history} hereId={questionId} /> : null}
      {history.length > 0 && isModerator ? (
        <Button
          size="sm"
          variant="quiet"
          pending={part.isPending}
          onClick={() => part.mutate({ questionId })}
        >
          It is not the same: part it
        </Button>
      ) : null}
      {proposed.map(({ isYours, ...line }) => (
        <Candidate
          key={line.question.id}
          line={line}
          note={
            isYours
              ? 'You say that it is the same; a second person confirms it.'
              : 'Somebody says that it is the same.'
          }
        >
          {isYours || !isSignedIn ? null : sayButton(line, 'Yes, it is the same claim')}
        </Candidate>
      ))}
      {candidates.length > 0 ? (
        <Disclosure summary="Is it one of these?">
          <div className="space-y-3">
            {candidates.map((line) => (
              <Candidate key={line.question.id} line={line} note="">
                {sayButton(line, 'It is the same claim')}
              </Candidate>
            ))}
          </div>
        </Disclosure>
      ) : null}
    </section>
  )
}

function Candidate({ line, note, children }: { line: ClaimLine; note: string; children: React.ReactNode }) {
  return (
    <div className="measure space-y-1.5 text-sm">
      <p>
        <a href={`/questions/${line.question.id}`} className="hover:underline">
          “{line.claim}”
        </a>{' '}
        <span className="text-muted">{line.pages.map((page) => new URL(page).host).join(', ')}</span>
      </p>
      {note === '' ? null : <p className="text-muted">{note}</p>}
      {children}
    </div>
  )
}
