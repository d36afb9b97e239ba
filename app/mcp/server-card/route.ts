import { publicJson, serverCard } from '@/server/api/mcp/describe'
import { getDeps } from '@/server/runtime'

/** Beside its door, where SEP-2127 looks first. */
export async function GET(): Promise<Response> {
  return publicJson(serverCard(await getDeps()))
}
