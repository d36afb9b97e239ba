import Link from 'next/link'
import { Ago } from '@/components/time/time'
import { Skeleton } from '@/components/ui/feedback'
import type { MatcherPreview } from '@/server/contract/matching'
import { formatCredits } from '@/server/shared/money'

export type MatcherPreviewPanelProps = {
  /** The last answer; null before the first. */
  preview: MatcherPreview | null
  /** A newer answer is on its way: the old one stays, dimmed. */
  isLoading: boolean
  /** Why there is none: nothing is asked for yet, or the draft cannot be read. In words; null when there is one. */
  problem: string | null
  className?: string
}

/** "Would have matched 14 of the last 500, here they are." */
export function MatcherPreviewPanel({ preview, isLoading, problem, className }: MatcherPreviewPanelProps) {
  return (
    <section aria-label="What this would have found" className={className}>
      <h2 className="eyebrow">What this would have found</h2>
      <div className="mt-2" aria-live="polite" aria-busy={isLoading}>
        {problem !== null ? (
          <p className="text-muted text-sm">{problem}</p>
        ) : preview === null ? (
          <Skeleton className="mt-3 max-w-56" />
        ) : (
          <div className={isLoading ? 'opacity-60' : undefined}>
            <Verdict preview={preview} />
            <Examples preview={preview} />
          </div>
        )}
      </div>
    </section>
  )
}

function Verdict({ preview: { looked, matched } }: { preview: MatcherPreview }) {
  if (looked === 0) return <p className="text-muted text-sm">Nothing has been asked here yet.</p>
  const all =
    looked === 1
      ? 'the one question asked so far'
      : `the last ${looked} questions and sub-questions of others, open and ended`
  return (
    <p className="text-sm">
      Would have matched <strong className="nums font-medium">{matched}</strong> of {all}.
      {matched === 0 ? <span className="text-muted"> Fewer conditions or other words find more.</span> : null}
      {matched === looked && looked > 1 ? (
        <span className="text-muted"> That is every one; say more closely what you know about.</span>
      ) : null}
    </p>
  )
}

function Examples({ preview: { examples, matched } }: { preview: MatcherPreview }) {
  if (examples.length === 0) return null
  return (
    <>
      <ul className="mt-3 divide-y divide-line border-line border-y">
        {examples.map((example) => (
          <li key={example.contextId}>
            <Link
              href={`/questions/${example.contextId}`}
              // A look must not cost what has been typed.
              target="_blank"
              className="group block py-2.5 text-sm"
            >
              <span className="block font-serif group-hover:underline">{example.title}</span>
              <span className="nums mt-0.5 flex flex-wrap gap-x-3 text-muted text-xs">
                <span>{example.isRoot ? example.asker.name : 'An agent asks back'}</span>
                <span>{formatCredits(example.budgetMicros)} credits</span>
                <Ago at={example.createdAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {matched > examples.length ? (
        <p className="mt-2 text-muted text-xs">and {matched - examples.length} more</p>
      ) : null}
    </>
  )
}
