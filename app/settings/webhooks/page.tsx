import type { Metadata } from 'next'
import { requireMe, serverCaller } from '@/app/server'
import { AddWebhook, WebhookRow } from '@/app/settings/webhooks/webhook-forms'
import { asksProof } from '@/components/form/asks-proof'
import { Breadcrumb, PageHeader } from '@/components/shell/page-header'
import { EmptyState } from '@/components/ui/feedback'
import { Section } from '@/components/ui/section'
import { INBOX_WEBHOOKS_MAX } from '@/server/contract/inbox-webhooks'
import { WEBHOOKS_PATH } from '@/server/contract/notice-line'

export const metadata: Metadata = { title: 'Webhooks', robots: { index: false } }

/** Servers of one's own that are told what the inbox is told. */
export default async function WebhooksPage() {
  const [, api] = await Promise.all([requireMe(WEBHOOKS_PATH), serverCaller()])
  const [webhooks, account] = await Promise.all([api.webhooks.list(), api.account.view()])
  const asksPassword = asksProof(account)
  return (
    <div className="page-narrow pb-24">
      <PageHeader
        eyebrow={<Breadcrumb items={[{ label: 'Settings', href: '/settings' }, { label: 'Webhooks' }]} />}
        title="Webhooks"
        lead="A server of yours is told what your inbox is told, when it happens: one signed call each, tried again for hours when it is away."
      />
      <div className="space-y-12">
        {webhooks.length === 0 ? (
          <EmptyState title="No server of yours is told anything">
            Add one below. Its calls are signed as Standard Webhooks has it; the page of the API says what is
            in them.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line border-line border-y" aria-label="Your webhooks">
            {webhooks.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} asksPassword={asksPassword} />
            ))}
          </ul>
        )}
        {webhooks.length < INBOX_WEBHOOKS_MAX ? (
          <Section id="add" title="Add one">
            <AddWebhook asksPassword={asksPassword} />
          </Section>
        ) : null}
      </div>
    </div>
  )
}
