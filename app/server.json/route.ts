import { publicJson, serverJson } from '@/server/api/mcp/describe'
import { getDeps } from '@/server/runtime'

/** What the registry of MCP servers takes. */
export async function GET(): Promise<Response> {
  return publicJson(serverJson(await getDeps()))
}
