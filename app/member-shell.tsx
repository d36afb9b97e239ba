'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiLayout } from '@/app/api-layout'
import { useInboxBadge } from '@/app/inbox/use-inbox-badge'
import { searchLater } from '@/app/search-later'
import { Toasts } from '@/app/toasts'
import { useTRPC } from '@/app/trpc'
import { readServerError } from '@/components/form/server-error'
import { Account } from '@/components/shell/account'
import { memberNav } from '@/components/shell/nav'
import { Shell } from '@/components/shell/shell'
import { toast } from '@/components/ui/toast'
import type { Me } from '@/server/contract/auth'
import type { WalletSummary } from '@/server/contract/ledger'

export type MemberShellProps = {
  me: Me
  /** What the server drew the header with. */
  wallet: WalletSummary | null
  /** What concerns everybody; null on an ordinary day. */
  notice: string | null
  children: ReactNode
}

/** The shell with the signed-in person and their credits in it. */
export function MemberShell(props: MemberShellProps) {
  return (
    <ApiLayout>
      <LiveShell {...props} />
    </ApiLayout>
  )
}

function LiveShell({ me, wallet, notice, children }: MemberShellProps) {
  const trpc = useTRPC()
  const summary = useQuery({ ...trpc.wallet.summary.queryOptions(), initialData: wallet ?? undefined })
  const inbox = useInboxBadge()
  const endAll = useMutation(
    trpc.people.signOutEverywhere.mutationOptions({
      onSuccess: leave,
      onError: (error) => toast.error(readServerError(error).message),
    }),
  )

  const user = {
    name: me.name,
    handle: me.handle,
    demo: me.isDemo,
    office: me.role === 'person' ? null : me.role,
  }
  return (
    <Shell
      user={user}
      account={
        <Account
          user={user}
          wallet={summary.data ?? null}
          onSignOut={leave}
          onSignOutEverywhere={() => endAll.mutate()}
        />
      }
      nav={memberNav(inbox)}
      onSearch={searchLater}
      notice={notice}
    >
      {children}
      <Toasts isMember />
    </Shell>
  )
}

/** To the first page as a whole new one, so that nothing fetched for this person stays in memory. */
async function leave(): Promise<void> {
  const { signOut } = await import('next-auth/react')
  await signOut({ callbackUrl: '/' })
}
