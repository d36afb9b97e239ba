import { publicJson } from '@/server/api/mcp/describe'
import { serverMetadata } from '@/server/api/oauth/metadata'
import { getDeps } from '@/server/runtime'

/** What gives tokens here, for programs that look for it (RFC 8414). */
export async function GET(): Promise<Response> {
  return publicJson(serverMetadata(await getDeps()))
}
