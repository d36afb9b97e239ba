import { type NextRequest, NextResponse } from 'next/server'
import { shareTargetHref } from '@/components/thread/share-target'

/** Where a phone sends what is shared with the market (`app/manifest.ts`). */
export function GET({ nextUrl }: NextRequest): NextResponse {
  const of = (name: string) => nextUrl.searchParams.get(name) ?? undefined
  const href = shareTargetHref({ title: of('title'), text: of('text'), url: of('url') })
  // Relative: behind a proxy this process does not know its own name.
  return new NextResponse(null, { status: 303, headers: { location: href } })
}
