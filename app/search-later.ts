import type { SearchHit } from '@/components/shell/command-palette'

/** Searches the market; what asks it is fetched with the first search. */
export async function searchLater(query: string): Promise<readonly SearchHit[]> {
  const { search } = await import('@/app/search')
  return search(query)
}
