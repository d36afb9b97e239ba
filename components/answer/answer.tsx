import Link from 'next/link'
import {
  changeInWords,
  gainInWords,
  recommendationOf,
  type TrailStep,
  trailOf,
} from '@/components/answer/trail'
import { Trail } from '@/components/answer/trail-steps'
import { Prose } from '@/components/markdown/prose'
import { Credits } from '@/components/money/credits'
import { StatusChip } from '@/components/status/status-chip'
import { Ago } from '@/components/time/time'
import { LockedBlock } from '@/components/tree/locked-block'
import type { Decision } from '@/server/contract/market'
import type { Prose as ProseTree } from '@/server/contract/prose'
import { citationAt } from '@/server/tree/citations'
import type { AnswerView } from '@/server/tree/contract'

/** Of the heading: where links to the answer lead. */
export const ANSWER_ID = 'answer'

export type AnswerProps = {
  answer: AnswerView
  decision: Decision
  /** The question is open: what is bought yet may revise it. */
  isProvisional: boolean
  /** Where a purchase is shown in its tree. */
  hrefOf: (offerId: string) => string
  /** What the public line of a purchase says; null while sealed. */
  teaserOf: (offerId: string) => string | null
  /** The sub-question that a purchase answered, in words; null when it answered the question itself. */
  answeredOf: (contextId: string) => string | null
}

/** The answer, with what it recommends, how it came to that, and what each purchase changed. */
export function Answer({ answer, decision, isProvisional, hrefOf, teaserOf, answeredOf }: AnswerProps) {
  const steps = trailOf(answer, decision)
  const recommendation = recommendationOf(answer, decision)
  return (
    <section aria-labelledby={ANSWER_ID} className="border-ink border-t-2 pt-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 id={ANSWER_ID} className="display scroll-mt-24 text-xl">
            The answer
          </h2>
          {isProvisional ? <StatusChip state="provisional" word="provisional" /> : null}
        </div>
        <p className="text-muted text-xs">
          written by {answer.writtenBy}, <Ago at={answer.writtenAt} />
        </p>
      </div>
      {recommendation !== null ? (
        <div className="mt-4 grid grid-cols-1 gap-x-10 gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-end">
          <div>
            <p className="eyebrow">{decision.kind === 'belief' ? 'How likely it is true' : 'Recommended'}</p>
            <p className="display mt-0.5 text-3xl">{recommendation}</p>
          </div>
          {steps.some((step) => step.hasChanged) ? <Trail steps={steps} hrefOf={hrefOf} /> : null}
        </div>
      ) : null}
      <div className="mt-4">
        {answer.prose === null ? (
          <LockedBlock tone="sealed" title="The answer in words is the asker’s alone">
            It quotes the private information that was bought, and only the asker has paid for that. What it
            recommends, and what each purchase changed, is open to everyone who may watch.
          </LockedBlock>
        ) : (
          <AnswerText prose={answer.prose} citations={answer.citations} hrefOf={hrefOf} />
        )}
      </div>
      {answer.citations.length > 0 ? (
        <Purchases
          answer={answer}
          steps={steps}
          hrefOf={hrefOf}
          teaserOf={teaserOf}
          answeredOf={answeredOf}
        />
      ) : null}
    </section>
  )
}

type AnswerTextProps = Pick<AnswerProps, 'hrefOf'> & { prose: ProseTree; citations: AnswerView['citations'] }

function AnswerText({ prose, citations, hrefOf }: AnswerTextProps) {
  return (
    <Prose
      size="lg"
      prose={prose}
      renderLink={(href, children) => {
        const citation = citationAt({ citations }, href)
        if (citation === null) return undefined
        return (
          <Link
            href={hrefOf(citation.offerId)}
            aria-label={`Purchase ${citation.number}`}
            className="nums mx-px rounded-xs bg-bought-wash px-1 font-sans text-[0.75em] text-bought no-underline hover:underline"
          >
            {children}
          </Link>
        )
      }}
    />
  )
}

type PurchasesProps = Pick<AnswerProps, 'answer' | 'hrefOf' | 'teaserOf' | 'answeredOf'> & {
  steps: readonly TrailStep[]
}

function Purchases({ answer, steps, hrefOf, teaserOf, answeredOf }: PurchasesProps) {
  const spentMicros = answer.citations.reduce((sum, citation) => sum + citation.priceMicros, 0n)
  return (
    <div className="mt-6 max-w-3xl">
      <h3 className="eyebrow">What was bought for it</h3>
      <ol className="mt-1.5 divide-y divide-line border-line border-y text-sm">
        {answer.citations.map((citation) => (
          <li key={citation.offerId} className="relative flex items-baseline gap-3 py-2.5">
            <span className="nums w-6 shrink-0 text-bought text-xs">[{citation.number}]</span>
            <span className="min-w-0 flex-1">
              <Link
                href={hrefOf(citation.offerId)}
                className="font-serif text-base after:absolute after:inset-0 hover:underline"
              >
                {teaserOf(citation.offerId) ?? 'A sealed purchase'}
              </Link>
              <Answered words={answeredOf(citation.contextId)} />
              <Changed steps={steps} citation={citation} />
            </span>
            <Credits micros={citation.priceMicros} unit={false} className="shrink-0" />
          </li>
        ))}
      </ol>
      <p className="flex justify-end pt-2 text-sm">
        <span className="total-rule">
          <Credits micros={spentMicros} className="font-medium" />
        </span>
      </p>
    </div>
  )
}

function Answered({ words }: { words: string | null }) {
  return words === null ? null : <span className="block whitespace-normal text-muted text-xs">{words}</span>
}

type ChangedProps = { steps: readonly TrailStep[]; citation: AnswerView['citations'][number] }

function Changed({ steps, citation }: ChangedProps) {
  const parts = [changeInWords(steps, citation), citation.value ? gainInWords(citation.value) : null]
  const said = parts.filter((part) => part !== null)
  return said.length === 0 ? null : (
    <span className="nums block whitespace-normal text-muted text-xs">{said.join(' · ')}</span>
  )
}
