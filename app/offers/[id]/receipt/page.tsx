import type { Metadata } from 'next'
import Link from 'next/link'
import { CheckHere } from '@/app/receipts/check-here'
import { orNotFound, serverCaller } from '@/app/server'
import { Fact, Facts, HowToCheck, OfferFacts } from '@/components/receipt/receipt-parts'
import { Breadcrumb, PageHeader } from '@/components/shell/page-header'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { ExactMoment } from '@/components/wallet/exact-moment'
import type { SaleView } from '@/server/contract/complaints'

type Params = { params: Promise<{ id: string }> }

export const metadata: Metadata = { title: 'Receipt', robots: { index: false } }

export default async function OfferReceiptPage({ params }: Params) {
  const { id } = await params
  const api = await serverCaller()
  const { receipt } = await orNotFound(api.receipts.offer({ offerId: id }))
  if (receipt.kind !== 'offer') return null
  const { offer, rootId, fee, status, resale } = receipt
  const isFinal = status === 'settled' || status === 'cancelled' || status === 'failed'
  const isBought = offer.verdict === 'bought'
  const isSide = isBought && (receipt.audience === 'asker' || receipt.audience === 'seller')
  // Whoever bought it has the receipt also when its question is hidden.
  const question = resale ? await api.contexts.view({ id: rootId }).catch(() => null) : null
  const complaintWords = isSide ? wordsOf(await api.complaints.view({ offerId: id })) : null
  return (
    <div className="page-narrow pb-24">
      <PageHeader
        eyebrow={
          <Breadcrumb items={[{ label: 'Question', href: `/questions/${rootId}` }, { label: 'Receipt' }]} />
        }
        title={isBought ? 'Receipt of a purchase' : 'Receipt of an offer'}
        lead={offer.teaser ?? undefined}
        actions={
          <Button asChild variant="primary">
            <a href={`/api/receipts/offer/${id}`} download>
              Download the signed file
            </a>
          </Button>
        }
      />
      {resale ? (
        <p className="measure mb-6">
          You bought this for <span className="nums">{resale.price} credits</span> on{' '}
          <ExactMoment at={new Date(resale.boughtAt)} />, from an answer that{' '}
          {question ? question.asker.name : 'its asker'} published. Below is how it was bought first.
        </p>
      ) : null}
      {isFinal ? null : (
        <Note className="mb-6">
          The question is still open: the purchase is final, what it changed is not counted yet.
        </Note>
      )}
      <OfferFacts offer={offer} />
      {fee === null ? null : (
        <div className="mt-1">
          <Facts>
            <Fact term="Fee of the market">
              <span className="nums">{fee} credits</span>
            </Fact>
          </Facts>
        </div>
      )}
      {complaintWords === null ? null : (
        <p className="mt-6 text-sm">
          <Link href={`/offers/${id}/complaint`} className="underline underline-offset-2">
            {complaintWords}
          </Link>
        </p>
      )}
      {isBought ? null : (
        <p className="measure mt-6 text-muted text-sm">
          The text is forgotten by everybody but you. With it and the nonce you can show, whenever you want,
          what was offered.
        </p>
      )}
      <HowToCheck here={<CheckHere fileHref={`/api/receipts/offer/${id}`} />} />
    </div>
  )
}

/** What leads to the complaint; null where there is none, and none can be made. */
function wordsOf({ can, complaint, role }: SaleView): string | null {
  if (can.complain) return 'Is it wrong? Complain about it'
  if (complaint === null) return null
  if (complaint.outcome !== null) return 'What was said against it, and what came of it'
  return role === 'buyer' ? 'Your complaint about it' : 'What its buyer says against it'
}
