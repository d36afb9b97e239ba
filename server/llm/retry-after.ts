/** Half an hour: what asks for longer is asked again by then. */
const RETRY_AFTER_MS_MAX = 1_800_000

/**
 * How long a server asks to be left alone, in milliseconds; null where it does not say. RFC 9110, section 10.2.3: seconds, or a moment,
 * which is taken by the server's own clock; and `retry-after-ms`, which some write.
 */
export function retryAfterMs(headers: Headers): number | null {
  const written = headers.get('retry-after')?.trim() ?? ''
  const inMs = amountOf(headers.get('retry-after-ms')) ?? inSeconds(written) ?? untilMoment(written, headers)
  return inMs === null || inMs <= 0 ? null : Math.min(Math.ceil(inMs), RETRY_AFTER_MS_MAX)
}

const SECOND_MS = 1_000

function inSeconds(written: string): number | null {
  const seconds = amountOf(written)
  return seconds === null ? null : seconds * SECOND_MS
}

function amountOf(written: string | null): number | null {
  return written !== null && /^\s*\d{1,12}(?:\.\d{1,9})?\s*$/.test(written) ? Number(written) : null
}

function untilMoment(written: string, headers: Headers): number | null {
  const ms = Date.parse(written) - Date.parse(headers.get('date') ?? '')
  return Number.isFinite(ms) ? ms : null
}
