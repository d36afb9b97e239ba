import { botsRouter } from './routers/bots'
import { contextsRouter } from './routers/contexts'
import { demoRouter } from './routers/demo'
import { inspectionRouter } from './routers/inspection'
import { offersRouter } from './routers/offers'
import { peopleRouter } from './routers/people'
import { walletRouter } from './routers/wallet'
import { router } from './trpc'

/** Everything that pages may call. */
export const appRouter = router({
  bots: botsRouter,
  contexts: contextsRouter,
  demo: demoRouter,
  inspection: inspectionRouter,
  offers: offersRouter,
  people: peopleRouter,
  wallet: walletRouter,
})

export type AppRouter = typeof appRouter
