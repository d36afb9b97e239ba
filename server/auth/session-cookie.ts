import { decode } from 'next-auth/jwt'
import * as z from 'zod'

/** What the encrypted cookie holds: the id of the login's row, and nothing about the person. */
export const sessionTokenSchema = z.object({ sid: z.string() })

/**
 * Whether people reach the site by https. `headers` are those of the request; Next sets `x-forwarded-proto` when no proxy
 * did.
 */
export function isSecureSite(headers: Headers, appUrl?: string): boolean {
  if (appUrl) return appUrl.startsWith('https://')
  return headers.get('x-forwarded-proto')?.split(',')[0]?.trim() === 'https'
}

/** `__Host-`: browsers take it from this host over https only, so a neighbouring sub-domain cannot plant one. */
export function sessionCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-caveat.session' : 'caveat.session'
}

/** Id of the login in a session cookie; null when it is not ours or no longer good. */
export async function sessionIdOf(cookie: string | undefined, secret: string): Promise<string | null> {
  if (!cookie) return null
  try {
    const token = sessionTokenSchema.safeParse(await decode({ token: cookie, secret }))
    return token.success ? token.data.sid : null
  } catch {
    // Made with another key, changed, or expired: the same as none.
    return null
  }
}
