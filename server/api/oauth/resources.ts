import { DELEGABLE_SCOPES, type DelegableScope } from '../../actors/actor'
import type { PROGRAM_DOORS } from '../../contract/programs'
import type { Deps } from '../../deps'
import { siteUrl } from '../../env'
import { MCP_PATH } from '../mcp/path'
import { REST_ROOT } from '../rest/root'

/** The doors that programs come through, and what each says of itself before anybody has a key (RFC 9728). */

type Door = (typeof PROGRAM_DOORS)[number]
type Site = Pick<Deps, 'env'>

const PATHS: Readonly<Record<Door, string>> = { mcp: MCP_PATH, api: REST_ROOT }
const METADATA_ROOT = '/.well-known/oauth-protected-resource'

/** The market's address without a slash at its end: what issues tokens is called so (RFC 8414). */
export const issuerOf = ({ env }: Site) => siteUrl(env).replace(/\/+$/, '')

/** What a door is called where a token says what it is for (RFC 8707). */
export const resourceOf = (deps: Site, door: Door) => issuerOf(deps) + PATHS[door]

/** The door that a program means; null when it is none of this market's. Schemes and hosts may be written in capitals. */
export function doorOf(deps: Site, resource: string): Door | null {
  if (!URL.canParse(resource)) return null
  const { href } = new URL(resource)
  const doors: readonly Door[] = ['mcp', 'api']
  return doors.find((door) => href.replace(/\/$/, '') === new URL(resourceOf(deps, door)).href) ?? null
}

/** The metadata at `/.well-known/oauth-protected-resource…`; of `/mcp` where nothing is named; null where there is no door. */
export function resourceMetadata(deps: Site, path: string) {
  const door = path === '' || path === PATHS.mcp ? 'mcp' : path === PATHS.api ? 'api' : null
  if (door === null) return null
  return {
    resource: resourceOf(deps, door),
    resource_name: 'Caveat',
    authorization_servers: [issuerOf(deps)],
    bearer_methods_supported: ['header'],
    scopes_supported: DELEGABLE_SCOPES,
    resource_documentation: `${issuerOf(deps)}/developers`,
  }
}

const quoted = (value: string) => `"${value}"`

/**
 * Says on a refusal how to come in: where the door describes itself, and which scopes the call needs (RFC 6750, RFC 9728). A refusal that
 * has nothing to do with keys stays as it is.
 */
export function withChallenge(
  deps: Site,
  answer: Response,
  { door, needs, lacksScope }: { door: Door; needs: readonly string[]; lacksScope: boolean },
): Response {
  const known = answer.headers.get('www-authenticate')
  if (known === null && !lacksScope) return answer
  const challenge = known ?? `Bearer realm="caveat", error="insufficient_scope"`
  const scopes = needs.filter(isForPrograms)
  const scope = scopes.length === 0 ? [] : [`scope=${quoted(scopes.join(' '))}`]
  const metadata = `resource_metadata=${quoted(issuerOf(deps) + METADATA_ROOT + PATHS[door])}`
  answer.headers.set('www-authenticate', [challenge, ...scope, metadata].join(', '))
  return answer
}

const isForPrograms = (scope: string): scope is DelegableScope =>
  (DELEGABLE_SCOPES as readonly string[]).includes(scope)
