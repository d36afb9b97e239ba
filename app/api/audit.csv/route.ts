import type { NextRequest } from 'next/server'
import { createLoader } from 'nuqs/server'
import { csvFile } from '@/app/csv-file'
import { logInput, logParams } from '@/app/operate/log/log-params'
import { getMe, serverCaller } from '@/app/server'
import { AUDIT_ROWS_MAX, type AuditRow } from '@/server/contract/audit'
import { actInWords } from '@/server/contract/audit-line'

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

/** The rows of the market's log that fit the filters of the address, newest first; for operators. */
export async function GET(request: NextRequest): Promise<Response> {
  if ((await getMe())?.role !== 'operator') return new Response('For operators only.', { status: 403 })
  const input = logInput(loadParams(request.nextUrl.searchParams))
  const { audit } = await serverCaller()
  return csvFile({
    name: 'caveat-log',
    columns: COLUMNS,
    cellsOf,
    readPage: (cursor) => audit.all({ ...input, cursor, limit: AUDIT_ROWS_MAX }),
    isPrivate: true,
  })
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
