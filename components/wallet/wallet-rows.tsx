import Link from 'next/link'
import { Credits } from '@/components/money/credits'
import { cn } from '@/components/ui/cn'
import { Skeleton } from '@/components/ui/feedback'
import { Table, TBody, TD, TH, THead, TR } from '@/components/ui/table'
import { ExactMoment } from '@/components/wallet/exact-moment'
import type { WalletRow } from '@/server/contract/ledger'
import { causeInWords, purchaseInWords, WALLET_KIND_WORDS } from '@/server/contract/transfer-line'

export type WalletRowsProps = {
  rows: readonly WalletRow[]
  /** False while rows are left out: a running balance would not run. */
  hasBalance: boolean
}

/** Every movement, newest first: a table where there is room, cards on a phone. */
export function WalletRows({ rows, hasBalance }: WalletRowsProps) {
  return (
    <>
      <div className="hidden sm:block">
        <Table label="Transactions of your wallet">
          <THead>
            <tr>
              <TH>When</TH>
              <TH>What happened</TH>
              <TH numeric>Credits</TH>
              {hasBalance ? <TH numeric>Available after</TH> : null}
            </tr>
          </THead>
          <TBody>
            {rows.map((row) => (
              <TR key={row.id}>
                <TD className="w-44 whitespace-nowrap text-muted">
                  <ExactMoment at={row.at} />
                </TD>
                <TD>
                  <Cause row={row} />
                </TD>
                <TD numeric className="whitespace-nowrap">
                  <Amount row={row} />
                </TD>
                {hasBalance ? (
                  <TD numeric className="whitespace-nowrap text-muted">
                    <Credits micros={row.balanceMicros} unit={false} exact />
                  </TD>
                ) : null}
              </TR>
            ))}
          </TBody>
        </Table>
      </div>
      <ul className="divide-y divide-line border-line border-y sm:hidden">
        {rows.map((row) => (
          <li key={row.id} className="space-y-1 py-3">
            <div className="flex items-baseline justify-between gap-4 text-sm">
              <ExactMoment at={row.at} className="text-muted" />
              <Amount row={row} />
            </div>
            <Cause row={row} />
            {hasBalance ? (
              <p className="text-muted text-xs">
                <Credits micros={row.balanceMicros} exact /> available after
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Why the credits moved, linked to the question or game it was about, and whom a budget has paid so far. */
function Cause({ row }: { row: WalletRow }) {
  return (
    <>
      <CauseLine row={row} />
      {row.bought.length > 0 ? (
        <ul aria-label="Bought with it" className="mt-1 space-y-0.5 text-muted text-sm">
          {row.bought.map((purchase) => (
            <li key={purchase.offerId} className="flex gap-x-3">
              <Credits
                micros={purchase.priceMicros}
                unit={false}
                exact
                className="w-12 shrink-0 text-right"
              />
              <span className="min-w-0">to {purchaseInWords(purchase)}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

function CauseLine({ row }: { row: WalletRow }) {
  const words = causeInWords(row)
  const href = hrefOf(row)
  if (href === null) return <span>{words}</span>
  return (
    <Link
      href={href}
      className="decoration-line underline underline-offset-4 hover:decoration-ink pointer-coarse:block pointer-coarse:py-1.5"
    >
      {words}
    </Link>
  )
}

function hrefOf({ game, question }: WalletRow): string | null {
  if (game) return `/games/${game.id}`
  return question?.hasPage ? `/questions/${question.id}` : null
}

/** With its sign and, for those who do not see the sign or the colour, its word. */
function Amount({ row }: { row: WalletRow }) {
  const isIn = row.amountMicros > 0n
  return (
    <span className="inline-flex items-baseline gap-2">
      <span className="text-muted text-xs">{WALLET_KIND_WORDS[row.kind].toLowerCase()}</span>
      <Credits
        micros={row.amountMicros}
        sign
        exact
        unit={false}
        className={cn('min-w-16 text-right font-medium', isIn && 'text-bought')}
      />
    </span>
  )
}

/** As many as usually fit a first screen. */
const SKELETON_ROWS = 8

export function WalletRowsSkeleton() {
  return (
    <div role="status" aria-label="Loading rows" className="divide-y divide-line border-line border-y">
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never reordered.
        <div key={row} className="flex justify-between gap-8 py-3">
          <Skeleton className="max-w-96" />
          <Skeleton className="w-20" />
        </div>
      ))}
    </div>
  )
}
