import { ArrowRight } from 'lucide-react'
import Link from 'next/link'
import type { TrailStep } from '@/components/answer/trail'
import { cn } from '@/components/ui/cn'

/** "50 % → 62 % → 21 %", with the purchase that made each step under it. */
export function Trail({
  steps,
  hrefOf,
}: {
  steps: readonly TrailStep[]
  hrefOf: (offerId: string) => string
}) {
  return (
    <ol
      aria-label="How the recommendation came about"
      className="flex flex-wrap items-start gap-x-1.5 gap-y-2 text-sm"
    >
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a trail is written once and never reordered.
        <li key={index} className="flex items-start gap-1.5">
          {index > 0 ? <ArrowRight aria-hidden className="mt-1 size-3.5 shrink-0 text-muted" /> : null}
          <span className="flex flex-col">
            <span className={cn('nums', step.hasChanged || index === 0 ? 'text-ink' : 'text-muted')}>
              {step.words}
            </span>
            <span className="text-muted text-xs">
              {step.after === null ? (
                'before buying'
              ) : (
                <>
                  {step.hasChanged ? 'changed by ' : 'after '}
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
    </ol>
  )
}
