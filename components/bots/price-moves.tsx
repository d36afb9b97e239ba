'use client'

import dynamic from 'next/dynamic'
import { DEMAND_WORDS, moveInWords } from '@/components/bots/bot-words'
import type { PriceMovesChartProps } from '@/components/bots/price-moves-chart'
import { Credits } from '@/components/money/credits'
import { Ago } from '@/components/time/time'
import { Disclosure } from '@/components/ui/disclosure'
import { Skeleton } from '@/components/ui/feedback'
import { Table, TBody, TD, TH, THead, TR } from '@/components/ui/table'

/** The library that draws is loaded where a chart is, and by no other page. */
const PriceMovesChart = dynamic<PriceMovesChartProps>(
  () => import('@/components/bots/price-moves-chart').then((module) => module.PriceMovesChart),
  { ssr: false, loading: () => <Skeleton className="h-55" /> },
)

/** How the price of a bot that follows demand moved, and by which rule: a picture, and the same as a table. */
export function PriceMoves({ moves, bounds }: PriceMovesChartProps) {
  return (
    <section aria-labelledby="bot-price" className="space-y-3">
      <h2 id="bot-price" className="display text-lg">
        How its price moved
      </h2>
      <p className="measure text-muted text-sm">
        {DEMAND_WORDS} Counted once an hour, in questions that everybody may watch.
      </p>
      {moves.length > 1 ? (
        <figure>
          <div aria-hidden>
            <PriceMovesChart moves={moves} bounds={bounds} />
          </div>
          <figcaption className="mt-2 text-muted text-sm">
            Credits; the dashed lines are the bounds that its owner set.
          </figcaption>
        </figure>
      ) : (
        <p className="text-sm">It has not moved yet.</p>
      )}
      <Disclosure summary={moves.length > 1 ? 'The same as a table' : 'Where it began'}>
        <Table label="How its price moved">
          <THead>
            <tr>
              <TH>Counted until</TH>
              <TH>Why</TH>
              <TH numeric>Price then</TH>
            </tr>
          </THead>
          <TBody>
            {moves.map((move) => (
              <TR key={move.at.getTime()}>
                <TD className="whitespace-nowrap">
                  <Ago at={move.at} />
                </TD>
                <TD>{moveInWords(move)}</TD>
                <TD numeric>
                  <Credits micros={move.priceMicros} unit={false} />
                </TD>
              </TR>
            ))}
          </TBody>
        </Table>
      </Disclosure>
    </section>
  )
}
