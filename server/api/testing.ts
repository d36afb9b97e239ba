import { personActor, visitor } from '../actors/actor'
import type { Me } from '../contract/auth'
import type { Deps } from '../deps'
import type { ApiContext } from './trpc'

/** A person as a login shows them; everything not said is the least. */
export function testMe(id: string, known: Partial<Me> = {}): Me {
  return { id, handle: id, name: id, isDemo: false, role: 'person', isVerified: true, ...known }
}

/** A call by this person, or by nobody. */
export function contextOf(deps: Deps, user: Me | null, facts: Partial<ApiContext> = {}): ApiContext {
  const actor = user ? personActor(user) : visitor()
  return { deps, user, actor, sessionId: null, keyId: null, call: { ip: 'test', isOurs: true }, ...facts }
}
