import { type NextRequest, NextResponse } from 'next/server'

/**
 * Headers and nothing else: who may do what is decided where it is done, so skipping this file gives nobody anything
 * (reliability, W2). Scripts run only with the nonce of their own answer, and nothing is loaded from anywhere else.
 */
export function proxy(request: NextRequest): NextResponse {
  if (!METHODS.includes(request.method))
    return new NextResponse(null, { status: 405, headers: { allow: METHODS.join(', ') } })
  const nonce = btoa(crypto.randomUUID())
  const policy = policyFor(nonce)
  const headers = new Headers(request.headers)
  // Next reads the nonce from the policy for its own scripts; the layout reads it for the theme's.
  headers.set('content-security-policy', policy)
  headers.set('x-nonce', nonce)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  if (isHttps(request)) response.headers.set('strict-transport-security', HSTS)
  return response
}

/** Of pages: Next would draw one for any other word, too. Whatever has more of its own answers for itself. */
const METHODS = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']

/** Two years, as the lists of browsers ask; this host alone, for its neighbours are not ours. */
const HSTS = 'max-age=63072000'

/** As the operator's settings or the nearest proxy say. Over plain http browsers ignore the header (RFC 6797, section 8.1). */
function isHttps(request: NextRequest): boolean {
  const proto = request.headers.get('x-forwarded-proto')?.split(',')[0]?.trim()
  return process.env.APP_URL?.startsWith('https://') === true || proto === 'https'
}

/** Styles may be inline: positions of menus and of the tree are set so. In development React needs `eval`. */
function policyFor(nonce: string): string {
  const evaluation = process.env.NODE_ENV === 'development' ? " 'unsafe-eval'" : ''
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluation}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Pages, those that are not there too; what stands in frames of other sites has a policy of its own (`app/embed`). */
export const config = {
  matcher: ['/((?!api/|embed/(?:thread|badge|card)$|_next/static|_next/image|favicon.svg).*)'],
}
