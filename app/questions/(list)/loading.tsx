import { QuestionRowsSkeleton } from '@/components/question/question-row'
import { PageHeader } from '@/components/shell/page-header'

export default function LoadingQuestions() {
  return (
    <div className="page pb-24">
      <PageHeader title="Questions" />
      <QuestionRowsSkeleton rows={8} />
    </div>
  )
}
