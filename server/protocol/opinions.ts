import type { VerdictDraft } from './verdict'

/**
 * How the opinions of several minds on one table become one verdict. What more than half of all opinions that were wanted would buy is
 * bought, in the first one's order, then in the others'; a tie is not bought, and an opinion that was not given buys nothing. What
 * is asked is the first one's: a verdict that asks decides nothing yet. Reasons are of the first that bought, or that passed.
 */
export function combineOpinions(drafts: readonly VerdictDraft[], wanted: number): VerdictDraft {
  const [first] = drafts
  if (!first) return { buy: [], pass: [], ask: [] }
  const isCarried = (offerId: string) =>
    drafts.filter(({ buy }) => buy.some((one) => one.offerId === offerId)).length * 2 > wanted
  const named = uniqueByOffer(drafts.flatMap(({ buy }) => buy))
  const passed = uniqueByOffer(drafts.flatMap(({ pass }) => pass))
  const outvoted = named.filter(
    ({ offerId }) => !isCarried(offerId) && !passed.some((pass) => pass.offerId === offerId),
  )
  return {
    buy: named.filter(({ offerId }) => isCarried(offerId)),
    pass: [
      ...passed.filter(({ offerId }) => !isCarried(offerId)),
      ...outvoted.map(({ offerId }) => ({ offerId, reason: 'unconvincing' as const })),
    ],
    // Whether a teaser keeps to its text is no matter of votes.
    ...(first.teasers ? { teasers: first.teasers } : {}),
    ask: first.ask,
  }
}

function uniqueByOffer<T extends { offerId: string }>(wishes: readonly T[]): T[] {
  const seen = new Set<string>()
  return wishes.filter(({ offerId }) => !seen.has(offerId) && seen.add(offerId))
}
