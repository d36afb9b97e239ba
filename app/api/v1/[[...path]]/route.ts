import { handleRest } from '@/server/api/rest/handle'
import { getDeps } from '@/server/runtime'

/** Everything for programs; what is at which address is in `/api/v1/openapi.json`. */
async function handler(request: Request): Promise<Response> {
  return handleRest(await getDeps(), request)
}

export {
  handler as DELETE,
  handler as GET,
  handler as OPTIONS,
  handler as PATCH,
  handler as POST,
  handler as PUT,
}
