import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireMe, serverCaller } from '@/app/server'
import { WalletBook } from '@/app/wallet/wallet-book'
import { walletInput, walletParams, walletQuery } from '@/app/wallet/wallet-params'
import { PageHeader } from '@/components/shell/page-header'

export const metadata: Metadata = { title: 'Wallet' }

const loadParams = createLoader(walletParams)

export default async function WalletPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await loadParams(searchParams)
  const [api] = await Promise.all([serverCaller(), requireMe(walletQuery('/wallet', params))])
  const input = walletInput(params)
  const [summary, firstPage, pending] = await Promise.all([
    api.wallet.summary(),
    api.wallet.rows(input),
    api.wallet.pending(),
  ])
  return (
    <div className="page pb-24">
      <PageHeader
        title="Wallet"
        lead="Play credits: they buy information here and are worth nothing elsewhere."
      />
      <WalletBook summary={summary} firstInput={input} firstPage={firstPage} pending={pending} />
    </div>
  )
}
