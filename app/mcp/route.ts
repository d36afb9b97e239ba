import { handleMcp } from '@/server/api/mcp/handle'
import { getDeps } from '@/server/runtime'

/** For agents: the Model Context Protocol over streamable HTTP. */
async function handler(request: Request): Promise<Response> {
  return handleMcp(await getDeps(), request)
}

export { handler as DELETE, handler as GET, handler as OPTIONS, handler as POST }
