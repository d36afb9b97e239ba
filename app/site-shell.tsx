'use client'

import { useMutation } from '@tanstack/react-query'
import { signOut } from 'next-auth/react'
import type { ReactNode } from 'react'
import { useTRPC } from '@/app/trpc'
import { Shell } from '@/components/shell/shell'
import type { Me } from '@/server/auth/contract'

/** The shell with the signed-in person in it. */
export function SiteShell({ me, children }: { me: Me | null; children: ReactNode }) {
  const trpc = useTRPC()
  const endAll = useMutation(trpc.people.signOutEverywhere.mutationOptions())

  // A whole new page, so that nothing fetched for this person stays in memory.
  const leave = () => void signOut({ callbackUrl: '/' })

  return (
    <Shell
      user={me ? { name: me.name, handle: me.handle, demo: me.isDemo } : null}
      onSignOut={leave}
      onSignOutEverywhere={() => endAll.mutate(undefined, { onSuccess: leave })}
    >
      {children}
    </Shell>
  )
}
