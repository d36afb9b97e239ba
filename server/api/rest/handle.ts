import { setTimeout } from 'node:timers/promises'
import { TRPCError } from '@trpc/server'
import { requireScopes } from '../../actors/actor'
import type { Deps } from '../../deps'
import { AppError, ERROR_CODES, ERRORS } from '../../errors'
import { viewRequest } from '../../market/spend-requests'
import { contextOfKey } from '../context'
import { appErrorOf, logFault } from '../errors'
import { resourceOf, withChallenge } from '../oauth/resources'
import { type Quota, usedUp } from '../rate-limit'
import { appRouter } from '../root'
import { type ApiContext, createCallerFactory, spendCall } from '../trpc'
import { openApiDocument } from './document'
import { eventStream } from './events'
import { KEPT_SECONDS } from './operations'
import { PAYMENT_REQUIRED, PAYMENT_RESPONSE, PAYMENT_SIGNATURE, paymentRequired, readPaid } from './payment'
import { kindOf, problemResponse } from './problem'
import { readInput } from './read-input'
import { REST_ROOT } from './root'
import { type Found, findRoute } from './routes'
import { encode } from './wire'

const createCaller = createCallerFactory(appRouter)

/**
 * Any site's page may call with a key; cookies are not read at this door, so there is nothing that another site could borrow. Browsers
 * may be told this for an hour.
 */
const CROSS_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': `link, location, ratelimit, ratelimit-policy, retry-after, www-authenticate, ${PAYMENT_REQUIRED}, ${PAYMENT_RESPONSE}`,
}
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': `authorization, content-type, idempotency-key, last-event-id, ${PAYMENT_SIGNATURE}`,
  'access-control-max-age': '3600',
}

/** Answers a call below `/api/v1`: the same procedures as pages call, for programs with a key. */
export async function handleRest(deps: Deps, request: Request): Promise<Response> {
  const answer =
    request.method === 'OPTIONS'
      ? new Response(null, { status: 204, headers: PREFLIGHT })
      : await withoutBody(request, await answerOf(deps, request))
  for (const [name, value] of Object.entries(CROSS_ORIGIN)) answer.headers.set(name, value)
  if (!answer.headers.has('cache-control')) answer.headers.set('cache-control', 'private, no-store')
  return answer
}

/** HEAD is answered as GET, without what it would send. */
async function withoutBody(request: Request, answer: Response): Promise<Response> {
  if (request.method !== 'HEAD') return answer
  await answer.body?.cancel()
  return new Response(null, answer)
}

async function answerOf(deps: Deps, request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.slice(REST_ROOT.length).replace(/\/$/, '')
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const page = method === 'GET' ? pageAt(path) : null
  if (page !== null) return Response.json(page, { headers: { 'cache-control': 'public, max-age=300' } })
  const found = findRoute(method, path)
  if ('allowed' in found) return refuse(found.allowed)
  let quota: Quota | null = null
  let ctx: ApiContext | null = null
  try {
    ctx = await contextOfKey(deps, request.headers, {
      resource: resourceOf(deps, 'api'),
      onQuota: (spent) => {
        quota = spent
      },
    })
    const result = await call(found, request, ctx)
    return withQuota(quota, result)
  } catch (error) {
    const waiting = ctx === null ? null : await waitingFor(ctx, error)
    if (waiting !== null) return withQuota(quota, waiting)
    const refused = quota === null && ctx !== null ? await countRefused(ctx, error) : error
    if (!(refused instanceof TRPCError)) logFault(deps.log, refused, { path: found.route.procedure })
    return withQuota(quota ?? usedUp(refused), refusal(deps, found, refused))
  }
}

/** A refusal for want of a key or a scope says how a program comes by it. */
function refusal(deps: Deps, { route }: Found, error: unknown): Response {
  const lacksScope = appErrorOf(error).code === 'actor.scope_missing'
  const costs = paymentRequired(deps, error)
  return withChallenge(deps, problemResponse(error, costs?.headers, costs?.payment), {
    door: 'api',
    needs: route.scopes,
    lacksScope,
  })
}

/** What waits for its owner's yes is no refusal: 202, with the request and where to read how it stands. */
async function waitingFor(ctx: ApiContext, error: unknown): Promise<Response | null> {
  const { code, details } = appErrorOf(error)
  const { requestId } = details
  if (code !== 'actor.yes_needed' || typeof requestId !== 'string' || !ctx.user) return null
  const request = await viewRequest(ctx.deps, ctx.user.id, requestId)
  return Response.json(encode(request), {
    status: 202,
    headers: {
      location: `${REST_ROOT}/requests/${requestId}`,
      'retry-after': String(ASK_AGAIN_SECONDS),
    },
  })
}

/** A person who was just told answers within a minute or within hours. */
const ASK_AGAIN_SECONDS = 30

/** What never reached its procedure counts all the same. */
async function countRefused(ctx: ApiContext, error: unknown): Promise<unknown> {
  try {
    await spendCall(ctx, 'write')
    return error
  } catch (tooMany) {
    return tooMany
  }
}

