import { peopleRouter } from './routers/people'
import { walletRouter } from './routers/wallet'
import { router } from './trpc'

/** Everything that pages may call. */
export const appRouter = router({
  people: peopleRouter,
  wallet: walletRouter,
})

export type AppRouter = typeof appRouter
