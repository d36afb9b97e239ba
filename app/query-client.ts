import { defaultShouldDehydrateQuery, hashKey, QueryClient } from '@tanstack/react-query'
import { TRPCClientError } from '@trpc/client'
import superjson from 'superjson'

/** Long enough that what the server drew is not fetched again at once. */
const FRESH_MS = 30_000
const RETRIES_MAX = 2

/** Amounts are bigint and moments are dates, on the way from the server's cache to the browser's too. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < RETRIES_MAX && mayHelp(error),
        // Keys hold inputs, inputs hold amounts, and JSON knows no bigint.
        queryKeyHashFn: (key) => hashKey([superjson.serialize(key)]),
      },
      mutations: { retry: false },
      dehydrate: {
        serializeData: superjson.serialize,
        shouldDehydrateQuery: (query) =>
          defaultShouldDehydrateQuery(query) || query.state.status === 'pending',
      },
      hydrate: { deserializeData: superjson.deserialize },
    },
  })
}

/** An answer that says no stays no; a server that was not reached may be there a second later. */
function mayHelp(error: Error): boolean {
  if (!(error instanceof TRPCClientError)) return true
  return error.data?.isRetriable ?? error.data == null
}
