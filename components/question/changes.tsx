import { diffWordsWithSpace } from 'diff'
import { Ago } from '@/components/time/time'

export type Revision = { title: string; body: string; replacedAt: Date }

export type ChangesProps = {
  now: { title: string; body: string }
  /** Earlier versions, in any order. */
  revisions: readonly Revision[]
}

/** What each edit of a question took out and put in, the newest first. */
export function Changes({ now, revisions }: ChangesProps) {
  const newestFirst = [...revisions].sort((a, b) => b.replacedAt.getTime() - a.replacedAt.getTime())
  return (
    <ol className="space-y-6">
      {newestFirst.map((before, index) => {
        const after = newestFirst[index - 1] ?? now
        return (
          <li key={before.replacedAt.toISOString()} className="space-y-2">
            <p className="eyebrow">
              edited <Ago at={before.replacedAt} />
            </p>
            {before.title === after.title ? null : (
              <p className="display text-lg">
                <Difference before={before.title} after={after.title} />
              </p>
            )}
            {before.body === after.body ? null : (
              <p className="measure whitespace-pre-wrap font-serif">
                <Difference before={before.body} after={after.body} />
              </p>
            )}
            {before.title === after.title && before.body === after.body ? (
              <p className="text-muted text-sm">Title and details stayed as they were.</p>
            ) : null}
          </li>
        )
      })}
    </ol>
  )
}

/**
 * Words that differ, at most: two texts of 20 000 characters with no word in common take six seconds to compare to the end.
 * Past it the whole text counts as replaced.
 */
const DIFFERENCES_MAX = 1_000

/** Words taken out are struck, words put in underlined; a screen reader hears which is which. */
function Difference({ before, after }: { before: string; after: string }) {
  const parts =
    diffWordsWithSpace(before, after, { maxEditLength: DIFFERENCES_MAX }) ?? replaced(before, after)
  return parts.map((part, index) => {
    // The parts of one difference never move, so their places name them.
    const key = index
    if (part.removed) {
      return (
        <del key={key} className="bg-failed-wash text-failed decoration-1">
          <span className="sr-only"> taken out: </span>
          {part.value}
        </del>
      )
    }
    if (part.added) {
      return (
        <ins key={key} className="bg-bought-wash text-bought decoration-1 underline-offset-2">
          <span className="sr-only"> put in: </span>
          {part.value}
        </ins>
      )
    }
    return <span key={key}>{part.value}</span>
  })
}

function replaced(before: string, after: string) {
  return [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
}
