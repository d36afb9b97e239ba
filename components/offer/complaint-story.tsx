import type { ReactNode } from 'react'
import { Credits } from '@/components/money/credits'
import { ExactMoment } from '@/components/wallet/exact-moment'
import type { SaleView } from '@/server/contract/complaints'
import {
  CAPPED_WORDS,
  COMPLAINT_DECIDER_WORDS,
  COMPLAINT_KIND_WORDS,
  COMPLAINT_OUTCOME_WORDS,
} from '@/server/words/complaints'

export type ComplaintStoryProps = { sale: SaleView; complaint: NonNullable<SaleView['complaint']> }

/** What was said by whom, and what came of it, in order. */
export function ComplaintStory({ sale, complaint }: ComplaintStoryProps) {
  const { answer, outcome, decidedBy, decidedAt } = complaint
  return (
    <ol className="mt-8 space-y-6 border-line border-t pt-6">
      <Turn who={sale.role === 'buyer' ? 'You' : 'The buyer'} at={complaint.filedAt} words={complaint.words}>
        {COMPLAINT_KIND_WORDS[complaint.kind]}
      </Turn>
      {answer !== null && complaint.answerUntil ? (
        <Turn who={sale.role === 'seller' ? 'You' : 'The seller'} at={null} words={complaint.answerWords}>
          {answer === 'agreed' ? 'Agreed: all of it is refunded' : 'Contested'}
        </Turn>
      ) : outcome === null ? (
        <li className="text-muted text-sm">
          The seller may answer until <ExactMoment at={complaint.answerUntil} />. After that a moderator
          decides; when nobody has decided until <ExactMoment at={complaint.decideUntil} />, half is refunded
          if the seller said nothing, and nothing if the complaint is contested.
        </li>
      ) : null}
      {answer === 'contested' && outcome === null ? (
        <li className="text-muted text-sm">
          A moderator decides. When nobody has until <ExactMoment at={complaint.decideUntil} />, nothing is
          refunded.
        </li>
      ) : null}
      {outcome !== null && decidedBy !== null ? (
        <Turn who="Decided" at={decidedAt} words={complaint.decisionWords}>
          {COMPLAINT_OUTCOME_WORDS[outcome]}
          {complaint.refundedMicros > 0n ? (
            <>
              {', '}
              <Credits micros={complaint.refundedMicros} />
            </>
          ) : null}
          : {COMPLAINT_DECIDER_WORDS[decidedBy]}
          {complaint.isCapped ? `; ${CAPPED_WORDS}` : null}
        </Turn>
      ) : null}
    </ol>
  )
}

function Turn({
  who,
  at,
  words,
  children,
}: {
  who: string
  at: Date | null
  words: string
  children: ReactNode
}) {
  return (
    <li>
      <p className="text-muted text-sm">
        {who}
        {at === null ? null : (
          <>
            , <ExactMoment at={at} />
          </>
        )}
      </p>
      <p className="font-medium">{children}</p>
      {words === '' ? null : (
        <p className="measure mt-1 whitespace-pre-wrap break-words font-serif">{words}</p>
      )}
    </li>
  )
}
