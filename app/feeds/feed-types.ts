/** Where readers of a page find what is new on it: the same list in two formats. */
export const feedTypes = (path: string) => ({
  'application/atom+xml': `${path}.atom`,
  'application/feed+json': `${path}.json`,
})
