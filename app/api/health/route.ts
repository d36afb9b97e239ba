import { runtimeHealth } from '@/server/runtime'

/** What is up, for people and for load balancers: 200 when all of it is, 503 when something is not. */
export async function GET(): Promise<Response> {
  const health = await runtimeHealth()
  return Response.json(health, {
    status: health.status === 'ok' ? 200 : 503,
    headers: { 'cache-control': 'no-store', ...(health.status === 'ok' ? {} : { 'retry-after': '10' }) },
  })
}
