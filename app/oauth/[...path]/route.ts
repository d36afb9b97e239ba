import { handleOauth } from '@/server/api/oauth/handle'
import { getDeps } from '@/server/runtime'

/** Where programs ask to be connected, and fetch their tokens. */
async function handler(request: Request): Promise<Response> {
  return handleOauth(await getDeps(), request)
}

export { handler as GET, handler as OPTIONS, handler as POST }
