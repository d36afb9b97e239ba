import type { Metadata } from 'next'
import { CheckHere } from '@/app/receipts/check-here'
import { orNotFound, serverCaller } from '@/app/server'
import { Fact, Facts, HowToCheck, OfferFacts } from '@/components/receipt/receipt-parts'
import { Breadcrumb, PageHeader } from '@/components/shell/page-header'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState, Note } from '@/components/ui/feedback'
import { ExactMoment } from '@/components/wallet/exact-moment'
import type { TreeReceipt } from '@/server/contract/receipt'
import { counted } from '@/server/words/amounts'
import { writtenByAi } from '@/server/words/by-ai'

type Params = { params: Promise<{ id: string }> }

export const metadata: Metadata = { title: 'Receipt', robots: { index: false } }

export default async function ReceiptPage({ params }: Params) {
  const { id } = await params
  const api = await serverCaller()
  const view = await orNotFound(api.contexts.view({ id }))
  const trail = [{ label: view.title, href: `/questions/${id}` }, { label: 'Receipt' }]
  if (view.endedAt === null || view.parentId !== null)
    return (
      <div className="page-narrow pb-24">
        <PageHeader eyebrow={<Breadcrumb items={trail} />} title="No receipt yet" />
        <Note>
          {view.parentId === null
            ? 'This question is still open. There is a receipt once it is decided what was bought: at its deadline, or when its asker has heard enough.'
            : 'The receipt is that of the whole question: open the question that this one belongs to.'}
        </Note>
      </div>
    )
  const { receipt } = await orNotFound(api.receipts.tree({ rootId: id }))
  if (receipt.kind !== 'tree') return null
  return (
    <div className="page-narrow pb-24">
      <PageHeader
        eyebrow={<Breadcrumb items={trail} />}
        title="Receipt"
        lead="What was bought for this question and what was left, signed."
        actions={
          <Button asChild variant="primary">
            <a href={`/api/receipts/question/${id}`} download>
              Download the signed file
            </a>
          </Button>
        }
      />
      <TreeFacts receipt={receipt} />
      <h2 className="display mt-10 mb-4 text-xl">{counted(receipt.offers.length, 'offer')}</h2>
      {receipt.offers.length === 0 ? (
        <EmptyState title="Nobody offered anything">
          Nothing was bought, and nothing was forgotten.
        </EmptyState>
      ) : (
        <ol className="space-y-4">
          {receipt.offers.map((offer) => (
            <Card as="li" key={offer.id} className="px-4 py-4 sm:px-5">
              <p className="measure mb-3 font-serif text-lg leading-7">
                {offer.teaser ?? 'Its teaser is sealed.'}
              </p>
              <OfferFacts offer={offer} />
            </Card>
          ))}
        </ol>
      )}
      <HowToCheck here={<CheckHere fileHref={`/api/receipts/question/${id}`} />} />
    </div>
  )
}

function TreeFacts({ receipt }: { receipt: TreeReceipt }) {
  const { questions, answer, spentUnseen } = receipt
  const readings = questions.flatMap((question) => question.readings)
  const prompts = [...new Set(readings.map(({ promptVersion }) => promptVersion).filter(Boolean))]
  return (
    <Facts>
      <Fact term="Asked">
        <ExactMoment at={new Date(receipt.askedAt)} />
      </Fact>
      <Fact term="Ended">
        <ExactMoment at={new Date(receipt.endedAt)} />
      </Fact>
      <Fact term="Read by">{receipt.inspector === '' ? 'Nobody: it was never read' : receipt.inspector}</Fact>
      {prompts.length === 0 ? null : <Fact term="Words to the model">{prompts.join(', ')}</Fact>}
      <Fact term="Spent">
        {receipt.spent} of {receipt.budget} credits
        {spentUnseen === '0.00' ? null : `, and ${spentUnseen} unseen out of the wallet`}
      </Fact>
      {receipt.returned === null || receipt.returned === '0.00' ? null : (
        <Fact term="Came back since">
          <span className="nums">{receipt.returned} credits</span>, as the purchases below say
        </Fact>
      )}
      {answer === null ? null : (
        <Fact term="Answer">
          Version {answer.revision}. {writtenByAi(answer.writtenBy)}
        </Fact>
      )}
    </Facts>
  )
}
