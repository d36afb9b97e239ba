import { delegate, personActor, visitor } from '../actors/actor'
import { readKey } from '../auth/access-keys'
import { deviceCookieName } from '../auth/known-devices'
import { isJson, isSameOrigin } from '../auth/same-origin'
import { isSecureSite, sessionCookieName, sessionIdOf } from '../auth/session-cookie'
import { readSession } from '../auth/sessions'
import { networkOf } from '../caller-address'
import { CONNECT_COOKIE } from '../contract/programs'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { readWaitingAgent } from '../sellers/agents/agents'
import { type Quota, spend } from './rate-limit'
import type { ApiContext } from './trpc'

export type Caller = {
  headers: Headers
  /** Reads a cookie of the request. */
  cookie: (name: string) => string | undefined
}

/** Who is asking: the person whose login the cookie names, if that login still stands; a visitor otherwise. */
export async function authenticate(
  deps: Deps,
  { headers, cookie }: Caller,
): Promise<Pick<ApiContext, 'user' | 'actor' | 'sessionId'>> {
  const name = sessionCookieName(isSecureSite(headers, deps.env.APP_URL))
  const sessionId = await sessionIdOf(cookie(name), deps.authSecret)
  const user = sessionId ? await readSession(deps, sessionId) : null
  const network = networkOf(addressOf(headers))
  const actor = user ? personActor(user, network) : visitor(network)
  return { user, actor, sessionId: user ? sessionId : null }
}

/**
 * Who a program acts for, by the key in its `Authorization` header; null without one. Whoever shows a key that opens nothing is told,
 * and never taken for a visitor.
 *
 * @throws AppError `auth.key_refused`; `request.too_many` for an address that tries very many.
 */
async function authenticateKey(
  deps: Deps,
  headers: Headers,
  resource: string | null,
): Promise<Pick<ApiContext, 'user' | 'actor' | 'sessionId' | 'keyId' | 'agentId' | 'clientId'> | null> {
  const shown = headers.get('authorization')
  if (shown === null) return null
  const secret = /^Bearer +([\w-]{1,100})$/i.exec(shown)?.[1] ?? ''
  const key = await readKey(deps, secret, resource)
  if (!key) {
    const agentId = await readWaitingAgent(deps, secret)
    // It reads what everybody may.
    if (agentId !== null)
      return {
        user: null,
        actor: visitor(networkOf(addressOf(headers))),
        sessionId: null,
        keyId: null,
        agentId,
      }
    await spend(deps, 'write', addressOf(headers))
    throw new AppError('auth.key_refused')
  }
  const { id, owner: user, botId, clientId, scopes, caps } = key
  const owner = personActor(user, networkOf(addressOf(headers)))
  return {
    user,
    actor: delegate(owner, { kind: 'key', id, scopes, caps, botId }),
    sessionId: null,
    keyId: id,
    ...(clientId === null ? {} : { clientId }),
  }
}

/**
 * Context of a call at a door for programs: by its key, or a token of a connected program that was given for this door (`resource`), or a
 * visitor's. Cookies are not read, so nothing that a browser sends by itself opens anything here.
 *
 * @throws AppError as `authenticateKey`.
 */
export async function contextOfKey(
  deps: Deps,
  headers: Headers,
  { resource, onQuota = () => {} }: { resource: string; onQuota?: (quota: Quota) => void },
): Promise<ApiContext> {
  const ip = addressOf(headers)
  const nobody = { user: null, actor: visitor(networkOf(ip)), sessionId: null, keyId: null }
  const caller = (await authenticateKey(deps, headers, resource)) ?? nobody
  return { deps, ...caller, call: { ip, isOurs: true, onQuota } }
}

/** Context of a call that came over the network. @throws AppError as `authenticateKey`. */
export async function contextOfCall(deps: Deps, caller: Caller): Promise<ApiContext> {
  const { headers } = caller
  const device = caller.cookie(deviceCookieName(isSecureSite(headers, deps.env.APP_URL)))
  const connecting = caller.cookie(CONNECT_COOKIE)
  const byKey = await authenticateKey(deps, headers, null)
  const login = byKey ?? { ...(await authenticate(deps, caller)), keyId: null }
  // No page of another site can make a browser show a key.
  const isOurs = (byKey !== null || isSameOrigin(headers, deps.env.APP_URL)) && isJson(headers)
  return { deps, ...login, call: { ip: addressOf(headers), isOurs, device, connecting } }
}

/** Address of the caller, as `server/caller-address.ts` wrote it into the request before anybody saw it. */
export function addressOf(headers: Headers): string {
  return headers.get('x-forwarded-for') || 'unknown'
}
