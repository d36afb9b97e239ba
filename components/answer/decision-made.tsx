import type { ReactNode } from 'react'
import { verdictInWords } from '@/components/answer/trail'
import { Ago } from '@/components/time/time'
import type { Decision } from '@/server/contract/decision'
import { optionsOf } from '@/server/protocol/decision'
import type { DecisionView } from '@/server/tree/contract'

export type DecisionMadeProps = {
  made: DecisionView
  decision: Decision
  /** "You" or the asker's name. */
  who: string
  /** The answer was revised since: the question was taken up again. */
  isBeforeAnswer: boolean
  /** A way to change it, for the one who made it. */
  action?: ReactNode
}

/** What the buyer decided in the end. */
export function DecisionMade({ made, decision, who, isBeforeAnswer, action }: DecisionMadeProps) {
  return (
    <section aria-labelledby="decision" className="rounded-lg border border-line bg-surface px-5 py-4">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 id="decision" className="eyebrow">
            {who} decided <Ago at={made.decidedAt} />
          </h2>
          <p className="display mt-0.5 text-xl">{outcomeInWords(made, decision)}</p>
          {made.note !== '' && decision.kind !== 'open' ? (
            <p className="measure mt-1 whitespace-pre-line font-serif text-muted">{made.note}</p>
          ) : null}
          {isBeforeAnswer ? (
            <p className="measure mt-1 text-muted text-sm">
              That was before the answer was revised: the question was taken up again.
            </p>
          ) : null}
        </div>
        {action}
      </div>
    </section>
  )
}

function outcomeInWords(made: DecisionView, decision: Decision): string {
  const options = optionsOf(decision)
  if (options.length > 0) return options[made.option ?? -1] ?? 'None of the options'
  if (decision.kind === 'forecast') return `${made.percent ?? 0} % likely`
  if (decision.kind === 'belief') {
    const likely = `${made.percent ?? 0} % likely to be true`
    return made.verdict ? `${verdictInWords(made.verdict)}, ${likely}` : likely
  }
  return made.note === '' ? 'Decided' : made.note
}
