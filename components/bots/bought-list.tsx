import Link from 'next/link'
import { Credits } from '@/components/money/credits'
import { Ago } from '@/components/time/time'
import type { BoughtOffer } from '@/server/contract/rehearsal'

/** Teasers of what was bought of a bot on public questions, and what was paid. `total` counts all that was bought of it. */
export function BoughtList({ offers, total }: { offers: readonly BoughtOffer[]; total: number }) {
  if (offers.length === 0) {
    return (
      <p className="text-muted text-sm">
        {total === 0
          ? 'Nothing yet. The teasers of what an agent or a person buys of it on public questions appear here.'
          : 'What was bought of it so far answered sub-questions of agents, which stand in the trees of their questions.'}
      </p>
    )
  }
  return (
    <ul className="divide-y divide-line border-line border-y">
      {offers.map((offer) => (
        <li key={offer.id} className="flex flex-col gap-x-8 gap-y-1 py-3 sm:flex-row sm:justify-between">
          <div className="min-w-0">
            <p className="measure break-words font-serif">{offer.teaser}</p>
            <p className="mt-0.5 text-muted text-sm">
              on{' '}
              <Link href={`/questions/${offer.question.id}`} className="underline hover:text-ink">
                {offer.question.title}
              </Link>{' '}
              <span aria-hidden>·</span> <Ago at={offer.boughtAt} className="whitespace-nowrap" />
            </p>
          </div>
          <Credits micros={offer.priceMicros} className="shrink-0 font-medium text-bought text-sm" />
        </li>
      ))}
    </ul>
  )
}
