/** Where a page of a list in order of time ends: the moment of its last row and, among equals, its id. */
export type MomentCursor = { at: Date; id: string }

export function writeMomentCursor(at: Date, id: string): string {
  return `${at.getTime()}_${id}`
}

/** A cursor that is not ours starts from the beginning. */
export function readMomentCursor(cursor: string | null): MomentCursor | null {
  const match = cursor === null ? null : /^(\d{1,15})_(.+)$/.exec(cursor)
  return match ? { at: new Date(Number(match[1])), id: match[2] ?? '' } : null
}