/** What stands here besides operations: the document itself, and the kinds of problems. */
function pageAt(path: string): unknown {
  if (path === '/openapi.json') return openApiDocument()
  if (path === '/problems') return ERROR_CODES.map(describeKind)
  const code = ERROR_CODES.find((one) => path === `/problems/${one}`)
  return code === undefined ? null : describeKind(code)
}

const describeKind = (code: (typeof ERROR_CODES)[number]) => ({
  ...kindOf(code),
  detail: ERRORS[code].sentence,
  isRetriable: ERRORS[code].retriable,
})

function refuse(allowed: readonly string[]): Response {
  return allowed.length === 0
    ? problemResponse(new AppError('request.no_such_path'))
    : problemResponse(new AppError('request.no_such_method'), { allow: [...allowed, 'OPTIONS'].join(', ') })
}

async function call(found: Found, request: Request, ctx: ApiContext): Promise<Response> {
  const { route, named } = found
  // Before anything is read of the call: who may not make it learns nothing about its fields.
  requireScopes(ctx.actor, route.scopes)
  if (!route.isPublic && !ctx.user) throw new AppError('auth.key_needed')
  const input = await readInput(found, request)
  const stop = new AbortController()
  request.signal.addEventListener('abort', () => stop.abort())
  const caller = createCaller(ctx, { signal: stop.signal })
  if (route.procedure === 'offers.text') {
    const { text, headers } = await readPaid(caller, named[0] ?? '', request.headers)
    return Response.json(encode(text), { headers })
  }
  const result = await procedureAt(caller, route.procedure)(input)
  if (route.type === 'subscription') {
    return new Response(eventStream(await refusedAtOnce(result as AsyncIterable<unknown>), stop), {
      headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' },
    })
  }
  if (route.output === null) return new Response(null, { status: 204 })
  const body = encode(result)
  const unfinished = unfinishedAt(route, body)
  if (unfinished !== null) return Response.json(body, { status: 202, headers: unfinished })
  return Response.json(body, {
    status: route.location === undefined ? 200 : 201,
    headers: { ...linkOf(request, body), ...locationOf(found, body), ...keptFor(route) },
  })
}

/**
 * The same events. A stream that is nobody's, or not the caller's, is refused as any other call is: a browser comes back to what began as a
 * stream for ever.
 *
 * @throws what its beginning throws.
 */
async function refusedAtOnce(heard: AsyncIterable<unknown>): Promise<AsyncIterable<unknown>> {
  const events = heard[Symbol.asyncIterator]()
  const first = events.next()
  await Promise.race([first, setTimeout(REFUSED_WITHIN_MS, null, { ref: false })])
  return (async function* () {
    for (let event = await first; !event.done; event = await events.next()) yield event.value
  })()
}

/** Who may not hear it is told after a look into the tables; an event may be hours away. */
const REFUSED_WITHIN_MS = 500

/** Of a call that waited for an end and did not see it: where it is read. */
function unfinishedAt({ procedure }: Found['route'], body: unknown): Record<string, string> | null {
  const { isOver, contextId, pollAfterSeconds }: Record<string, unknown> = Object(body)
  if (procedure !== 'inspection.inspect' || isOver !== false) return null
  return {
    location: `${REST_ROOT}/inspect/${String(contextId)}`,
    'retry-after': String(pollAfterSeconds),
  }
}

function keptFor({ procedure }: Found['route']): Record<string, string> {
  const seconds = KEPT_SECONDS[procedure]
  return seconds === undefined ? {} : { 'cache-control': `public, max-age=${seconds}` }
}

function procedureAt(caller: object, path: string): (input: unknown) => Promise<unknown> {
  const [room = '', name = ''] = path.split('.')
  const procedure: unknown = Reflect.get(Object(Reflect.get(caller, room)), name)
  if (typeof procedure !== 'function') throw new Error(`No procedure ${path}`)
  return async (input) => procedure(input)
}

/** Where the next page of a list is (RFC 8288). */
function linkOf(request: Request, body: unknown): Record<string, string> {
  const cursor: unknown = Object(body).nextCursor
  if (typeof cursor !== 'string') return {}
  const next = new URL(request.url)
  next.searchParams.set('cursor', cursor)
  return { link: `<${next.pathname}${next.search}>; rel="next"` }
}

function locationOf({ route, named }: Found, body: unknown): Record<string, string> {
  if (route.location === undefined) return {}
  const known: Record<string, unknown> = {
    ...Object(body),
    ...Object.fromEntries(route.inPath.map(({ name }, place) => [name, named[place]])),
  }
  return {
    location: REST_ROOT + route.location.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(known[name])),
  }
}

/** What is left of the limit that the call counted against (draft-ietf-httpapi-ratelimit-headers). */
function withQuota(quota: Quota | null, answer: Response): Response {
  if (quota === null) return answer
  const { name, points, seconds, left, resetSeconds } = quota
  answer.headers.set('ratelimit-policy', `"${name}";q=${points};w=${seconds}`)
  answer.headers.set('ratelimit', `"${name}";r=${left};t=${resetSeconds}`)
  return answer
}
