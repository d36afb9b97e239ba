import { AppError } from '../errors'

/** Reads no more than this many bytes of a body, whatever length was announced. @throws AppError `request.too_large`. */
export async function readCapped(request: Request, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length
    if (bytes > bytesMax) throw new AppError('request.too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
