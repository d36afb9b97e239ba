import Link from 'next/link'
import { Credits } from '@/components/money/credits'
import { ExactMoment } from '@/components/wallet/exact-moment'
import type { PendingSale } from '@/server/contract/complaints'

/** What is earned and waits, each with when it comes. */
export function PendingSales({ sales }: { sales: readonly PendingSale[] }) {
  if (sales.length === 0) return null
  return (
    <section aria-labelledby="pending-title" className="space-y-3">
      <h2 id="pending-title" className="display text-xl">
        Earned, and pending
      </h2>
      <ul className="divide-y divide-line border-line border-y">
        {sales.map((sale) => (
          <li
            key={sale.offerId}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3 text-sm"
          >
            <span className="min-w-0 flex-1 basis-64">{sale.teaser}</span>
            <span className="text-muted">
              {sale.isContested ? (
                <Link href={`/offers/${sale.offerId}/complaint`} className="underline underline-offset-2">
                  Its buyer complains
                </Link>
              ) : (
                <>
                  pending until <ExactMoment at={sale.until} />
                </>
              )}
            </span>
            <Credits micros={sale.netMicros} exact className="font-medium" />
          </li>
        ))}
      </ul>
    </section>
  )
}
