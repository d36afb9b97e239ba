import Link from 'next/link'
import { QuestionStateChip } from '@/components/question/question-state'
import { threadHref } from '@/components/thread/thread-href'
import { verdictInWords } from '@/components/thread/verdict-words'
import { Ago } from '@/components/time/time'
import type { ClaimLine } from '@/server/contract/same-claims'
import { counted } from '@/server/words/amounts'

export type ClaimHistoryProps = {
  lines: readonly ClaimLine[]
  /** The question that the reader is at. */
  hereId: string
}

/** One claim, wherever it stands: when it was asked, on which page, and what came of it. */
export function ClaimHistory({ lines, hereId }: ClaimHistoryProps) {
  const pages = new Set(lines.flatMap((line) => line.pages))
  return (
    <div className="measure text-sm">
      <p className="text-muted">
        One claim on {counted(pages.size, 'page')}, asked {counted(lines.length, 'time')}:
      </p>
      <ol className="mt-1 space-y-1.5 border-line border-l pl-3">
        {lines.map((line) => (
          <Line key={line.question.id} line={line} isHere={line.question.id === hereId} />
        ))}
      </ol>
    </div>
  )
}

function Line({ line, isHere }: { line: ClaimLine; isHere: boolean }) {
  const { question, pages } = line
  const verdict = verdictInWords(line)
  return (
    <li aria-current={isHere ? 'true' : undefined}>
      <span className="flex flex-wrap items-baseline gap-x-2">
        <Ago at={question.createdAt} />
        {isHere ? (
          <span className="font-medium">here</span>
        ) : (
          <Link href={`/questions/${question.id}`} className="min-w-0 hover:underline">
            {question.title}
          </Link>
        )}
        {verdict === null ? <QuestionStateChip state={question.state} bare /> : <span>{verdict}</span>}
      </span>
      {isHere || pages.length === 0 ? null : (
        <span className="flex flex-wrap gap-x-2 text-muted text-xs">
          {pages.map((page) => (
            <Link key={page} href={threadHref(page)} className="break-all hover:underline">
              {new URL(page).host}
            </Link>
          ))}
        </span>
      )}
    </li>
  )
}
