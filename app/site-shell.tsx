'use client'

import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { searchLater } from '@/app/search-later'
import { Toasts } from '@/app/toasts'
import { Shell } from '@/components/shell/shell'
import type { Me } from '@/server/contract/auth'
import type { WalletSummary } from '@/server/contract/ledger'

/** Its badges and figures are live: what hears of them is sent to members alone. */
const MemberShell = dynamic(() => import('@/app/member-shell').then(({ MemberShell }) => MemberShell))

export type SiteShellProps = {
  me: Me | null
  /** What the server drew the header with; null when nobody is signed in. */
  wallet: WalletSummary | null
  /** What concerns everybody; null on an ordinary day. */
  notice: string | null
  children: ReactNode
}

/** What stays around every page. */
export function SiteShell({ me, ...rest }: SiteShellProps) {
  if (me !== null) return <MemberShell me={me} {...rest} />
  return (
    <Shell user={null} onSearch={searchLater} notice={rest.notice}>
      {rest.children}
      <Toasts />
    </Shell>
  )
}
