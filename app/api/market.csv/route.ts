import { stringify } from 'csv-stringify/sync'
import { strangersCaller } from '@/app/server'
import { plainCredits } from '@/server/shared/money'

const COLUMNS = [
  'day (UTC)',
  'trades',
  'credits spent',
  'median price',
  'sellers',
  'buyers',
  'Herfindahl-Hirschman index of sellers',
  'Herfindahl-Hirschman index of buyers',
  'questions ended',
  'questions answered',
]

/** The market's days as everybody sees them on the page of its health, earliest first. */
export async function GET(): Promise<Response> {
  const { days } = await (await strangersCaller()).market.health()
  const rows = days.map((day) => [
    day.day,
    day.trades,
    plainCredits(day.spentMicros),
    day.medianPriceMicros === null ? '' : plainCredits(day.medianPriceMicros),
    day.sellers,
    day.buyers,
    day.sellersIndex ?? '',
    day.buyersIndex ?? '',
    day.ended,
    day.answered,
  ])
  return new Response(stringify([COLUMNS, ...rows]), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="caveat-market.csv"',
    },
  })
}
