import { DELEGABLE_SCOPES } from '../../actors/actor'
import type { Deps } from '../../deps'
import { OAUTH_PATHS } from './provider'
import { issuerOf } from './resources'

/** What gives tokens here says of itself (RFC 8414), at `/.well-known/oauth-authorization-server`. */
export function serverMetadata(deps: Pick<Deps, 'env'>) {
  const issuer = issuerOf(deps)
  return {
    issuer,
    authorization_endpoint: issuer + OAUTH_PATHS.authorization,
    token_endpoint: issuer + OAUTH_PATHS.token,
    revocation_endpoint: issuer + OAUTH_PATHS.revocation,
    registration_endpoint: issuer + OAUTH_PATHS.registration,
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ['ES256', 'RS256', 'EdDSA'],
    revocation_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    scopes_supported: DELEGABLE_SCOPES,
    service_documentation: `${issuer}/developers`,
  }
}
