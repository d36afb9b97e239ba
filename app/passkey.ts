import { browserSupportsWebAuthn, WebAuthnError } from '@simplewebauthn/browser'

/** Whether this browser, at this address, can use passkeys of the market. `origin` is where they belong; null where there are none. */
export function canUsePasskeys(origin: string | null): boolean {
  return origin !== null && window.location.origin === origin && browserSupportsWebAuthn()
}

const SENTENCES: Readonly<Record<string, string>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'This device holds a passkey of yours already.',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: 'This device cannot keep passkeys.',
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT:
    'This device cannot check that it is you: it needs a PIN, a finger or a face.',
}

/** What a person reads when the browser made or used no passkey; null when they changed their mind, and for what the browser says itself. */
export function passkeySentence(error: unknown): string | null {
  if (error instanceof WebAuthnError && error.code in SENTENCES) return SENTENCES[error.code] ?? null
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return null
  return 'The browser could not use a passkey here. Try again, or use another way.'
}
