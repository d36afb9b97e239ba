import { stringify } from 'csv-stringify/sync'
import type { NextRequest } from 'next/server'
import { createLoader } from 'nuqs/server'
import { getMe, serverCaller } from '@/app/server'
import { walletInput, walletParams } from '@/app/wallet/wallet-params'
import { WALLET_ROWS_MAX, type WalletPage, type WalletRow } from '@/server/contract/ledger'
import { causeInWords, purchaseInWords, WALLET_KIND_WORDS } from '@/server/contract/transfer-line'
import { plainCredits } from '@/server/shared/money'

const loadParams = createLoader(walletParams)

const COLUMNS = [
  'when',
  'kind',
  'what happened',
  'credits',
  'available after',
  'question',
  'id',
  'bought with it',
]

/** Excel takes a file for UTF-8 only when it begins so. */
const BYTE_ORDER_MARK = '\uFEFF'

/** The rows of the signed-in person's wallet that fit the filters of the address, newest first. */
export async function GET(request: NextRequest): Promise<Response> {
  if (!(await getMe())) return new Response('Sign in first.', { status: 401 })
  const input = walletInput(loadParams(request.nextUrl.searchParams))
  const { wallet } = await serverCaller()
  const parts = csvOf((cursor) => wallet.rows({ ...input, cursor, limit: WALLET_ROWS_MAX }))
  const encoder = new TextEncoder()
  const body = new ReadableStream({
    async pull(controller) {
      const part = await parts.next()
      if (part.done) controller.close()
      else controller.enqueue(encoder.encode(part.value))
    },
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="caveat-wallet.csv"',
      'cache-control': 'private, no-store',
    },
  })
}

/** Page by page, so that a long history is never in memory whole. */
async function* csvOf(
  readPage: (cursor: string | null) => Promise<WalletPage>,
): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK + stringify([COLUMNS])
  let cursor: string | null = null
  do {
    const page = await readPage(cursor)
    yield stringify(page.rows.map(cellsOf), {
      cast: { bigint: plainCredits, date: (at) => at.toISOString() },
      // A title that begins with "=" must not become a formula in somebody's spreadsheet.
      escape_formulas: true,
    })
    cursor = page.nextCursor
  } while (cursor !== null)
}

function cellsOf(row: WalletRow) {
  return [
    row.at,
    WALLET_KIND_WORDS[row.kind],
    causeInWords(row),
    row.amountMicros,
    row.balanceMicros,
    row.question?.title ?? '',
    row.id,
    row.bought.map((one) => `${plainCredits(one.priceMicros)} to ${purchaseInWords(one)}`).join('; '),
  ]
}
