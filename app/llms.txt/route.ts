import { llmsText } from '@/server/api/mcp/describe'
import { getDeps } from '@/server/runtime'

/** For models that come to a page and look for the door (llmstxt.org). */
export async function GET(): Promise<Response> {
  return new Response(llmsText(await getDeps()), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=300' },
  })
}
