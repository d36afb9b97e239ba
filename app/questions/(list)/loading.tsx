import { QuestionRowsSkeleton } from '@/components/question/question-row'
import { PageHeader } from '@/components/shell/page-header'

export default function LoadingQuestions() {
  return (
    // A screen high, as a page of rows is: the footer is not seen to leave when they come.
    <div className="page min-h-dvh pb-24">
      <PageHeader title="Questions" />
      <QuestionRowsSkeleton rows={8} />
    </div>
  )
}
