import { Inbox, SearchX } from 'lucide-react'
import Link from 'next/link'
import type { ListParams } from '@/app/questions/list-params'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/feedback'
import type { ListInput } from '@/server/contract/market'

const EMPTY: Record<ListInput['tab'], { title: string; text: string }> = {
  newest: { title: 'No question yet', text: 'The first one costs only what it buys.' },
  active: {
    title: 'Nothing is under way',
    text: 'Questions that collect offers or are being read appear here.',
  },
  unanswered: {
    title: 'Every open question has an offer',
    text: 'Questions that nobody has offered anything on yet appear here.',
  },
  ending: {
    title: 'No deadline is near',
    text: 'Open questions appear here, the one that ends first on top.',
  },
  budget: {
    title: 'Nothing is under way',
    text: 'Open questions appear here, the one with most to spend on top.',
  },
  'most-read': {
    title: 'Nobody has read a question yet',
    text: 'Questions whose pages people open appear here, the one that most have read on top.',
  },
  answered: { title: 'No answer yet', text: 'Questions whose reading has ended appear here.' },
  due: {
    title: 'No outcome is due',
    text: 'Forecasts appear here when what came of them can be told and nobody has.',
  },
  mine: {
    title: 'You have not asked anything yet',
    text: 'Your questions appear here, with what they cost and bought.',
  },
  'sub-questions': {
    title: 'No agent is waiting for people',
    text: 'When an agent puts a question of its own to people, it appears here, with a budget.',
  },
}

export type NoQuestionsProps = { params: ListParams; isSignedIn: boolean; onClear: () => void }

/** An empty list says what would fill it. */
export function NoQuestions({ params, isSignedIn, onClear }: NoQuestionsProps) {
  if (params.q !== '' || params.tag !== null || params.kind !== null || params.state !== null) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title="Nothing matches"
        action={
          <>
            <Button onClick={onClear}>Clear search and filters</Button>
            <Button variant="quiet" asChild>
              <Link href="/ask">Ask it yourself</Link>
            </Button>
          </>
        }
      >
        Try fewer or other words, or look without the filters.
      </EmptyState>
    )
  }
  const { title, text } = EMPTY[params.tab]
  return (
    <EmptyState
      icon={<Inbox aria-hidden />}
      title={title}
      action={
        <Button asChild>
          <Link href="/ask">{isSignedIn ? 'Ask a question' : 'Ask the first one'}</Link>
        </Button>
      }
    >
      {text}
    </EmptyState>
  )
}
