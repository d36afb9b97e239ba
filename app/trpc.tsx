'use client'

import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createTRPCClient, httpBatchLink, httpSubscriptionLink, splitLink } from '@trpc/client'
import { createTRPCContext } from '@trpc/tanstack-react-query'
import { type ReactNode, useState } from 'react'
import superjson from 'superjson'
import { API_PATH } from '@/app/api-path'
import { makeQueryClient } from '@/app/query-client'
import { BATCH_SIZE_MAX } from '@/server/api/limits'
import type { AppRouter } from '@/server/api/root'

const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>()

export { useTRPC, useTRPCClient }

/** Browsers and proxies take addresses of about 8 000 characters; a longer batch of reads becomes two. */
const URL_CHARS_MAX = 6_000

let browserClient: QueryClient | undefined
let browserApi: Api | undefined

/** One per browser, one per drawing on the server: people must not share what was fetched for one of them. */
function queryClientHere(): QueryClient {
  if (typeof window === 'undefined') return makeQueryClient()
  browserClient ??= makeQueryClient()
  return browserClient
}

type Api = ReturnType<typeof makeTrpcClient>

/** One per browser too; what asks once, outside of a page's own parts, takes it directly. */
export function apiHere(): Api {
  if (typeof window === 'undefined') return makeTrpcClient()
  browserApi ??= makeTrpcClient()
  return browserApi
}

function makeTrpcClient() {
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: httpSubscriptionLink({ url: API_PATH, transformer: superjson }),
        false: httpBatchLink({
          url: API_PATH,
          transformer: superjson,
          maxItems: BATCH_SIZE_MAX,
          maxURLLength: URL_CHARS_MAX,
        }),
      }),
    ],
  })
}

export function TRPCReactProvider({ children }: { children: ReactNode }) {
  const queryClient = queryClientHere()
  const [trpcClient] = useState(apiHere)
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  )
}
