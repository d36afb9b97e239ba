import { csvFile } from '@/app/csv-file'
import { strangersCaller } from '@/app/server'
import type { MarketHealth } from '@/server/contract/records'

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
  'credits refunded',
  'volatility of median prices over seven days',
  'offers with a misleading teaser',
  'of them bought',
]

/** The market's days as everybody sees them on the page of its health, earliest first. */
export async function GET(): Promise<Response> {
  const { days } = await (await strangersCaller()).market.health()
  return csvFile({
    name: 'caveat-market',
    columns: COLUMNS,
    cellsOf,
    readPage: async () => ({ rows: days, nextCursor: null }),
    isPrivate: false,
  })
}

const cellsOf = (day: MarketHealth['days'][number]) => [
  day.day,
  day.trades,
  day.spentMicros,
  day.medianPriceMicros ?? '',
  day.sellers,
  day.buyers,
  day.sellersIndex ?? '',
  day.buyersIndex ?? '',
  day.ended,
  day.answered,
  day.refundedMicros ?? '',
  day.volatility ?? '',
  day.misleading ?? '',
  day.misleadingBought ?? '',
]
