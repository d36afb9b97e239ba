import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import type { NextRequest } from 'next/server'
import { contextOfCall } from '@/server/api/context'
import { logFault, retryAfter } from '@/server/api/errors'
import { BATCH_SIZE_MAX, BODY_BYTES_MAX } from '@/server/api/limits'
import { appRouter } from '@/server/api/root'
import { AppError } from '@/server/errors'
import { getDeps } from '@/server/runtime'

async function handler(request: NextRequest): Promise<Response> {
  const deps = await getDeps()
  return fetchRequestHandler({
    endpoint: '/api/trpc',
    req: request,
    router: appRouter,
    maxBatchSize: BATCH_SIZE_MAX,
    createContext: async () => {
      refuseLargeBody(request)
      const cookie = (name: string) => request.cookies.get(name)?.value
      return contextOfCall(deps, { headers: request.headers, cookie })
    },
    // What procedures throw is logged where it is translated; here is what goes wrong before and after them.
    onError: ({ error, path, type }) => {
      if (!(error.cause instanceof AppError)) logFault(deps.log, error, { path, type })
    },
    responseMeta: ({ errors }) => ({
      headers: { 'cache-control': 'private, no-store', ...retryAfter(errors) },
    }),
  })
}

/** Browsers always send the length; without one the body could go on for ever. */
function refuseLargeBody(request: Request): void {
  if (request.method !== 'POST') return
  const bytes = Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY)
  if (!(bytes <= BODY_BYTES_MAX)) throw new AppError('request.too_large')
}

export { handler as GET, handler as POST }
