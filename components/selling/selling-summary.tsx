import Link from 'next/link'
import type { ReactNode } from 'react'
import { Credits } from '@/components/money/credits'
import { fairPercent } from '@/components/offer/fair-percent'
import { bitsNote, signedInWords } from '@/components/records/record-words'
import { sentence } from '@/components/selling/selling-words'
import type { OfferGroup, SellingFigures } from '@/server/contract/selling'
import type { Reason } from '@/server/protocol/verdict'
import { counted } from '@/server/words/amounts'
import { reasonInWords } from '@/server/words/tree'

/** The address of the list that a number counts. */
export type ListHref = (show: OfferGroup, reason?: Reason) => string

export type SellingSummaryProps = { figures: SellingFigures; hrefOf: ListHref }

/** What became of the offers, each number a link to the offers it counts. */
export function SellingSummary({ figures, hrefOf }: SellingSummaryProps) {
  const { made, open, read, bought, boughtUnseen, withdrawn, earnedMicros, honesty, bits } = figures
  const boughtRead = bought - boughtUnseen
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-6 border-line border-y py-6 lg:grid-cols-5">
      <Figure label="Offers" value={made} href={hrefOf('made')}>
        {open > 0 ? <Listed href={hrefOf('open')}>{open} still open</Listed> : 'none still open'}
        {withdrawn > 0 ? (
          <>
            , <Listed href={hrefOf('withdrawn')}>{withdrawn} more withdrawn</Listed>
          </>
        ) : null}
      </Figure>
      <Figure label="Read" value={read} href={hrefOf('read')}>
        {made === 0 ? 'by an agent' : `${percent(read, made)} of them, by an agent`}
      </Figure>
      <Figure label="Bought" value={bought} href={hrefOf('bought')}>
        {read > 0 ? `${percent(boughtRead, read)} of what was read` : 'nothing read yet'}
        {boughtUnseen > 0 ? `, and ${boughtUnseen} unseen` : ''}
      </Figure>
      <Figure label="Earned" value={<Credits micros={earnedMicros} unit={false} />}>
        credits, after fees
      </Figure>
      <Figure
        label="Honest teasers"
        value={honesty.judged === 0 ? '–' : `${fairPercent(honesty)} %`}
        className="max-lg:col-span-2"
      >
        {honesty.judged === 0 ? (
          'no offer judged yet'
        ) : (
          <>
            of {honesty.judged} judged
            {honesty.misleading > 0 ? `, ${honesty.misleading} misleading` : null}
          </>
        )}
      </Figure>
      {bits.n > 0 ? (
        <Figure label="Against the truth" value={signedInWords(bits.bits)} className="max-lg:col-span-2">
          {bitsNote(bits)}
        </Figure>
      ) : null}
    </dl>
  )
}

function percent(part: number, whole: number): string {
  return `${Math.round((100 * part) / whole)} %`
}

type FigureProps = {
  label: string
  value: ReactNode
  href?: string
  className?: string
  children: ReactNode
}

function Figure({ label, value, href, className, children }: FigureProps) {
  return (
    <div className={className}>
      <dt className="eyebrow">{label}</dt>
      <dd>
        <span className="nums block font-medium text-2xl">
          {href ? (
            <Link href={href} className="decoration-line underline-offset-4 hover:underline">
              {value}
            </Link>
          ) : (
            value
          )}
        </span>
        <span className="block text-muted text-sm">{children}</span>
      </dd>
    </div>
  )
}

function Listed({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="decoration-line underline underline-offset-4 hover:text-ink hover:decoration-ink"
    >
      {children}
    </Link>
  )
}

/** Why offers were not bought: each reason in words with its share as a bar, linked to those offers. */
export function ReasonList({ figures, hrefOf }: SellingSummaryProps) {
  const { reasons, passed } = figures
  if (reasons.length === 0)
    return <p className="text-muted text-sm">No offer of these days was left unbought.</p>
  return (
    <ul className="space-y-3">
      {reasons.map(({ reason, offers }) => (
        <li key={reason}>
          <Link
            href={hrefOf('passed', reason)}
            className="group flex items-baseline justify-between gap-4 text-sm pointer-coarse:py-1.5"
          >
            <span className="decoration-line underline underline-offset-4 group-hover:decoration-ink">
              {sentence(reasonInWords(reason))}
            </span>
            <span className="nums whitespace-nowrap text-muted">
              {offers}
              <span className="sr-only"> of {counted(passed, 'offer')} not bought</span>
            </span>
          </Link>
          <span aria-hidden className="mt-1 block h-1.5 rounded-full bg-passed-wash">
            <span
              className="block h-full rounded-full bg-passed"
              style={{ width: `${(100 * offers) / passed}%` }}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}
