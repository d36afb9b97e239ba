/** Calls in one request, for both ends: the busiest page makes about ten at once. */
export const BATCH_SIZE_MAX = 16
