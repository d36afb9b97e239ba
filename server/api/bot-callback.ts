import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { REPLY_BYTES_MAX } from '../contract/webhook'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { takeCallback } from '../sellers/webhook/callback'
import { idSchema } from '../shared/text'
import { addressOf } from './context'
import { appErrorOf, logFault, retryAfter, toTrpcError } from './errors'
import { spend } from './rate-limit'
import { readCapped } from './read-capped'

/** `POST /api/bots/callback/<runId>`: JSON in, JSON out; errors by their code and sentence. */
export async function receiveCallback(
  deps: Deps,
  { request, runId }: { request: Request; runId: string },
): Promise<Response> {
  try {
    await spend(deps, 'read', addressOf(request.headers))
    if (!idSchema().safeParse(runId).success) throw new AppError('sellers.callback_refused')
    const body = await readCapped(request, REPLY_BYTES_MAX)
    const taken = await takeCallback(deps, runId, { headers: request.headers, body })
    await deps.database.flush()
    return answer(200, taken)
  } catch (error) {
    logFault(deps.log, error, { path: 'bots.callback', runId })
    const { code, message } = appErrorOf(error)
    return answer(
      getHTTPStatusCodeFromError(toTrpcError(error)),
      { error: { code, message } },
      retryAfter([error]),
    )
  }
}

function answer(status: number, body: object, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } })
}
