import { inject } from 'light-my-request'
import { DELEGABLE_SCOPES } from '../../actors/actor'
import { CONNECT_REFUSED_PATH } from '../../contract/programs'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { addressOf } from '../context'
import { logFault } from '../errors'
import { type CostClass, spend } from '../rate-limit'
import { readCapped } from '../read-capped'
import { problemResponse } from '../rest/problem'
import { OAUTH_PATHS, providerOf, SESSION_COOKIE } from './provider'
import { issuerOf } from './resources'

/** Of one request: a registration with ten ways back and a key fits twice. */
const BODY_BYTES_MAX = 8_192

/** What a program asks for that does not say: to read. */
const USUAL_SCOPE = 'read'

/** What each address costs whoever calls it, by their network address. */
const COSTS: Readonly<Record<string, CostClass>> = {
  [OAUTH_PATHS.authorization]: 'connect',
  [OAUTH_PATHS.registration]: 'registerProgram',
}

/**
 * Answers a call below `/oauth`: the library's own answer (`provider.ts`), over a request and a response in memory, for it speaks Node's
 * and this market's routes the web's.
 */
export async function handleOauth(deps: Deps, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  try {
    await spend(deps, COSTS[pathname] ?? 'write', addressOf(request.headers))
    if (pathname === OAUTH_PATHS.registration && request.method === 'OPTIONS') return preflight()
    const answer = await passOn(deps, request)
    return pathname === OAUTH_PATHS.authorization ? withoutWay(deps, answer) : answer
  } catch (error) {
    logFault(deps.log, error, { path: 'oauth' })
    return problemResponse(error)
  }
}

async function passOn(deps: Deps, request: Request): Promise<Response> {
  const url = new URL(request.url)
  const body = request.method === 'POST' ? await readCapped(request, BODY_BYTES_MAX) : null
  const isRegistration = url.pathname === OAUTH_PATHS.registration
  if (url.pathname === OAUTH_PATHS.authorization) limitAsked(url)
  const { protocol, host } = new URL(issuerOf(deps))
  const sent = new Headers(request.headers)
  // Of the body as it came, in whatever pieces.
  for (const name of ['content-length', 'transfer-encoding', 'connection']) sent.delete(name)
  const answered = await inject(providerOf(deps).callback(), {
    method: request.method as 'GET' | 'POST' | 'OPTIONS',
    url: url.pathname + url.search,
    headers: {
      ...Object.fromEntries(sent),
      host,
      'x-forwarded-host': host,
      'x-forwarded-proto': protocol.replace(':', ''),
    },
    ...(body === null ? {} : { payload: isRegistration ? withoutSecret(body) : Buffer.from(body) }),
  })
  const headers = new Headers()
  // The library's own sign-in holds nothing here.
  for (const [name, value] of Object.entries(answered.headers))
    for (const one of [value ?? []].flat())
      if (name !== 'set-cookie' || !String(one).startsWith(SESSION_COOKIE)) headers.append(name, String(one))
  if (isRegistration) headers.set('access-control-allow-origin', '*')
  headers.delete('content-length')
  const empty = answered.rawPayload.length === 0
  return new Response(empty ? null : new Uint8Array(answered.rawPayload), {
    status: answered.statusCode,
    headers,
  })
}

const preflight = () =>
  new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
    },
  })

/** Of the scopes that are asked for those that there are; what is asked of a way to sign in (`openid`) does not exist here. */
function limitAsked(url: URL): void {
  const asked = url.searchParams.get('scope')?.split(' ') ?? []
  const known = DELEGABLE_SCOPES.filter((scope) => asked.includes(scope))
  url.searchParams.set('scope', known.join(' ') || USUAL_SCOPE)
  if (url.searchParams.get('response_mode') !== 'query') url.searchParams.delete('response_mode')
}

/** A program that would have a secret of its own gets none, as a server may decide (RFC 7591, section 3.2.1): it proves itself by PKCE. */
function withoutSecret(body: Uint8Array): Buffer {
  const text = Buffer.from(body).toString('utf8')
  try {
    const { token_endpoint_auth_method: method, ...rest }: Record<string, unknown> = Object(JSON.parse(text))
    const proof = method === 'private_key_jwt' ? method : 'none'
    return Buffer.from(JSON.stringify({ ...rest, token_endpoint_auth_method: proof }))
  } catch {
    throw new AppError('request.not_json')
  }
}

/**
 * Nobody is sent to another site before they have said anything here: whoever registers a program could make this market's address lead
 * wherever they like (OAuth 2.1, section 7.12.2). What was wrong stands on a page instead.
 */
function withoutWay(deps: Deps, answer: Response): Response {
  const location = answer.headers.get('location')
  if (location === null) return answer
  const to = new URL(location, issuerOf(deps))
  if (to.origin === new URL(issuerOf(deps)).origin) return answer
  const error = to.searchParams.get('error') ?? 'invalid_request'
  return new Response(null, {
    status: 303,
    headers: {
      location: `${CONNECT_REFUSED_PATH}?error=${encodeURIComponent(error)}`,
      'cache-control': 'no-store',
    },
  })
}
