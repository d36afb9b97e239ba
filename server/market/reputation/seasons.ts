/** Of a record or a leaderboard: all there ever was. */
export const ALL_SEASONS = 'all'
/** The topic that is every tag, and none. */
export const ALL_TOPICS = ''

/** A quarter of the year in UTC: "2026-Q4". Long enough for a topic to have sales, short enough for somebody new to lead one. */
export function seasonOf(at: Date): string {
  return `${at.getUTCFullYear()}-Q${Math.floor(at.getUTCMonth() / 3) + 1}`
}
