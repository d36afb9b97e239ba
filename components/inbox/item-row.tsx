import Link from 'next/link'
import { askerInWords } from '@/components/people/asker-words'
import { KIND_WORDS } from '@/components/question/kind-words'
import { Ago, Until } from '@/components/time/time'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import type { InboxItem } from '@/server/contract/inbox'
import { formatCredits } from '@/server/shared/money'
import { counted } from '@/server/words/amounts'

export type ItemRowProps = {
  item: InboxItem
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
  /** The question is being looked at, or answered. */
  onOpen: () => void
}

/** A question to answer. Its title opens it; "Answer" leads to the form of making an offer. */
export function ItemRow({ item, isSelected, onSelect, onOpen }: ItemRowProps) {
  const isOpen = item.state !== 'expired' && item.state !== 'answered'
  const isNew = item.state === 'new'
  return (
    <li
      className={cn(
        'grid grid-cols-[2.75rem_minmax(0,1fr)] gap-x-1 py-4 sm:grid-cols-[2.75rem_minmax(0,1fr)_auto] sm:gap-x-4',
        isSelected && 'bg-accent-wash',
      )}
    >
      <label className="grid size-11 cursor-pointer place-items-center">
        <span className="sr-only">Select “{item.title}”</span>
        <input
          type="checkbox"
          checked={isSelected}
          onChange={(event) => onSelect(event.target.checked)}
          className="size-4 accent-accent pointer-coarse:size-5"
        />
      </label>
      <div className="min-w-0 pt-1.5 pointer-coarse:pt-0">
        <h2 className="font-serif text-lg leading-7">
          <Link
            href={`/questions/${item.contextId}`}
            onClick={onOpen}
            className={cn(
              'inline-block pointer-coarse:py-2 hover:underline hover:decoration-1 hover:underline-offset-4',
              isNew && 'font-medium',
            )}
          >
            {isNew ? <NewMark /> : null}
            {item.title}
          </Link>
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
          <span className="nums text-ink">{formatCredits(item.budgetMicros)} credits</span>
          <Dot />
          {isOpen ? (
            <Until at={item.closesAt} verb="ends" past="ended" />
          ) : (
            <span>{item.state === 'answered' ? 'you made an offer' : 'takes no more offers'}</span>
          )}
          <Dot />
          <span>{item.offers === 0 ? 'no offer yet' : counted(item.offers, 'offer')}</span>
          <Dot />
          {item.isAnswered ? (
            <>
              <span>answered so far, open for better offers</span>
              <Dot />
            </>
          ) : null}
          <span>{item.isRoot ? KIND_WORDS[item.decision].word : 'an agent asks back'}</span>
        </p>
        <p className="mt-0.5 text-muted text-sm">
          <Link href={`/people/${item.asker.handle}`} className="hover:text-ink hover:underline">
            {item.asker.name}
          </Link>
          : {askerInWords(item.record)}
        </p>
        <p className="mt-0.5 text-muted text-xs">
          {item.isAddressed ? (
            'You are asked by name'
          ) : item.matcher ? (
            <>
              Found by{' '}
              <Link href={`/selling/alerts/${item.matcher.id}`} className="underline hover:text-ink">
                {item.matcher.name}
              </Link>
            </>
          ) : (
            'Found by an alert you have deleted'
          )}{' '}
          <Ago at={item.matchedAt} />
        </p>
      </div>
      {isOpen ? (
        <div className="col-start-2 mt-3 sm:col-start-3 sm:mt-1">
          <Button asChild size="sm" className="pointer-coarse:min-h-11">
            <Link href={`/questions/${item.contextId}?tab=offers#offer`} onClick={onOpen}>
              Answer<span className="sr-only"> “{item.title}”</span>
            </Link>
          </Button>
        </div>
      ) : null}
    </li>
  )
}

/** A dot for the eye, a word for the ear. */
export function NewMark({ word = 'New' }: { word?: string }) {
  return (
    <>
      <span aria-hidden className="mr-2 inline-block size-2 rounded-full bg-accent align-middle" />
      <span className="sr-only">{word}: </span>
    </>
  )
}

function Dot() {
  return <span aria-hidden>·</span>
}
