/** Below this much room on its disk PGlite takes no more writes: four files of its log, more than it writes between two looks. */
export const ROOM_MIN_BYTES = 64 * 1024 * 1024

/** From here on it does again: a file of the log more, so that it does not waver. */
export const ROOM_AGAIN_BYTES = ROOM_MIN_BYTES + 16 * 1024 * 1024

/** Whether a disk counts as full, from the bytes that are free and whether it did until now. */
export function isDiskFull(freeBytes: number, wasFull: boolean): boolean {
  return freeBytes < (wasFull ? ROOM_AGAIN_BYTES : ROOM_MIN_BYTES)
}
