import type { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { addressOf } from '@/server/api/context'
import { authOptions } from '@/server/api/next-auth'
import { isSecureSite } from '@/server/auth/session-cookie'
import { getDeps } from '@/server/runtime'

type RouteContext = { params: Promise<{ nextauth: string[] }> }

async function handler(request: NextRequest, context: RouteContext): Promise<Response> {
  // next-auth would write to our log whatever anybody posts here.
  const { nextauth } = await context.params
  if (nextauth[0] === '_log') return new Response(null, { status: 204 })
  const deps = await getDeps()
  const options = authOptions({
    deps,
    ip: addressOf(request.headers),
    isSecure: isSecureSite(request.headers, deps.env.APP_URL),
  })
  return NextAuth(request, context, options)
}

export { handler as GET, handler as POST }
