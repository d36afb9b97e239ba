import type { NextRequest } from 'next/server'
import { uploadDocuments } from '@/server/api/upload-documents'
import { getDeps } from '@/server/runtime'

/** Takes files for one's own bot (multipart, any number of fields named `file`). */
export async function POST(
  request: NextRequest,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const { id } = await params
  return uploadDocuments(await getDeps(), {
    request,
    botId: id,
    cookie: (name) => request.cookies.get(name)?.value,
  })
}
