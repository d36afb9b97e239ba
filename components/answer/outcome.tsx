import type { ReactNode } from 'react'
import { bitsInWords } from '@/components/answer/trail'
import { Ago } from '@/components/time/time'
import { Disclosure } from '@/components/ui/disclosure'
import type { Outcome } from '@/server/protocol/decision'
import { truthOf } from '@/server/protocol/resolution'
import type { ResolutionView, Resolved } from '@/server/tree/contract'
import { counted } from '@/server/words/amounts'
import { OUTCOME_WORDS, RESOLVER_ROLE_WORDS } from '@/server/words/decisions'

export type OutcomeProps = {
  resolved: Resolved
  /** A way to correct it, for an operator. */
  action?: ReactNode
}

/** What turned out to be so, who says so and by what, and what that makes of everything bought. */
export function OutcomeMade({ resolved: { standing, earlier, scores }, action }: OutcomeProps) {
  if (standing === null) return null
  const total = scores.reduce((sum, { bits }) => sum + bits, 0)
  return (
    <section aria-labelledby="outcome" className="rounded-lg border border-line bg-surface px-5 py-4">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 id="outcome" className="eyebrow">
            What came of it, told <Ago at={standing.resolvedAt} />
          </h2>
          <p className="display mt-0.5 text-xl">{OUTCOME_WORDS[standing.outcome].word}</p>
          <Told resolution={standing} />
          <p className="nums mt-2 text-sm">{scoredInWords(scores.length, total, standing.outcome)}</p>
        </div>
        {action}
      </div>
      {earlier.length > 0 ? (
        <Disclosure summary={`Corrected: ${counted(earlier.length, 'former outcome')}`} className="mt-3">
          <ol className="space-y-3">
            {earlier.map((one) => (
              <li key={one.number} className="border-line border-l-2 pl-4">
                <p className="text-sm">
                  {OUTCOME_WORDS[one.outcome].word}, told <Ago at={one.resolvedAt} />
                </p>
                <Told resolution={one} />
              </li>
            ))}
          </ol>
        </Disclosure>
      ) : null}
    </section>
  )
}

function scoredInWords(purchases: number, bits: number, outcome: Outcome): string {
  if (truthOf(outcome) === null) return 'Nobody is scored by it.'
  if (purchases === 0)
    return 'No purchase is scored: nothing was bought, or no probability was told on the way.'
  return `What was bought changed the log score by ${bitsInWords(bits)} in all, over ${counted(purchases, 'purchase')}.`
}

function Told({ resolution: { by, byRole, source, reason } }: { resolution: ResolutionView }) {
  return (
    <>
      <p className="measure mt-1 whitespace-pre-line break-words font-serif text-muted">{reason}</p>
      <p className="measure mt-1 break-words text-muted text-xs">
        {by.name}, {RESOLVER_ROLE_WORDS[byRole]}, by: <Source source={source} />
      </p>
    </>
  )
}

/** An address is a link; anything else is a name. */
function Source({ source }: { source: string }) {
  if (!/^https?:\/\/\S+$/.test(source)) return <>{source}</>
  return (
    <a href={source} rel="nofollow ugc noopener noreferrer" className="underline underline-offset-2">
      {source}
    </a>
  )
}
