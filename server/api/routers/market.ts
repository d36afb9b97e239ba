import { marketTermsSchema } from '../../contract/operate'
import { leaderboardSchema, leaderboardViewSchema, marketHealthSchema } from '../../contract/records'
import { readMarketHealth } from '../../market/market-days'
import { readLeaderboard } from '../../market/reputation/read-records'
import { readTerms } from '../../settings/settings'
import { publicProcedure, router } from '../trpc'

/** What everybody may know of the market as a whole. */
export const marketRouter = router({
  /** Day by day, and how inspectors' probabilities kept their word. */
  health: publicProcedure('read')
    .output(marketHealthSchema)
    .query(({ ctx: { deps } }) => readMarketHealth(deps.db)),

  /** Who leads, by how sales held up, by what they changed, or by bits against the truth. */
  leaders: publicProcedure('read')
    .input(leaderboardSchema)
    .output(leaderboardViewSchema)
    .query(({ ctx: { deps }, input }) => readLeaderboard(deps, input)),

  /** What asking and selling costs now, and what newcomers are given. */
  terms: publicProcedure('read')
    .output(marketTermsSchema)
    .query(({ ctx: { deps } }) => readTerms(deps)),
})
