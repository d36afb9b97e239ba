'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useInboxBadge } from '@/app/inbox/use-inbox-badge'
import { useTRPC, useTRPCClient } from '@/app/trpc'
import { readServerError } from '@/components/form/server-error'
import { marketStateOf } from '@/components/question/question-state'
import type { SearchHit } from '@/components/shell/command-palette'
import { memberNav, VISITOR_NAV } from '@/components/shell/nav'
import { Shell } from '@/components/shell/shell'
import { isToasterWanted, onToasterWanted, toast } from '@/components/ui/toast'
import type { Me } from '@/server/contract/auth'
import type { WalletSummary } from '@/server/contract/ledger'

const Toaster = dynamic(() => import('@/components/ui/toaster').then(({ Toaster }) => Toaster), {
  ssr: false,
})

/** As many as fit the palette without scrolling. */
const HITS_MAX = 7

export type SiteShellProps = {
  me: Me | null
  /** What the server drew the header with; null when nobody is signed in. */
  wallet: WalletSummary | null
  /** What concerns everybody; null on an ordinary day. */
  notice: string | null
  children: ReactNode
}

/** The shell with the signed-in person and their credits in it. */
export function SiteShell({ me, wallet, notice, children }: SiteShellProps) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const summary = useQuery({
    ...trpc.wallet.summary.queryOptions(),
    initialData: wallet ?? undefined,
    enabled: me !== null,
  })
  const inbox = useInboxBadge(me !== null)
  const hasToast = useSyncExternalStore(onToasterWanted, isToasterWanted, () => false)
  const endAll = useMutation(
    trpc.people.signOutEverywhere.mutationOptions({
      onSuccess: leave,
      onError: (error) => toast.error(readServerError(error).message),
    }),
  )

  async function search(query: string): Promise<SearchHit[]> {
    const [found, { tags, people }] = await Promise.all([
      client.contexts.list.query({ tab: 'newest', query }),
      client.search.names.query({ query }),
    ])
    return [
      ...found.items.slice(0, HITS_MAX).map(({ id, title, state }) => ({
        kind: 'question' as const,
        id,
        title,
        href: `/questions/${id}`,
        state: marketStateOf(state),
      })),
      ...tags.map(({ tag }) => ({
        kind: 'tag' as const,
        id: `tag ${tag}`,
        title: tag,
        href: `/tags/${encodeURIComponent(tag)}`,
      })),
      ...people.map(({ handle, name }) => ({
        kind: 'person' as const,
        id: `person ${handle}`,
        title: `${name} @${handle}`,
        href: `/people/${handle}`,
      })),
    ]
  }

  return (
    <Shell
      user={
        me
          ? {
              name: me.name,
              handle: me.handle,
              demo: me.isDemo,
              office: me.role === 'person' ? null : me.role,
            }
          : null
      }
      wallet={me && summary.data ? summary.data : null}
      nav={me ? memberNav(inbox) : VISITOR_NAV}
      onSignOut={leave}
      onSignOutEverywhere={() => endAll.mutate()}
      onSearch={search}
      notice={notice}
    >
      {children}
      {me !== null || hasToast ? <Toaster /> : null}
    </Shell>
  )
}

/** To the first page as a whole new one, so that nothing fetched for this person stays in memory. */
async function leave(): Promise<void> {
  const { signOut } = await import('next-auth/react')
  await signOut({ callbackUrl: '/' })
}
