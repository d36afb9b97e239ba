/**
 * Pages are looked up by the beginning of the SHA-256 of their address in normal form, so that whoever asks does not say which page he reads
 * (as Have I Been Pwned's range of passwords): all pages whose hashes begin so are answered, and the asker finds his own among them.
 */

/**
 * Hex digits that a lookup tells at most, whatever a market wants: 12 bits. A prefix of so many is that of one in 4 096 pages of the web;
 * of the billion that are read, some 240 000.
 */
export const PREFIX_DIGITS_MAX = 3

/** Pages of the market that share a prefix, on average, at least: whoever reads one that stands here is one among the readers of so many. */
export const PAGES_PER_PREFIX_MIN = 32

/** From so many pages on the prefix has its greatest length. */
export const PAGES_COUNTED_MAX = PAGES_PER_PREFIX_MIN * 16 ** PREFIX_DIGITS_MAX

/**
 * How many hex digits a market of so many pages is asked with: as many as leave `PAGES_PER_PREFIX_MIN` with each prefix. Below 512 pages
 * none: all are answered, and the lookup tells nothing.
 */
export function prefixDigits(pages: number): number {
  let digits = 0
  while (digits < PREFIX_DIGITS_MAX && pages >= PAGES_PER_PREFIX_MIN * 16 ** (digits + 1)) digits += 1
  return digits
}
