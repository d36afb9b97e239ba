import { AppError } from '../errors'

/**
 * What is read past the limit, and kept nowhere, so that whoever sends too much hears that it is too much: a line that is cut while they
 * still write tells them nothing. Thirty of the largest bodies of a call, or one large document.
 */
const HEARD_BYTES_MAX = 8 * 1024 * 1024

/** Keeps no more than this many bytes of a body, whatever length was announced. @throws AppError `request.too_large`. */
export async function readCapped(request: Request, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length
    if (bytes > bytesMax + HEARD_BYTES_MAX) break
    if (bytes > bytesMax) chunks.length = 0
    else chunks.push(chunk)
  }
  if (bytes > bytesMax) throw new AppError('request.too_large')
  return Buffer.concat(chunks)
}
