import { ArrowRight } from 'lucide-react'
import Link from 'next/link'
import type { TrailStep } from '@/components/answer/trail'
import { counted } from '@/server/words/amounts'

/** "50 % → 62 % → 21 %", with the purchase that made each turn under it; those that turned nothing are only counted. */
export function Trail({
  steps,
  hrefOf,
}: {
  steps: readonly TrailStep[]
  hrefOf: (offerId: string) => string
}) {
  const turns = steps.filter((step, index) => index === 0 || step.hasChanged)
  const others = steps.length - turns.length
  return (
    <ol
      aria-label="How the recommendation came about"
      className="flex flex-wrap items-start gap-x-1.5 gap-y-1 text-sm sm:gap-y-2"
    >
      {turns.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a trail is written once and never reordered.
        <li key={index} className="flex items-start gap-1.5">
          {index > 0 ? <ArrowRight aria-hidden className="mt-1 size-3.5 shrink-0 text-muted" /> : null}
          <span className="flex items-baseline gap-x-1.5 sm:flex-col">
            <span className="nums">{step.words}</span>
            <span className="text-muted text-xs">
              {step.after === null ? (
                'before buying'
              ) : (
                <>
                  changed by{' '}
                  <Link
                    href={hrefOf(step.after.offerId)}
                    className="text-bought underline underline-offset-2"
                  >
                    [{step.after.number}]
                  </Link>
                </>
              )}
            </span>
          </span>
        </li>
      ))}
      {others > 0 ? (
        <li className="self-end pl-2 text-muted text-xs max-sm:sr-only">
          {counted(others, 'other purchase')} changed nothing when {others === 1 ? 'it was' : 'they were'}{' '}
          bought
        </li>
      ) : null}
    </ol>
  )
}
