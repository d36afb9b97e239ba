/** Why a call to an address that somebody wrote came to nothing. Never the other side's words. */
export const OUTBOUND_FAILURES = [
  /** Not public, not https, or not a port of web servers. */
  'address-refused',
  'unreachable',
  'timeout',
  'too-large',
  /** A reply in a content coding: it was not asked for, and may unfold without end. */
  'compressed',
] as const
export type OutboundFailure = (typeof OUTBOUND_FAILURES)[number]
