import type { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { addressOf } from '@/server/api/context'
import { authOptions } from '@/server/api/next-auth'
import { DEVICE_COOKIE_SECONDS, deviceCookieName } from '@/server/auth/known-devices'
import { isOwnHost } from '@/server/auth/own-host'
import { isSecureSite } from '@/server/auth/session-cookie'
import { ERRORS } from '@/server/errors'
import { getDeps } from '@/server/runtime'

/** RFC 9110, section 15.5.20: asked of a server that does not answer under that name. */
const MISDIRECTED = 421

type RouteContext = { params: Promise<{ nextauth: string[] }> }

/** next-auth throws at JSON that is none, which would be an error of ours in the log. */
async function canBeRead(request: NextRequest): Promise<boolean> {
  if (request.method !== 'POST' || !request.headers.get('content-type')?.includes('application/json'))
    return true
  return request
    .clone()
    .json()
    .then(
      () => true,
      () => false,
    )
}

async function handler(request: NextRequest, context: RouteContext): Promise<Response> {
  // next-auth would write to our log whatever anybody posts here.
  const { nextauth } = await context.params
  if (nextauth[0] === '_log') return new Response(null, { status: 204 })
  if (!(await canBeRead(request))) return new Response(null, { status: 400 })
  const deps = await getDeps()
  if (!isOwnHost(request.headers, deps.env.APP_URL))
    return Response.json({ error: ERRORS['auth.unknown_name'].sentence }, { status: MISDIRECTED })
  const isSecure = isSecureSite(request.headers, deps.env.APP_URL)
  const sent = request.cookies.get(deviceCookieName(isSecure))?.value
  const caller = {
    ip: addressOf(request.headers),
    userAgent: request.headers.get('user-agent'),
    device: sent,
  }
  const response: Response = await NextAuth(request, context, authOptions({ deps, caller, isSecure }))
  if (caller.device !== undefined && caller.device !== sent) {
    const kept = `Path=/; Max-Age=${DEVICE_COOKIE_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
    response.headers.append('set-cookie', `${deviceCookieName(isSecure)}=${caller.device}; ${kept}`)
  }
  return response
}

export { handler as GET, handler as POST }
