import type { ReactNode } from 'react'
import { Credits } from '@/components/money/credits'
import { TeaserRecord } from '@/components/offer/teaser-record'
import { askerInWords } from '@/components/people/asker-words'
import { bitsNote, signedInWords } from '@/components/records/record-words'
import type { Profile } from '@/server/contract/market-view'
import { counted } from '@/server/words/amounts'

/** What somebody asked, bought, sold and earned, in plain figures. */
export function PersonFigures({ profile }: { profile: Pick<Profile, 'asked' | 'bought' | 'sold'> }) {
  const { asked, bought, sold } = profile
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-6 border-line border-y py-6 lg:grid-cols-4">
      <Figure label="Asked" value={asked.count}>
        {asked.count === 0 ? 'no question yet' : askerInWords(asked.record)}
      </Figure>
      <Figure label="Bought" value={bought.count}>
        {bought.count === 0 ? (
          'nothing yet'
        ) : (
          <>
            for <Credits micros={asked.spentMicros} />
            <RefundShare percent={bought.refundShare} of="spent" />
          </>
        )}
      </Figure>
      <Figure label="Sold" value={sold.bought}>
        {sold.offers === 0
          ? 'no offer yet'
          : `of ${counted(sold.offers, 'offer')}, ${sold.read} read by an agent`}
        <RefundShare percent={sold.refundShare} of="sold" />
        <TeaserRecord honesty={sold.honesty} className="mt-1 flex" />
      </Figure>
      <Figure label="Earned" value={<Credits micros={sold.earnedMicros} unit={false} />}>
        credits, after fees
      </Figure>
      {sold.bits.n > 0 ? (
        <Figure label="Against the truth" value={signedInWords(sold.bits.bits)}>
          {bitsNote(sold.bits)}
        </Figure>
      ) : null}
    </dl>
  )
}

/** A refund is a free reading, or a sale that did not hold: everybody sees how many there are, roughly. */
function RefundShare({ percent, of }: { percent: number; of: 'spent' | 'sold' }) {
  if (percent === 0) return null
  return (
    <span className="block">
      up to {percent} % of what was {of} in 90 days was refunded
    </span>
  )
}

function Figure({ label, value, children }: { label: string; value: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="eyebrow">{label}</dt>
      <dd>
        <span className="nums block font-medium text-2xl">{value}</span>
        <span className="block text-muted text-sm">{children}</span>
      </dd>
    </div>
  )
}
