import { UnreadableError } from '../../../contract/corpus'

/** More control characters than this share is no text: a stray one may be in an old log. */
const CONTROL_SHARE_MAX = 0.001
/** An HTML file names its encoding near its beginning. */
const HEAD_BYTES = 2_048

/**
 * The text of a file: UTF-8, UTF-16 with a byte order mark, or what an HTML file says it is.
 *
 * @throws UnreadableError `not-text`, `bad-encoding`.
 */
export function decodeText(bytes: Uint8Array, { isHtml }: { isHtml: boolean }): string {
  const marked = encodingOfMark(bytes)
  const encoding = marked ?? ((isHtml && declaredEncoding(bytes)) || 'utf-8')
  // UTF-16 has a zero in every second byte; elsewhere a zero means a program wrote it.
  if (!marked?.startsWith('utf-16') && bytes.includes(0)) throw new UnreadableError('not-text')
  const text = decode(bytes, encoding)
  if (controlShare(text) > CONTROL_SHARE_MAX) throw new UnreadableError('not-text')
  return text.replace(/\r\n?/g, '\n')
}

function encodingOfMark([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return null
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')
  return /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1]
}

function decode(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    throw new UnreadableError(looksBinary(bytes) ? 'not-text' : 'bad-encoding', { cause: error })
  }
}

/** Bytes that no text has, in any of the one-byte encodings. */
function looksBinary(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')
  return controlShare(head) > CONTROL_SHARE_MAX
}

function controlShare(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  const found = text.match(/[\u0001-\u0008\u000e-\u001a\u001c-\u001f]/g)
  return (found?.length ?? 0) / Math.max(1, text.length)
}
