'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell, BellRing } from 'lucide-react'
import Link from 'next/link'
import { followersInWords } from '@/app/following/follow-words'
import { useTRPC } from '@/app/trpc'
import { readServerError } from '@/components/form/server-error'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import type { FollowedThing, FollowState } from '@/server/contract/follows'

export type FollowButtonProps = {
  thing: FollowedThing
  /** As the server drew it. */
  first: FollowState
  isSignedIn: boolean
  /** This page: who signs in comes back to it. */
  path: string
}

/** Follows what the page is about, and says how many do. */
export function FollowButton({ thing, first, isSignedIn, path }: FollowButtonProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const view = trpc.follows.view.queryOptions(thing)
  const { follows, followers } = useQuery({ ...view, initialData: first, enabled: isSignedIn }).data
  const set = useMutation(
    trpc.follows.set.mutationOptions({
      onSuccess(state) {
        client.setQueryData(view.queryKey, state)
        void client.invalidateQueries(trpc.home.pathFilter())
        void client.invalidateQueries(trpc.follows.list.pathFilter())
      },
      onError: (error) => toast.error(readServerError(error).message),
    }),
  )
  const who = followersInWords(followers, follows)
  const count =
    who === null ? null : <span className="font-normal text-muted max-sm:sr-only">{` · ${who}`}</span>
  if (!isSignedIn)
    return (
      <Button asChild variant="quiet" size="sm">
        <Link href={`/sign-in?callbackUrl=${encodeURIComponent(path)}`} prefetch={false}>
          <Bell aria-hidden className="max-sm:hidden" />
          Follow
          {count}
        </Link>
      </Button>
    )
  return (
    <Button
      variant="quiet"
      size="sm"
      aria-pressed={follows}
      pending={set.isPending}
      onClick={() => set.mutate({ ...thing, follows: !follows })}
    >
      {follows ? (
        <BellRing aria-hidden className="max-sm:hidden" />
      ) : (
        <Bell aria-hidden className="max-sm:hidden" />
      )}
      {follows ? 'Following' : 'Follow'}
      {count}
    </Button>
  )
}
