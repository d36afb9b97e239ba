import { peopleRouter } from './routers/people'
import { router } from './trpc'

/** Everything that pages may call. */
export const appRouter = router({
  people: peopleRouter,
})

export type AppRouter = typeof appRouter
