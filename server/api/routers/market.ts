import { marketHealthSchema } from '../../contract/records'
import { readMarketHealth } from '../../market/market-days'
import { publicProcedure, router } from '../trpc'

/** What everybody may know of the market as a whole. */
export const marketRouter = router({
  /** Day by day, and how inspectors' probabilities kept their word. */
  health: publicProcedure('read')
    .output(marketHealthSchema)
    .query(({ ctx: { deps } }) => readMarketHealth(deps.db)),
})
