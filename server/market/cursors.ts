/** Where a page of a list ends: the place of its last row in the list's order and, among equals, its id. */
type Cursor<Place> = { at: Place; id: string }

/** Of a list in order of time. */
export function writeMomentCursor(at: Date, id: string): string {
  return `${at.getTime()}_${id}`
}

/** A cursor that is not ours starts from the beginning. */
export function readMomentCursor(cursor: string | null): Cursor<Date> | null {
  const found = partsOf(cursor, /^(\d{1,15})_(.+)$/)
  return found && { at: new Date(Number(found.at)), id: found.id }
}

/** Of a list in order of amounts. */
export function writeMicrosCursor(micros: bigint, id: string): string {
  return `${micros}_${id}`
}

/** A cursor that is not ours, or beyond what the database can hold, starts from the beginning. */
export function readMicrosCursor(cursor: string | null): Cursor<bigint> | null {
  const found = partsOf(cursor, /^(\d{1,18})_(.+)$/)
  return found && { at: BigInt(found.at), id: found.id }
}

/** Of a list in order of counts. */
export function writeCountCursor(count: number, id: string): string {
  return `${count}_${id}`
}

/** A cursor that is not ours, or beyond what the database can hold, starts from the beginning. */
export function readCountCursor(cursor: string | null): Cursor<number> | null {
  const found = partsOf(cursor, /^(\d{1,9})_(.+)$/)
  return found && { at: Number(found.at), id: found.id }
}

function partsOf(cursor: string | null, form: RegExp): Cursor<string> | null {
  const [, at = '', id = ''] = (cursor === null ? null : form.exec(cursor)) ?? []
  return at === '' ? null : { at, id }
}
