import { readdirSync } from 'node:fs'
import path from 'node:path'

/**
 * Every page that there is, by its route, and which journey has axe look at it: `accessibility.spec.ts` as a visitor or as a member, or
 * the one that has what the page needs. A page that is not here fails the first.
 */
export const LOOKED_AT: Readonly<Record<string, 'visitor' | 'member' | `${string}.spec.ts`>> = {
  '/': 'visitor',
  '/agents/[claim]': 'member',
  '/ask': 'visitor',
  '/bots': 'visitor',
  '/bots/[id]': 'member',
  '/bots/new': 'member',
  '/connect/[ask]': 'connect.spec.ts',
  '/connect/refused': 'visitor',
  '/developers': 'visitor',
  '/forgot-password': 'visitor',
  '/games': 'visitor',
  '/games/[id]': 'games.spec.ts',
  '/games/new': 'member',
  '/how-it-works': 'visitor',
  '/inbox': 'member',
  '/lab': 'visitor',
  '/lab/[experiment]': 'visitor',
  '/leaderboards': 'visitor',
  '/market-health': 'visitor',
  '/moderation': 'operating.spec.ts',
  '/moderation/complaints': 'operating.spec.ts',
  '/moderation/flag': 'member',
  '/moderation/log': 'visitor',
  '/notes': 'visitor',
  '/offers/[id]/complaint': 'refund.spec.ts',
  '/offers/[id]/receipt': 'visitor',
  '/operate': 'operating.spec.ts',
  '/operate/first': 'operating.spec.ts',
  '/operate/log': 'operating.spec.ts',
  '/operate/people': 'operating.spec.ts',
  '/operate/people/[handle]': 'operating.spec.ts',
  '/operate/readings': 'operating.spec.ts',
  '/operate/settings': 'operating.spec.ts',
  '/pages': 'visitor',
  '/people/[handle]': 'member',
  '/questions': 'visitor',
  '/questions/[id]': 'visitor',
  '/questions/[id]/receipt': 'visitor',
  '/register': 'visitor',
  '/register/finish': 'visitor',
  '/reset-password': 'visitor',
  '/selling': 'member',
  '/selling/alerts': 'member',
  '/selling/alerts/[id]': 'member',
  '/selling/alerts/new': 'member',
  '/selling/to-answer': 'member',
  '/settings': 'member',
  '/settings/data': 'member',
  '/settings/following': 'member',
  '/settings/log': 'member',
  '/settings/requests': 'member',
  '/settings/rules': 'member',
  '/settings/sites': 'member',
  '/settings/webhooks': 'member',
  '/sign-in': 'visitor',
  '/tags': 'visitor',
  '/tags/[tag]': 'visitor',
  '/verify-email': 'visitor',
  '/wallet': 'member',
  '/wallet/bought': 'member',
}

/** Of development alone: production has no such page. */
const OF_DEVELOPMENT = ['/outbox']

/** The routes that the folder of pages has; a folder in brackets of its own is no part of an address. */
export function routes(): string[] {
  return readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'page.tsx')
    .map((file) =>
      file
        .split(path.sep)
        .slice(0, -1)
        .filter((folder) => !folder.startsWith('(')),
    )
    .map((folders) => `/${folders.join('/')}`)
    .filter((route) => !OF_DEVELOPMENT.includes(route))
    .sort()
}

/** The route of a path: what is written out goes before what is filled in. */
export function routeOf(address: string): string | undefined {
  const [pathname = ''] = address.split('?')
  const fits = (route: string) => new RegExp(`^${route.replace(/\[\w+\]/g, '[^/]+')}$`).test(pathname)
  const found = Object.keys(LOOKED_AT).filter(fits)
  return found.find((route) => !route.includes('[')) ?? found[0]
}
