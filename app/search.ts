import { apiHere } from '@/app/trpc'
import { marketStateOf } from '@/components/question/question-state'
import type { SearchHit } from '@/components/shell/command-palette'

/** As many as fit the palette without scrolling. */
const HITS_MAX = 7

/** Questions, tags and people that a few letters may mean. */
export async function search(query: string): Promise<SearchHit[]> {
  const api = apiHere()
  const [found, { tags, people }] = await Promise.all([
    api.contexts.list.query({ tab: 'newest', query }),
    api.search.names.query({ query }),
  ])
  return [
    ...found.items.slice(0, HITS_MAX).map(({ id, title, state }) => ({
      kind: 'question' as const,
      id,
      title,
      href: `/questions/${id}`,
      state: marketStateOf(state),
    })),
    ...tags.map(({ tag }) => ({
      kind: 'tag' as const,
      id: `tag ${tag}`,
      title: tag,
      href: `/tags/${encodeURIComponent(tag)}`,
    })),
    ...people.map(({ handle, name }) => ({
      kind: 'person' as const,
      id: `person ${handle}`,
      title: `${name} @${handle}`,
      href: `/people/${handle}`,
    })),
  ]
}
