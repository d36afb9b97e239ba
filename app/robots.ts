import type { MetadataRoute } from 'next'
import { siteAddress } from '@/app/server'

/** Everything that anybody may read; what belongs to one person answers a stranger with a page to sign in. */
export default async function robots(): Promise<MetadataRoute.Robots> {
  const own = ['/agents/', '/api/', '/inbox', '/outbox', '/selling', '/settings', '/wallet', '/bots/new']
  return {
    rules: { userAgent: '*', allow: '/', disallow: own },
    sitemap: new URL('/sitemap.xml', await siteAddress()).href,
  }
}
