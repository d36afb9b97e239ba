import { HandCoins } from 'lucide-react'
import Link from 'next/link'
import { Credits } from '@/components/money/credits'
import { BotBadge, ProgramBadge, StatusChip } from '@/components/status/status-chip'
import { Ago } from '@/components/time/time'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/feedback'
import type { Profile } from '@/server/contract/market-view'

export type PersonOffersProps = { person: Profile['person']; offers: Profile['offers']; isYou: boolean }

/** What somebody offered on public questions: teasers and prices, never what they sold. */
export function PersonOffers({ person, offers, isYou }: PersonOffersProps) {
  if (offers.length === 0) {
    return (
      <EmptyState
        icon={<HandCoins aria-hidden />}
        title="No offer yet"
        action={
          isYou ? (
            <Button asChild>
              <Link href="/questions">Find a question to answer</Link>
            </Button>
          ) : null
        }
      >
        {isYou
          ? 'The teasers of what you offer on public questions appear here.'
          : 'The teasers of what this person offers on public questions appear here.'}
      </EmptyState>
    )
  }
  return (
    <ul className="divide-y divide-line">
      {offers.map((offer) => (
        <li key={offer.id} className="flex flex-col gap-x-8 gap-y-2 py-4 sm:flex-row sm:justify-between">
          <div className="min-w-0">
            <p className="measure font-serif text-base">{offer.teaser}</p>
            <p className="mt-1 text-muted text-sm">
              {offer.botName ? (
                <>
                  <Link href={`/bots/${offer.botId}`} className="underline hover:text-ink">
                    {offer.botName}
                  </Link>{' '}
                  <BotBadge owner={person.name} className="mx-0.5 align-[-0.15em]" />{' '}
                </>
              ) : offer.isByProgram ? (
                <ProgramBadge className="mr-1.5 align-[-0.15em]" />
              ) : null}
              on{' '}
              <Link href={`/questions/${offer.question.id}`} className="underline hover:text-ink">
                {offer.question.title}
              </Link>{' '}
              <span aria-hidden>·</span> <Ago at={offer.createdAt} className="whitespace-nowrap" />
            </p>
          </div>
          <div className="flex shrink-0 items-start gap-4 text-sm sm:w-56 sm:justify-end">
            {offer.priceMicros === null ? null : (
              <Credits micros={offer.priceMicros} className="font-medium" />
            )}
            {offer.state === null ? null : <StatusChip state={offer.state} />}
          </div>
        </li>
      ))}
    </ul>
  )
}
