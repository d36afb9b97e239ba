import type { TeaserHonesty } from '@/server/contract/market-view'

/** Rounded down, so that only a record without a fault is 100 %. */
export function fairPercent({ judged, misleading }: TeaserHonesty): number {
  return judged === 0 ? 0 : Math.floor((100 * (judged - misleading)) / judged)
}
