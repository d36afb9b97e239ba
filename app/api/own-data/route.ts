import type { NextRequest } from 'next/server'
import { downloadOwn } from '@/server/api/download-own'
import { getDeps } from '@/server/runtime'

/** Everything that is the signed-in person's, as one file; a form posts to it. */
export async function POST(request: NextRequest): Promise<Response> {
  return downloadOwn(await getDeps(), {
    request,
    headers: request.headers,
    cookie: (name) => request.cookies.get(name)?.value,
  })
}
