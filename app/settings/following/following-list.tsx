'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import Link from 'next/link'
import { useTRPC } from '@/app/trpc'
import { readServerError } from '@/components/form/server-error'
import { threadHref } from '@/components/thread/thread-href'
import { Ago } from '@/components/time/time'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/feedback'
import { toast } from '@/components/ui/toast'
import type { FollowedThing, OwnFollow } from '@/server/contract/follows'
import type { Followed } from '@/server/words/follows'

const KINDS: readonly { kind: Followed; heading: string; href: (subject: string) => string }[] = [
  { kind: 'question', heading: 'Questions', href: (id) => `/questions/${id}` },
  { kind: 'person', heading: 'People', href: (handle) => `/people/${handle}` },
  { kind: 'tag', heading: 'Tags', href: (tag) => `/tags/${encodeURIComponent(tag)}` },
  { kind: 'page', heading: 'Pages of the web', href: threadHref },
]

/** All that one follows, by kind, each with the way to leave it out. */
export function FollowingList({ first }: { first: OwnFollow[] }) {
  const trpc = useTRPC()
  const list = useQuery({ ...trpc.follows.list.queryOptions(), initialData: first })
  const set = useMutation(
    trpc.follows.set.mutationOptions({
      onSettled: () => list.refetch(),
      onError: (error) => toast.error(readServerError(error).message),
    }),
  )
  if (list.data.length === 0)
    return (
      <EmptyState
        icon={<BellRing aria-hidden />}
        title="You follow nothing yet"
        action={
          <Button asChild>
            <Link href="/tags">Tags to follow</Link>
          </Button>
        }
      >
        “Follow” stands on each question, person, tag and page of the web that you open.
      </EmptyState>
    )
  return (
    <div className="space-y-10">
      {KINDS.map(({ kind, heading, href }) => {
        const own = list.data.filter((follow) => follow.kind === kind)
        return own.length === 0 ? null : (
          <section key={kind} aria-labelledby={`following-${kind}`}>
            <h2 id={`following-${kind}`} className="display text-lg">
              {heading}
            </h2>
            <ul className="mt-2 divide-y divide-line">
              {own.map((follow) => (
                <li key={follow.subject} className="flex items-center justify-between gap-4 py-2">
                  <span className="min-w-0">
                    <Link
                      href={href(follow.subject)}
                      className="inline-flex min-h-6 items-center break-words font-serif hover:underline"
                    >
                      {follow.label}
                    </Link>
                    <span className="block text-muted text-xs">
                      since <Ago at={follow.since} />
                    </span>
                  </span>
                  <Button
                    size="sm"
                    aria-label={`Follow ${follow.label} no longer`}
                    onClick={() => set.mutate({ ...thingOf(follow), follows: false })}
                  >
                    Unfollow
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

const thingOf = ({ kind, subject }: OwnFollow): FollowedThing => ({ kind, subject })
