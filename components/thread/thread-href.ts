/**
 * Where the thread of a page of the web stands. The page's address is a parameter and no path: a path loses one of two slashes and all that
 * follows its "?" and "#" on the way through proxies.
 */
export function threadHref(page: string): string {
  return `/pages?${new URLSearchParams({ url: page })}`
}

/** On a claim’s own page: where it stands besides, and what came of it there. */
export const CLAIM_HISTORY_ID = 'other-pages'
