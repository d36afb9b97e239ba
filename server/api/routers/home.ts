import { homeSchema } from '../../contract/home'
import { readHome } from '../../market/home'
import { protectedProcedure, router } from '../trpc'

/** Always of the signed-in person: no input names whose home it is. */
export const homeRouter = router({
  view: protectedProcedure('read')
    .output(homeSchema)
    .query(({ ctx: { deps, user } }) => readHome(deps, user.id)),
})
