import { createHash } from 'node:crypto'

/** What a page is looked up by: the SHA-256 of its address in normal form. Addresses in threads are public. */
export function pageHash(address: string): Uint8Array {
  return createHash('sha256').update(address).digest()
}

/** The row of an address in `page_thread`, before anything was read there. */
export const threadRow = (address: string) => ({ address, hash: pageHash(address) })
