import { publicJson, serverCard } from '@/server/api/mcp/describe'
import { getDeps } from '@/server/runtime'

/** The card of `/mcp`, at this address and at those below it that clients have asked (`/.well-known/mcp/server-card.json`). */
export async function GET(): Promise<Response> {
  return publicJson(serverCard(await getDeps()))
}
