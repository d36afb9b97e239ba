import type { MetadataRoute } from 'next'
import { siteAddress, strangersCaller } from '@/app/server'

const PAGES = [
  '/',
  '/questions',
  '/ask',
  '/pages',
  '/bots',
  '/how-it-works',
  '/lab',
  '/developers',
  '/market-health',
  '/leaderboards',
  '/games',
  '/notes',
]

/** Pages of the list: what is older is found through the list itself, and a robot's visit stays cheap. */
const LIST_PAGES_MAX = 20

/** The newest questions, and the pages that do not change. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const site = await siteAddress()
  const api = await strangersCaller()
  const entries: MetadataRoute.Sitemap = PAGES.map((path) => ({ url: new URL(path, site).href }))
  let cursor: string | null = null
  for (let page = 0; page < LIST_PAGES_MAX; page++) {
    const list = await api.contexts.list({ cursor })
    for (const { id, createdAt, endedAt } of list.items)
      entries.push({ url: new URL(`/questions/${id}`, site).href, lastModified: endedAt ?? createdAt })
    cursor = list.nextCursor
    if (cursor === null) break
  }
  return entries
}
