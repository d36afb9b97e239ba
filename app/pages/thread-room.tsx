'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import Link from 'next/link'
import { FollowButton } from '@/app/following/follow-button'
import { CheckClaim } from '@/app/pages/check-claim'
import { useTRPC } from '@/app/trpc'
import { readServerError } from '@/components/form/server-error'
import { askHref } from '@/components/question/ask-link'
import { hasEnded } from '@/components/question/question-state'
import { PageHeader } from '@/components/shell/page-header'
import { READ_AGAIN_WORDS } from '@/components/thread/read-again-words'
import { threadHref } from '@/components/thread/thread-href'
import { ThreadItems } from '@/components/thread/thread-items'
import { Ago } from '@/components/time/time'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/feedback'
import { toast } from '@/components/ui/toast'
import type { FollowState } from '@/server/contract/follows'
import type { Thread } from '@/server/contract/threads'

/** While something is open, or the page is being read: a few seconds late is early enough. */
const POLL_MS = 5_000

export type ThreadRoomProps = {
  thread: Thread
  /** What the viewer asked for; the thread may be that of the address it was joined to. */
  cursor: string | null
  isSignedIn: boolean
  follow: FollowState
}

/** What the market knows about a page of the web, and what it can be asked. */
export function ThreadRoom({ thread: drawn, cursor, isSignedIn, follow }: ThreadRoomProps) {
  const trpc = useTRPC()
  const view = useQuery({
    ...trpc.threads.view.queryOptions({ url: drawn.address, cursor }),
    initialData: drawn,
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? POLL_MS : false),
  })
  const thread = view.data
  const again = useMutation(
    trpc.threads.readAgain.mutationOptions({
      onSuccess({ state }) {
        toast.message(READ_AGAIN_WORDS[state])
        void view.refetch()
      },
      onError: (error) => toast.error(readServerError(error).message),
    }),
  )
  const { address, title, product, items } = thread
  const detached = items.filter(({ passage }) => passage?.place === 'detached')
  const standing = items.filter((item) => !detached.includes(item))
  const place = addressInWords(address)
  return (
    <div className="page pb-24">
      <PageHeader
        eyebrow={
          <a
            href={address}
            rel="nofollow noopener noreferrer ugc"
            target="_blank"
            className="inline-flex min-h-8 max-w-full items-center gap-1.5 break-all hover:text-ink hover:underline pointer-coarse:min-h-11"
          >
            {place}
            <ExternalLink aria-hidden className="size-3.5 shrink-0" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        }
        title={title || `A page of ${new URL(address).host}`}
        lead={<WhenRead thread={thread} />}
        actions={
          <>
            <FollowButton
              thing={{ kind: 'page', subject: address }}
              first={follow}
              isSignedIn={isSignedIn}
              path={threadHref(address)}
            />
            {isSignedIn && items.length > 0 ? (
              <Button
                pending={again.isPending || thread.isDue}
                pendingLabel="The page is being read"
                onClick={() => again.mutate({ url: address })}
              >
                Read the page again
              </Button>
            ) : null}
          </>
        }
      />
      <div className="grid grid-cols-1 gap-x-20 gap-y-10 lg:grid-cols-[minmax(0,42rem)_18rem]">
        <div className="min-w-0 space-y-10">
          {items.length === 0 ? (
            <EmptyState title="Nobody has asked about this page yet">
              Write down a sentence of it that you doubt, or ask what it leaves out. What comes of it stands
              here for everybody who reads the page.
            </EmptyState>
          ) : null}
          <ThreadItems
            id="claims"
            title="Claims on this page"
            items={standing.filter(({ claim }) => claim !== '')}
          />
          <ThreadItems
            id="open"
            title="Open questions about it"
            items={standing.filter(({ claim, question }) => claim === '' && !hasEnded(question.state))}
          />
          <ThreadItems
            id="ended"
            title="Asked and ended"
            items={standing.filter(({ claim, question }) => claim === '' && hasEnded(question.state))}
          />
          <ThreadItems
            id="detached"
            title="Detached"
            note="The page does not say these words as it did, or says them in several places."
            items={detached}
          />
          {thread.nextCursor ? (
            <Button asChild>
              <Link href={`${threadHref(address)}&cursor=${encodeURIComponent(thread.nextCursor)}`}>
                Earlier questions
              </Link>
            </Button>
          ) : null}
        </div>
        <aside className="space-y-6 lg:sticky lg:top-20 lg:self-start">
          <CheckClaim page={address} />
          <p className="flex flex-wrap gap-2">
            {product === '' ? null : (
              <Button asChild>
                <Link href={askHref({ title: `Should I buy “${product}”?`, page: address })}>
                  Should I buy it?
                </Link>
              </Button>
            )}
            <Button asChild variant="quiet">
              <Link href={askHref({ page: address })}>Ask something else about it</Link>
            </Button>
          </p>
        </aside>
      </div>
    </div>
  )
}

function WhenRead({ thread: { readAt, notRead, items } }: { thread: Thread }) {
  if (notRead !== null)
    return (
      <>
        The page could not be read, because {notRead}.{readAt ? ' What stands here is of ' : null}
        {readAt ? <Ago at={readAt} /> : null}
        {readAt ? '.' : null}
      </>
    )
  if (readAt)
    return (
      <>
        What people and bots were asked about this page, and what came of it. It was read <Ago at={readAt} />.
      </>
    )
  return items.length > 0 ? 'What people and bots were asked about this page. It was not read yet.' : null
}

function isMoving({ items, isDue }: Thread): boolean {
  return isDue || items.some(({ question }) => !hasEnded(question.state))
}

/** Without what is the same for all, in readable letters. */
function addressInWords(address: string): string {
  const { host, pathname, search, hash } = new URL(address)
  const words = `${host.replace(/^www\./, '')}${pathname === '/' ? '' : pathname}${search}${hash}`
  try {
    return decodeURI(words)
  } catch {
    return words
  }
}
