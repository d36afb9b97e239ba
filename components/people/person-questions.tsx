import { MessageCircleQuestionMark } from 'lucide-react'
import Link from 'next/link'
import { QuestionRow } from '@/components/question/question-row'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/feedback'
import type { QuestionCard } from '@/server/contract/market-view'

export type PersonQuestionsProps = { questions: readonly QuestionCard[]; isYou: boolean }

export function PersonQuestions({ questions, isYou }: PersonQuestionsProps) {
  if (questions.length === 0) {
    return (
      <EmptyState
        icon={<MessageCircleQuestionMark aria-hidden />}
        title="No question yet"
        action={
          isYou ? (
            <Button asChild>
              <Link href="/ask">Ask a question</Link>
            </Button>
          ) : null
        }
      >
        {isYou ? 'What you ask appears here, for everyone.' : 'What this person asks appears here.'}
      </EmptyState>
    )
  }
  return (
    <ul className="divide-y divide-line">
      {questions.map((question) => (
        <QuestionRow
          key={question.id}
          question={question}
          tagHref={(tag) => `/tags/${encodeURIComponent(tag)}`}
        />
      ))}
    </ul>
  )
}
