import { crc32, deflateRawSync } from 'node:zlib'

/**
 * Files as a ZIP archive, which stores of extensions take: the same files always give the same bytes, so that anybody who builds it can
 * compare. Written here in a few lines, for Node has everything in it but the headers (PKWARE's APPNOTE 6.3, sections 4.3.7, 4.3.12 and
 * 4.3.16).
 */
export function zipOf(files: ReadonlyMap<string, Uint8Array>): Buffer {
  const entries: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, bytes] of [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const path = Buffer.from(name, 'utf8')
    const packed = deflateRawSync(bytes, { level: 9 })
    const fields = [
      ...[u16(VERSION), u16(UTF8_NAMES), u16(DEFLATED), u16(MIDNIGHT), u16(FIRST_DAY)],
      ...[u32(crc32(bytes)), u32(packed.length), u32(bytes.length), u16(path.length), u16(0)],
    ]
    const entry = Buffer.concat([u32(0x04034b50), ...fields, path, packed])
    // No comment, on the first disk, of no attributes, and where its entry stands.
    const where = [u16(0), u16(0), u16(0), u32(0), u32(offset)]
    directory.push(Buffer.concat([u32(0x02014b50), u16(VERSION), ...fields, ...where, path]))
    entries.push(entry)
    offset += entry.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const count = u16(files.size)
  const end = [u32(0x06054b50), u16(0), u16(0), count, count, u32(size), u32(offset), u16(0)]
  return Buffer.concat([...entries, ...directory, ...end])
}

/** 2.0, the first that knows "deflated". */
const VERSION = 20
const UTF8_NAMES = 0x0800
const DEFLATED = 8
/** The first moment that the format can say; a time of its own would make each archive another one. */
const MIDNIGHT = 0
const FIRST_DAY = 0x0021

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
