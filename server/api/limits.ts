/** Calls in one request, for both ends: the busiest page makes about ten at once. */
export const BATCH_SIZE_MAX = 16

/**
 * Of one request. The longest form is a bot with 20 000 characters of knowledge, up to six bytes each as JSON writes them, and
 * its addresses; it is parsed on the event loop, and ten times as much is built to take a second.
 */
export const BODY_BYTES_MAX = 250_000
