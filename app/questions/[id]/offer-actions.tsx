'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useRefresh } from '@/app/questions/[id]/use-question'
import { useTRPC } from '@/app/trpc'
import { useRequestKey } from '@/components/form/request-key'
import { readServerError, type ServerError } from '@/components/form/server-error'
import { Credits } from '@/components/money/credits'
import { OfferChanger } from '@/components/offer/composer'
import type { OfferParts } from '@/components/offer/offer-draft'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNote } from '@/components/ui/feedback'
import { toast } from '@/components/ui/toast'
import type { ContextView, OfferView } from '@/server/contract/market-view'
import { sellerInWords } from '@/server/words/tree'

export type OfferActionsProps = {
  offer: OfferView
  view: ContextView
  /** Of the buyer; null for everyone else. */
  availableMicros: bigint | null
}

/** What the viewer may do with one offer: change or withdraw their own, buy another's unseen. */
export function OfferActions({ offer, view, availableMicros }: OfferActionsProps) {
  const [fault, setFault] = useState<string | null>(null)
  const { change, withdraw, buyUnseen, allowQuoting } = offer.can
  return (
    <>
      {change ? <ChangeOffer offer={offer} view={view} /> : null}
      {allowQuoting ? <AllowQuoting offer={offer} view={view} onFault={setFault} /> : null}
      {withdraw ? <WithdrawOffer offer={offer} onFault={setFault} /> : null}
      {buyUnseen ? <BuyUnseen offer={offer} availableMicros={availableMicros} onFault={setFault} /> : null}
      {fault ? <ErrorNote className="basis-full">{fault}</ErrorNote> : null}
    </>
  )
}

function ChangeOffer({ offer, view }: { offer: OfferView; view: ContextView }) {
  const trpc = useTRPC()
  const refresh = useRefresh()
  const [isOpen, setIsOpen] = useState(false)
  const change = useMutation(trpc.offers.change.mutationOptions())

  async function onChange(parts: OfferParts): Promise<ServerError | null> {
    try {
      await change.mutateAsync({ offerId: offer.id, version: offer.version, ...parts })
      await refresh()
      toast.success('The new version is posted.')
      return null
    } catch (error) {
      return readServerError(error)
    }
  }

  return (
    <Dialog
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={<Button size="sm">Change</Button>}
      title="Change your offer"
      description="Possible until an agent has read it."
      size="lg"
    >
      <OfferChanger
        offer={{
          teaser: offer.teaser ?? '',
          privateInfo: offer.privateInfo ?? '',
          priceMicros: offer.priceMicros ?? 0n,
          licence: offer.licence,
        }}
        question={view.title}
        askerName={view.asker.name}
        leftMicros={view.heldMicros}
        terms={view}
        onChange={onChange}
        onDone={() => setIsOpen(false)}
      />
    </Dialog>
  )
}

type ActionProps = { offer: OfferView; onFault: (message: string | null) => void }

function WithdrawOffer({ offer, onFault }: ActionProps) {
  const trpc = useTRPC()
  const refresh = useRefresh()
  const withdraw = useMutation(trpc.offers.withdraw.mutationOptions())

  async function onConfirm() {
    onFault(null)
    try {
      await withdraw.mutateAsync({ offerId: offer.id })
      toast.success('The offer is withdrawn.')
    } catch (error) {
      onFault(readServerError(error).message)
    }
    await refresh()
  }

  return (
    <AlertDialog
      danger
      trigger={
        <Button size="sm" variant="quiet" pending={withdraw.isPending}>
          Withdraw
        </Button>
      }
      title="Withdraw your offer?"
      description="Nobody has read its full text, and nobody will. To offer again, write a new one."
      confirmLabel="Withdraw it"
      cancelLabel="Keep it"
      onConfirm={onConfirm}
    />
  )
}

/** What was sold for the asker alone: its seller may allow more, asked or not. */
function AllowQuoting({ offer, view, onFault }: ActionProps & { view: ContextView }) {
  const trpc = useTRPC()
  const refresh = useRefresh()
  const allow = useMutation(trpc.offers.allowQuoting.mutationOptions())

  async function onConfirm() {
    onFault(null)
    try {
      await allow.mutateAsync({ offerId: offer.id })
      toast.success(`${view.asker.name} may quote it from now on.`)
    } catch (error) {
      onFault(readServerError(error).message)
    }
    await refresh()
  }

  return (
    <div className="flex basis-full flex-wrap items-center gap-x-3 gap-y-1">
      {offer.quoteAskedAt ? (
        <p className="text-sm">{view.asker.name} would publish the answer, and asks to quote this in it.</p>
      ) : null}
      <AlertDialog
        trigger={
          <Button
            size="sm"
            variant={offer.quoteAskedAt ? 'primary' : 'quiet'}
            className={offer.quoteAskedAt ? undefined : '-ml-3'}
            pending={allow.isPending}
          >
            Allow quoting it in public
          </Button>
        }
        title="Let it be quoted in public?"
        description={`If ${view.asker.name} publishes the answer, everybody may read what you wrote. You cannot take this back.`}
        confirmLabel="Allow it"
        cancelLabel="Leave it as it is"
        onConfirm={onConfirm}
      />
    </div>
  )
}

function BuyUnseen({ offer, onFault, availableMicros }: ActionProps & { availableMicros: bigint | null }) {
  const trpc = useTRPC()
  const refresh = useRefresh()
  const request = useRequestKey()
  const buy = useMutation(trpc.offers.buyUnseen.mutationOptions())
  // Whoever may buy sees the price.
  const priceMicros = offer.priceMicros ?? 0n
  const isShort = availableMicros !== null && availableMicros < priceMicros

  async function onConfirm() {
    onFault(null)
    try {
      const { id: offerId, version } = offer
      await buy.mutateAsync({ offerId, version, priceMicros, requestKey: request.key })
      request.renew()
      toast.success('Bought. You can read it now.')
    } catch (error) {
      onFault(readServerError(error).message)
    }
    await refresh()
  }

  return (
    <AlertDialog
      trigger={
        <Button
          size="sm"
          variant="quiet"
          className="-ml-3"
          pending={buy.isPending}
          disabled={isShort}
          title={isShort ? 'You have less available than its price.' : undefined}
        >
          Buy unseen
        </Button>
      }
      title="Buy without reading?"
      description={
        <div className="space-y-2">
          <p>
            <Credits micros={priceMicros} exact className="font-medium text-ink" /> go from your wallet to{' '}
            {sellerInWords(offer)}, not from the budget.
          </p>
          <p>
            You have not read it, and no agent has weighed it for you. It cannot be returned.
            {offer.teaser ? <> All you know is: “{offer.teaser}”</> : null}
          </p>
        </div>
      }
      confirmLabel="Buy it unseen"
      cancelLabel="Go back"
      onConfirm={onConfirm}
    />
  )
}
