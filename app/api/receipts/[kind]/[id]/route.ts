import { notFound } from 'next/navigation'
import { orNotFound, serverCaller } from '@/app/server'

/** A receipt as a file: the signed form alone, which holds all of it. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ kind: string; id: string }> },
): Promise<Response> {
  const { kind, id } = await params
  if (kind !== 'question' && kind !== 'offer') notFound()
  const { receipts } = await serverCaller()
  const { jws } = await orNotFound(
    kind === 'question' ? receipts.tree({ rootId: id }) : receipts.offer({ offerId: id }),
  )
  return Response.json(jws, {
    headers: {
      'content-disposition': `attachment; filename="caveat-receipt-${kind}.json"`,
      'cache-control': 'private, no-store',
    },
  })
}
