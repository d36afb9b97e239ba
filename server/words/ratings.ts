/** What a buyer may say of a purchase afterwards. */
export const RATINGS = ['useful', 'known', 'wrong'] as const
export type Rating = (typeof RATINGS)[number]

/** After "rated". */
export const RATING_WORDS: Record<Rating, string> = {
  useful: 'useful',
  known: 'known already',
  wrong: 'wrong',
}
