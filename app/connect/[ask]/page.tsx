import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { ConnectForm } from '@/app/connect/[ask]/connect-form'
import { requireMe, serverCaller } from '@/app/server'
import { PageHeader } from '@/components/shell/page-header'
import { EmptyState } from '@/components/ui/feedback'
import { CONNECT_COOKIE, CONNECT_PATH, connectionAskSchema } from '@/server/contract/programs'

export const metadata: Metadata = { title: 'Connect a program', robots: { index: false } }

/** Where a program sends its person to be let in (OAuth). */
export default async function ConnectPage({ params }: { params: Promise<{ ask: string }> }) {
  const { ask } = await params
  const me = await requireMe(`${CONNECT_PATH}/${encodeURIComponent(ask)}`)
  const parsed = connectionAskSchema.safeParse({ ask })
  // A link that somebody else passed on would connect their program to this account.
  const isSent = (await cookies()).get(CONNECT_COOKIE)?.value === ask
  const api = await serverCaller()
  const asked = parsed.success && isSent ? await api.programs.asked(parsed.data).catch(() => null) : null
  return (
    <div className="page-narrow pb-24">
      <PageHeader
        title="Connect a program"
        {...(asked === null ? {} : { lead: 'It acts here in your name from then on, as far as you say.' })}
      />
      {asked === null ? (
        <EmptyState title="Nothing is asked here">
          It was answered already, half an hour has passed, or another browser was sent here. Connect the
          program again, from the program.
        </EmptyState>
      ) : (
        <ConnectForm ask={ask} asked={asked} account={await api.account.view()} handle={me.handle} />
      )}
    </div>
  )
}
