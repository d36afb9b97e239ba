import { personActor, visitor } from '../actors/actor'
import { deviceCookieName } from '../auth/known-devices'
import { isJson, isSameOrigin } from '../auth/same-origin'
import { isSecureSite, sessionCookieName, sessionIdOf } from '../auth/session-cookie'
import { readSession } from '../auth/sessions'
import { networkOf } from '../caller-address'
import type { Deps } from '../deps'
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

/** Context of a call that came over the network. */
export async function contextOfCall(deps: Deps, caller: Caller): Promise<ApiContext> {
  const { headers } = caller
  const device = caller.cookie(deviceCookieName(isSecureSite(headers, deps.env.APP_URL)))
  return {
    deps,
    ...(await authenticate(deps, caller)),
    call: {
      ip: addressOf(headers),
      isOurs: isSameOrigin(headers, deps.env.APP_URL) && isJson(headers),
      device,
    },
  }
}

/** Address of the caller, as `server/caller-address.ts` wrote it into the request before anybody saw it. */
export function addressOf(headers: Headers): string {
  return headers.get('x-forwarded-for') || 'unknown'
}
