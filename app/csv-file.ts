import { stringify } from 'csv-stringify/sync'
import { plainCredits } from '@/server/shared/money'

/** Excel takes a file for UTF-8 only when it begins so. */
const BYTE_ORDER_MARK = '\uFEFF'

type Cell = string | number | bigint | Date

type CsvFile<Row> = {
  /** Without its ending. */
  name: string
  columns: readonly string[]
  /** Amounts in micro-credits become credits, times RFC 3339. */
  cellsOf: (row: Row) => readonly Cell[]
  /** One page after the other, so that a long history is never in memory whole. */
  readPage: (cursor: string | null) => Promise<{ rows: readonly Row[]; nextCursor: string | null }>
  /** For the reader alone: nothing between them and the market keeps it. */
  isPrivate: boolean
}

/** A table to download, read as it is sent. */
export function csvFile<Row>({ name, isPrivate, ...table }: CsvFile<Row>): Response {
  const parts = csvOf(table)
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
      'content-disposition': `attachment; filename="${name}.csv"`,
      ...(isPrivate ? { 'cache-control': 'private, no-store' } : {}),
    },
  })
}

async function* csvOf<Row>({
  columns,
  cellsOf,
  readPage,
}: Pick<CsvFile<Row>, 'columns' | 'cellsOf' | 'readPage'>): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK + stringify([columns])
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
