import { stringify } from 'csv-stringify/sync'
import type { NextRequest } from 'next/server'
import { createLoader } from 'nuqs/server'
import { logInput, logParams } from '@/app/operate/log/log-params'
import { getMe, serverCaller } from '@/app/server'
import { AUDIT_ROWS_MAX, type AuditPage, type AuditRow } from '@/server/contract/audit'
import { actInWords } from '@/server/contract/audit-line'
import { plainCredits } from '@/server/shared/money'

const loadParams = createLoader(logParams)

const COLUMNS = [
  'number',
  'when',
  'by',
  'handle',
  'concerning',
  'from',
  'act',
  'in words',
  'credits',
  'about',
]

/** Excel takes a file for UTF-8 only when it begins so. */
const BYTE_ORDER_MARK = '\uFEFF'

/** The rows of the market's log that fit the filters of the address, newest first; for operators. */
export async function GET(request: NextRequest): Promise<Response> {
  if ((await getMe())?.role !== 'operator') return new Response('For operators only.', { status: 403 })
  const input = logInput(loadParams(request.nextUrl.searchParams))
  const { audit } = await serverCaller()
  const parts = csvOf((cursor) => audit.all({ ...input, cursor, limit: AUDIT_ROWS_MAX }))
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
      'content-disposition': 'attachment; filename="caveat-log.csv"',
      'cache-control': 'private, no-store',
    },
  })
}

/** Page by page, so that a long log is never in memory whole. */
async function* csvOf(readPage: (cursor: string | null) => Promise<AuditPage>): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK + stringify([COLUMNS])
  let cursor: string | null = null
  do {
    const page = await readPage(cursor)
    yield stringify(page.rows.map(cellsOf), {
      cast: { bigint: plainCredits, date: (at) => at.toISOString() },
      escape_formulas: true,
    })
    cursor = page.nextCursor
  } while (cursor !== null)
}

function cellsOf({ id, at, actor, person, network, deed }: AuditRow) {
  const { act, amountMicros = '', ...about } = { amountMicros: undefined, ...deed }
  return [
    id,
    at,
    actor.kind,
    actor.handle ?? '',
    person?.handle ?? '',
    network ?? '',
    act,
    actInWords(deed),
    amountMicros,
    JSON.stringify(about),
  ]
}
