import { createHmac, generateKeyPairSync } from 'node:crypto'
import { type Configuration, errors, Provider } from 'oidc-provider'
import { DELEGABLE_SCOPES } from '../../actors/actor'
import { isKeyGood } from '../../auth/access-keys'
import { CONNECT_COOKIE, CONNECT_PATH, CONNECT_REFUSED_PATH } from '../../contract/programs'
import type { Deps } from '../../deps'
import type { Clock } from '../../shared/clock'
import { recordsOf } from './records'
import { doorOf, issuerOf, resourceOf } from './resources'

/**
 * What gives tokens to connected programs: `oidc-provider`, set to what the authorization specification of MCP asks (OAuth 2.1) and to
 * nothing else. Its accounts are the keys of connected programs (`server/auth/programs.ts`), not people: a token is worth what that key is,
 * and nothing once it is revoked.
 */

/** Minutes, for a token that was seen by somebody else cannot be called back by them. */
const ACCESS_TOKEN_SECONDS = 15 * 60
/** A program fetches its tokens in the same moment that its person comes back. */
const CODE_SECONDS = 60
/** A program that nobody has used for a month asks its person anew. */
const REFRESH_TOKEN_SECONDS = 30 * 86_400
/** As the longest that a person can connect a program for (`KEY_DAYS_MAX`). */
const CONSENT_SECONDS = 366 * 86_400
/** To sign in, perhaps to register by mail, to read what is asked and to answer. */
const ASKING_SECONDS = 30 * 60
/** Of nothing that is kept. */
const SESSION_SECONDS = 60

export const OAUTH_PATHS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  registration: '/oauth/register',
} as const

/** Cookies of the library's own, all short-lived; the one that says who is asked is `CONNECT_COOKIE`. */
export const SESSION_COOKIE = 'caveat_connect_session'

/** One in each process; tests have a clock each. */
const providers = new WeakMap<Clock, Provider>()

type Needs = Pick<Deps, 'db' | 'clock' | 'env' | 'authSecret' | 'outbound' | 'log'>

export function providerOf(deps: Needs): Provider {
  const known = providers.get(deps.clock)
  if (known) return known
  const provider = new Provider(issuerOf(deps), configurationOf(deps))
  // Addresses and hosts are those that `server/caller-address.ts` has looked at.
  provider.proxy = true
  provider.on('server_error', (_ctx, error) => deps.log.error({ err: error }, 'connecting a program failed'))
  providers.set(deps.clock, provider)
  return provider
}

function configurationOf(deps: Needs): Configuration {
  return {
    adapter: (model) => recordsOf(deps, model),
    routes: OAUTH_PATHS,
    cookies: {
      names: { interaction: CONNECT_COOKIE, resume: 'caveat_connect_back', session: SESSION_COOKIE },
      keys: [createHmac('sha256', deps.authSecret).update('cookies of connecting').digest('base64url')],
      // Shown to the procedures that the page of consent calls, too.
      short: { httpOnly: true, sameSite: 'lax', path: '/' },
    },
    jwks: { keys: [unusedKey()] },
    // Tokens say what a program may do; nobody signs in elsewhere by this market.
    scopes: [],
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'private_key_jwt'],
    clientDefaults: {
      // What most programs are; one on a server may say so, and then has to name its whole address.
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: UNUSED_ALG,
    },
    extraClientMetadata: {
      properties: ['software_id'],
      validator: (_ctx, _key, _value, metadata) => checkClient(metadata),
    },
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: { required: () => true },
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: CODE_SECONDS,
      RefreshToken: REFRESH_TOKEN_SECONDS,
      Grant: CONSENT_SECONDS,
      Interaction: ASKING_SECONDS,
      Session: SESSION_SECONDS,
    },
    rotateRefreshToken: true,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    // Somebody else's page may call these: no cookie counts there.
    clientBasedCORS: () => true,
    fetch: (url, options) => deps.outbound.fetch(url, options),
    findAccount: async (_ctx, keyId) =>
      (await isKeyGood(deps, keyId)) ? { accountId: keyId, claims: () => ({ sub: keyId }) } : undefined,
    // Each time the person is asked: what was consented to before is on the page, and no more than that.
    loadExistingGrant: async ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId)
    },
    interactions: { url: (_ctx, { uid }) => `${CONNECT_PATH}/${uid}` },
    renderError: (ctx, { error }) => {
      ctx.status = 303
      ctx.redirect(`${CONNECT_REFUSED_PATH}?error=${encodeURIComponent(error)}`)
    },
    features: {
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        allowFetch: async (_ctx, clientId) => deps.outbound.allows(clientId),
        // The specification of MCP wants a name.
        allowClient: async (_ctx, { clientName }) => clientName !== undefined,
      },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_ctx, _client, oneOf) => oneOf ?? resourceOf(deps, 'mcp'),
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => {
          const door = doorOf(deps, resource)
          if (door === null) throw new errors.InvalidTarget('that is no address of this market')
          return {
            scope: DELEGABLE_SCOPES.join(' '),
            audience: resourceOf(deps, door),
            accessTokenFormat: 'opaque',
            accessTokenTTL: ACCESS_TOKEN_SECONDS,
          }
        },
      },
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
  }
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** A way back over which a code travels unread: encrypted, or to the person's own machine (authorization specification of MCP). */
export const isOnThisMachine = (url: URL) => LOOPBACK.has(url.hostname)

/**
 * What the library leaves open about a program, whether it registered or is described by its page. `scope` is dropped: a program asks for
 * what it needs when it needs it, and its person decides.
 */
function checkClient(metadata: { scope?: unknown; redirect_uris?: unknown }): void {
  metadata.scope = undefined
  const uris = Array.isArray(metadata.redirect_uris) ? metadata.redirect_uris : []
  for (const uri of uris) {
    const url = URL.canParse(String(uri)) ? new URL(String(uri)) : null
    if (url === null || url.protocol === 'https:' || (url.protocol === 'http:' && isOnThisMachine(url)))
      continue
    throw new errors.InvalidClientMetadata('redirect_uris must be https, or http on this machine')
  }
}

const UNUSED_ALG = 'ES256'

/** The library wants a key to sign identities with; this market gives none out, so nothing is ever signed with it. */
function unusedKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: UNUSED_ALG } as const
}
