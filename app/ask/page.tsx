import type { Metadata } from 'next'
import { AskForm } from '@/app/ask/ask-form'
import { getMe, marketSetUp, serverCaller } from '@/app/server'
import { askHref, askLinkOf } from '@/components/question/ask-link'
import { PageHeader } from '@/components/shell/page-header'
import { askableMicros } from '@/server/contract/ledger'

export const metadata: Metadata = { title: 'Ask' }

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
        handle={me?.handle ?? null}
        availableMicros={wallet && askableMicros(wallet)}
        models={(await marketSetUp()).models}
        known={await (await serverCaller()).demo.examples()}
      />
    </div>
  )
}
