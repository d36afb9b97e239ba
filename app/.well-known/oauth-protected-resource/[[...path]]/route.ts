import { resourceMetadata } from '@/server/api/mcp/handle'
import { getDeps } from '@/server/runtime'

/** What `/mcp` wants of those who call it (RFC 9728). */
export async function GET(): Promise<Response> {
  return Response.json(resourceMetadata(await getDeps()), {
    headers: { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' },
  })
}
