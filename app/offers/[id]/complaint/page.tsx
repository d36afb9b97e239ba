import type { Metadata } from 'next'
import Link from 'next/link'
import { AnswerForm, ComplainForm, DecideRefund } from '@/app/offers/[id]/complaint/complaint-forms'
import { orNotFound, requireMe, serverCaller } from '@/app/server'
import { Credits } from '@/components/money/credits'
import { ComplaintStory } from '@/components/offer/complaint-story'
import { Fact, Facts } from '@/components/receipt/receipt-parts'
import { Breadcrumb, PageHeader } from '@/components/shell/page-header'
import { Note } from '@/components/ui/feedback'
import { ExactMoment } from '@/components/wallet/exact-moment'
import type { SaleView } from '@/server/contract/complaints'

type Params = { params: Promise<{ id: string }> }

export const metadata: Metadata = { title: 'Complaint', robots: { index: false } }

export default async function ComplaintPage({ params }: Params) {
  const { id } = await params
  const [api] = await Promise.all([serverCaller(), requireMe(`/offers/${id}/complaint`)])
  const sale = await orNotFound(api.complaints.view({ offerId: id }))
  return (
    <div className="page-narrow pb-24">
      <PageHeader
        eyebrow={
          <Breadcrumb
            items={[
              { label: sale.question.title, href: `/questions/${sale.question.id}` },
              { label: 'Complaint' },
            ]}
          />
        }
        title={titleOf(sale)}
        lead={sale.teaser ?? undefined}
      />
      <Facts>
        <Fact term="Seller">
          <Link href={`/people/${sale.seller.handle}`} className="underline underline-offset-2">
            {sale.seller.name}
          </Link>
        </Fact>
        <Fact term="Price">
          <Credits micros={sale.priceMicros} exact />, of which the market keeps{' '}
          <Credits micros={sale.feeMicros} exact unit={false} />
        </Fact>
        <Fact term="Bought">
          <ExactMoment at={sale.boughtAt} />
        </Fact>
        {sale.isPending && sale.pendingUntil ? (
          <Fact term="Earnings wait until">
            <ExactMoment at={sale.pendingUntil} />
          </Fact>
        ) : null}
        {sale.isTeaserFair === null || sale.role === 'buyer' ? null : (
          <Fact term="The teaser">
            {sale.isTeaserFair
              ? 'An agent that read both found that it keeps to the text.'
              : 'An agent that read both found that it promises more than the text keeps.'}
          </Fact>
        )}
      </Facts>
      {sale.complaint ? <ComplaintStory sale={sale} complaint={sale.complaint} /> : null}
      <div className="mt-8">
        <WhatCanBeDone sale={sale} />
      </div>
    </div>
  )
}

function WhatCanBeDone({ sale }: { sale: SaleView }) {
  if (sale.can.complain) return <ComplainForm offerId={sale.offerId} mostMicros={sale.refundMostMicros} />
  if (sale.can.answer) return <AnswerForm offerId={sale.offerId} />
  if (sale.role === 'moderator' && sale.complaint?.outcome === null)
    return (
      <DecideRefund
        offerId={sale.offerId}
        mostMicros={sale.refundMostMicros}
        isCapped={sale.refundMostMicros < sale.priceMicros - sale.feeMicros}
        isHeard={sale.can.decide}
      />
    )
  if (sale.complaint) return null
  return (
    <Note>
      {sale.role === 'buyer'
        ? 'What you paid is its seller’s by now, so nothing can be refunded. You can still rate the purchase on the page of the question.'
        : 'Nobody has complained about it.'}
    </Note>
  )
}

function titleOf({ complaint, role }: SaleView): string {
  if (complaint === null) return role === 'buyer' ? 'Complain about a purchase' : 'A sale'
  return complaint.outcome === null ? 'A complaint, not decided yet' : 'A complaint, decided'
}
