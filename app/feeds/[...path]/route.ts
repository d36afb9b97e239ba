import { handleFeed } from '@/server/api/feeds/handle-feed'
import { getDeps } from '@/server/runtime'

/** For feed readers. */
export async function GET(request: Request): Promise<Response> {
  return handleFeed(await getDeps(), request)
}
