import Link from 'next/link'
import {
  deliveryFailureInWords,
  deliveryInWords,
  deliveryState,
  exchangeInWords,
} from '@/components/bots/webhook-words'
import { StatusIcon } from '@/components/status/status-chip'
import { Ago, Until } from '@/components/time/time'
import type { DeliveryView } from '@/server/contract/webhook'

/** The last calls of a bot's server, newest first: what came back, never what it said. */
export function WebhookDeliveries({ deliveries }: { deliveries: readonly DeliveryView[] }) {
  return (
    <ul className="divide-y divide-line border-line border-y text-sm">
      {deliveries.map((delivery) => (
        <li key={delivery.id} className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 py-4">
          <span className="mt-0.5">
            <StatusIcon state={deliveryState(delivery)} label={false} />
          </span>
          <div className="min-w-0 space-y-1">
            <Subject delivery={delivery} />
            <p className={isBad(delivery) ? 'text-failed' : 'text-muted'}>
              {deliveryInWords(delivery)}. {deliveryFailureInWords(delivery.failure)}
            </p>
            <p className="nums flex flex-wrap gap-x-3 text-muted text-xs">
              <Ago at={delivery.lastTryAt ?? delivery.createdAt} />
              <span>{exchangeInWords(delivery)}</span>
              {delivery.nextTryAt ? (
                <Until at={delivery.nextTryAt} verb="next try" past="trying now" />
              ) : null}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

const isBad = ({ state }: DeliveryView) => state === 'failed' || state === 'given-up'

function Subject({ delivery: { contextId, question } }: { delivery: DeliveryView }) {
  if (contextId === null || question === null) return <p className="font-medium">Test call</p>
  return (
    <Link href={`/questions/${contextId}`} className="break-words font-serif text-base hover:underline">
      {question}
    </Link>
  )
}
