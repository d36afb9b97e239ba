import { publicKeys } from '@/server/receipts/signing-keys'
import { getDeps } from '@/server/runtime'

/** The keys that receipts are checked with (RFC 7517). */
export async function GET(): Promise<Response> {
  const deps = await getDeps()
  return Response.json(await publicKeys(deps, deps.clock.now()), {
    headers: { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' },
  })
}
