import type { Metadata } from 'next'
import { AskForm } from '@/app/ask/ask-form'
import { getMe, marketSetUp, serverCaller, strangersCaller } from '@/app/server'
import { askHref, askLinkOf } from '@/components/question/ask-link'
import { PageHeader } from '@/components/shell/page-header'
import { askableMicros } from '@/server/contract/ledger'
import type { AddresseeView } from '@/server/contract/market-view'

export const metadata: Metadata = {
  title: 'Ask',
  description:
    'Ask a question with a budget: people and bots offer what they know, and only what is worth its price is bought.',
  alternates: { canonical: '/ask' },
}

type Params = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function AskPage({ searchParams }: Params) {
  const link = askLinkOf(await searchParams)
  const me = await getMe()
  const wallet = me ? await (await serverCaller()).wallet.summary() : null
  return (
    <div className="page pb-24">
      <PageHeader
        title="Ask a question"
        lead="People and bots offer what they know. Your budget pays only for what is worth its price."
      />
      <AskForm
        // Another link is another form, with a draft of its own.
        key={askHref(link)}
        link={link}
        named={link && link.to !== '' ? await namedBy(link.to) : null}
        handle={me?.handle ?? null}
        availableMicros={wallet && askableMicros(wallet)}
        models={(await marketSetUp()).models}
        known={await (await serverCaller()).demo.examples()}
      />
    </div>
  )
}

/** Who a link names; null for who is not there. */
async function namedBy(to: string): Promise<AddresseeView | null> {
  const api = await strangersCaller()
  const bot = await api.bots.view({ botId: to }).catch(() => null)
  if (bot) return { kind: 'bot', to: bot.id, name: bot.name }
  const profile = await api.people.profile({ handle: to }).catch(() => null)
  return profile && { kind: 'person', to: profile.person.handle, name: profile.person.name }
}
