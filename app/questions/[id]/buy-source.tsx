'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { useRefresh } from '@/app/questions/[id]/use-question'
import { useTRPC } from '@/app/trpc'
import { useRequestKey } from '@/components/form/request-key'
import { readServerError } from '@/components/form/server-error'
import { useIsLive } from '@/components/form/use-is-live'
import { Credits } from '@/components/money/credits'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/feedback'
import { toast } from '@/components/ui/toast'
import type { SeenOffer } from '@/server/contract/market-view'
import type { ForResale } from '@/server/contract/resale'
import { lengthInWords } from '@/server/words/amounts'
import { partsInWords } from '@/server/words/licence'
import { sellerInWords } from '@/server/words/tree'

export type BuySourceProps = {
  sale: ForResale
  /** As its reader sees it before. */
  source: SeenOffer
  /** Of the question that it answered. */
  rootId: string
  /** Who asked that, and has a share. */
  askerName: string
  /** The market's fee, in hundredths of a per cent. */
  feeBasisPoints: number
}

/** Offers a source of a published answer at the price that its seller asks of later readers. */
export function BuySource({ sale, source, rootId, askerName, feeBasisPoints }: BuySourceProps) {
  const isLive = useIsLive()
  const { hurdle, priceMicros } = sale
  if (hurdle === 'yours' || hurdle === 'bought') return null
  if (hurdle === 'blocked')
    return (
      <p className="text-muted text-xs">
        Others can buy this. You and its seller do not trade with each other.
      </p>
    )
  if (hurdle === 'signed-out')
    return (
      <Button size="sm" asChild className="relative z-10 mt-2">
        <Link href={`/sign-in?callbackUrl=${encodeURIComponent(`/questions/${rootId}`)}`} prefetch={false}>
          Sign in to read what was bought: <Credits micros={priceMicros} />
        </Link>
      </Button>
    )
  return (
    <div className="relative z-10 mt-2" inert={!isLive}>
      <Buy sale={sale} source={source} askerName={askerName} feeBasisPoints={feeBasisPoints} />
    </div>
  )
}

function Buy({
  sale: { offerId, priceMicros },
  source,
  askerName,
  feeBasisPoints,
}: Omit<BuySourceProps, 'rootId'>) {
  const trpc = useTRPC()
  const refresh = useRefresh()
  const request = useRequestKey()
  const [isOpen, setIsOpen] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const wallet = useQuery({ ...trpc.wallet.summary.queryOptions(), enabled: isOpen })
  const buy = useMutation(trpc.resale.buy.mutationOptions())
  const availableMicros = wallet.data?.availableMicros
  const isShort = availableMicros !== undefined && availableMicros < priceMicros

  async function onConfirm() {
    if (isShort) return
    setFault(null)
    try {
      await buy.mutateAsync({ offerId, priceMicros, requestKey: request.key })
      request.renew()
      setIsOpen(false)
      toast.success('Bought. You can read it here, and under Wallet, Bought at resale.')
      await refresh()
    } catch (error) {
      setFault(readServerError(error).message)
    }
  }

  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={setIsOpen}
      pending={buy.isPending}
      trigger={
        <Button size="sm">
          Read what was bought: <Credits micros={priceMicros} />
        </Button>
      }
      title="Buy this source?"
      description={
        <div className="space-y-2">
          <p className="font-serif text-base text-ink">{source.teaser}</p>
          <p>
            {lengthInWords(source)} by {sellerInWords(source)}, bought for this question after an agent had
            read them. You read them at once, and for good, also if the answer is taken back.
          </p>
          <p>
            <Credits micros={priceMicros} exact className="font-medium text-ink" /> go from your wallet to the
            seller, who {partsInWords({ askerName, feeBasisPoints })}.
            {availableMicros === undefined ? null : (
              <>
                {' '}
                You have{' '}
                <Credits micros={availableMicros} exact className={isShort ? 'text-bad' : 'text-ink'} />.
              </>
            )}
          </p>
          <p>
            It is final: an agent has read it, its first buyer kept it, and nothing that is complained of can
            be bought like this.
          </p>
          {isShort ? <ErrorNote>You have less available than its price.</ErrorNote> : null}
          {fault ? <ErrorNote>{fault}</ErrorNote> : null}
        </div>
      }
      confirmLabel="Buy and read it"
      onConfirm={onConfirm}
    />
  )
}
