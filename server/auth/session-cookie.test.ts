import { encode } from 'next-auth/jwt'
import { describe, expect, it } from 'vitest'
import { isSecureSite, sessionCookieName, sessionIdOf } from './session-cookie'

const SECRET = 'a secret of at least thirty-two characters'

describe('sessionIdOf', () => {
  it('reads the login back that next-auth wrote', async () => {
    const cookie = await encode({ token: { sid: 'ses_1' }, secret: SECRET })
    expect(cookie).not.toContain('ses_1')
    expect(await sessionIdOf(cookie, SECRET)).toBe('ses_1')
  })

  it('takes a cookie that is missing, foreign, changed, expired or of another shape for none', async () => {
    const cookie = await encode({ token: { sid: 'ses_1' }, secret: SECRET })
    expect(await sessionIdOf(undefined, SECRET)).toBeNull()
    expect(await sessionIdOf('nonsense', SECRET)).toBeNull()
    expect(await sessionIdOf(cookie, 'another secret of thirty-two characters')).toBeNull()
    expect(await sessionIdOf(withOtherText(cookie), SECRET)).toBeNull()
    expect(
      await sessionIdOf(await encode({ token: { sid: 'ses_1' }, secret: SECRET, maxAge: -60 }), SECRET),
    ).toBeNull()
    expect(await sessionIdOf(await encode({ token: { sub: 'usr_1' }, secret: SECRET }), SECRET)).toBeNull()
  })
})

/** Header, key, nonce, text and tag lie between dots; another first letter of the text no longer fits the tag. */
function withOtherText(cookie: string): string {
  const parts = cookie.split('.')
  const text = parts[3] ?? ''
  return parts.with(3, `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`).join('.')
}

describe('isSecureSite', () => {
  it('goes by the configured address, else by what the proxy saw', () => {
    const https = new Headers({ 'x-forwarded-proto': 'https' })
    expect(isSecureSite(https)).toBe(true)
    expect(isSecureSite(new Headers({ 'x-forwarded-proto': 'http' }))).toBe(false)
    expect(isSecureSite(new Headers())).toBe(false)
    expect(isSecureSite(https, 'http://localhost:3000')).toBe(false)
    expect(isSecureSite(new Headers(), 'https://market.example')).toBe(true)
  })

  it('pins the cookie to the host on https', () => {
    expect(sessionCookieName(true)).toMatch(/^__Host-/)
    expect(sessionCookieName(false)).not.toMatch(/^__/)
  })
})
