import Link from 'next/link'
import type { ReactNode } from 'react'
import { conditionsOf } from '@/components/matcher/matcher-words'
import { Button } from '@/components/ui/button'
import type { MatcherView } from '@/server/contract/matching'

/** An alert with its conditions in words. */
export function AlertRow({ alert, actions }: { alert: MatcherView; actions: ReactNode }) {
  const href = `/selling/alerts/${alert.id}`
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="font-medium">
          <Link href={href} className="hover:underline">
            {alert.name}
          </Link>
        </h2>
        <dl className="mt-1 space-y-0.5 text-sm">
          {conditionsOf(alert.query).map(({ label, value }) => (
            <div key={`${label}${value}`} className="flex gap-x-2">
              <dt className="shrink-0 text-muted">{label}</dt>
              <dd className="wrap-anywhere min-w-0">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="flex gap-1">
        <Button asChild variant="secondary" className="pointer-coarse:min-h-11">
          <Link href={href}>
            Change<span className="sr-only"> the alert “{alert.name}”</span>
          </Link>
        </Button>
        {actions}
      </div>
    </li>
  )
}
