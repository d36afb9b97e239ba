import { Mail } from 'lucide-react'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { serverCaller } from '@/app/server'
import { PageHeader } from '@/components/shell/page-header'
import { Ago } from '@/components/time/time'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/feedback'

/** Where the setting is off the tab, too, says that there is no such page. */
export async function generateMetadata(): Promise<Metadata> {
  await loadMails()
  return { title: 'Outbox' }
}

const loadMails = cache(async () => (await (await serverCaller()).notices.outbox()) ?? notFound())

const STATES = { queued: 'not sent', sent: 'sent', failed: 'failed' } as const

/** For development: the mails that went out, or would have. Where the setting is off there is no such page. */
export default async function OutboxPage() {
  const mails = await loadMails()
  return (
    <div className="page-narrow pb-24">
      <PageHeader
        title="Outbox"
        lead="The last mails of everybody, for development. Without SMTP_URL they stay here."
      />
      {mails.length === 0 ? (
        <EmptyState icon={<Mail aria-hidden />} title="No mail yet">
          Register with an e-mail address and sell something: five minutes later the mail about it is here.
        </EmptyState>
      ) : (
        <ul className="space-y-6">
          {mails.map((mail) => (
            <li key={mail.id} className="rounded-lg border border-line bg-surface p-5">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
                <span className="wrap-anywhere">To {mail.to ?? 'nobody: the address is gone'}</span>
                <Ago at={mail.createdAt} />
                <Badge tone={mail.state === 'failed' ? 'bad' : 'plain'}>{STATES[mail.state]}</Badge>
              </p>
              <h2 className="mt-1 font-medium">{mail.subject}</h2>
              <pre className="wrap-anywhere mt-3 whitespace-pre-wrap font-sans text-sm">{mail.body}</pre>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
