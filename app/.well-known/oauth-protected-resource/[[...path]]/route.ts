import { publicJson } from '@/server/api/mcp/describe'
import { resourceMetadata } from '@/server/api/oauth/resources'
import { problemResponse } from '@/server/api/rest/problem'
import { AppError } from '@/server/errors'
import { getDeps } from '@/server/runtime'

/** What `/mcp` and `/api/v1` want of those who call them (RFC 9728). */
export async function GET(
  _: Request,
  { params }: { params: Promise<{ path?: string[] }> },
): Promise<Response> {
  const { path = [] } = await params
  const metadata = resourceMetadata(await getDeps(), path.map((part) => `/${part}`).join(''))
  return metadata === null ? problemResponse(new AppError('request.no_such_path')) : publicJson(metadata)
}
