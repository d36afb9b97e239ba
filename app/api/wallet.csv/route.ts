import type { NextRequest } from 'next/server'
import { createLoader } from 'nuqs/server'
import { csvFile } from '@/app/csv-file'
import { getMe, serverCaller } from '@/app/server'
import { walletInput, walletParams } from '@/app/wallet/wallet-params'
import { WALLET_ROWS_MAX, type WalletRow } from '@/server/contract/ledger'
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

/** The rows of the signed-in person's wallet that fit the filters of the address, newest first. */
export async function GET(request: NextRequest): Promise<Response> {
  if (!(await getMe())) return new Response('Sign in first.', { status: 401 })
  const input = walletInput(loadParams(request.nextUrl.searchParams))
  const { wallet } = await serverCaller()
  return csvFile({
    name: 'caveat-wallet',
    columns: COLUMNS,
    cellsOf,
    readPage: (cursor) => wallet.rows({ ...input, cursor, limit: WALLET_ROWS_MAX }),
    isPrivate: true,
  })
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
