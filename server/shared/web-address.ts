import normalizeUrl from 'normalize-url'
import { getDomain } from 'tldts'

/**
 * What a click was followed with, never which page it led to. Sources: the lists by which Firefox (query stripping), Safari (Link
 * Tracking Protection) and Brave take them off, and the campaign parameters of Google Analytics and Matomo. Names that sites also use
 * for pages ("ref", "source", "id") are not among them.
 */
const TRACKING: readonly RegExp[] = [
  /^utm_\w+$/i,
  /^(?:mtm|pk|piwik|matomo)_(?:campaign|cid|content|group|keyword|kwd|medium|placement|source)$/i,
  // Google, Microsoft, Meta, Twitter, TikTok, Yandex, LinkedIn, Instagram, Pinterest, Snapchat, Reddit.
  /^(?:gclid|gclsrc|dclid|gbraid|wbraid|srsltid|msclkid|fbclid|twclid|ttclid|yclid|ysclid|li_fat_id|igshid|igsh|epik|sccid|rdt_cid)$/i,
  // Senders of mail: Mailchimp, HubSpot, Marketo, Drip, Vero, Olytics, Klaviyo.
  /^(?:mc_cid|mc_eid|_hsenc|_hsmi|__hsfp|__hssc|__hstc|hsctatracking|mkt_tok|__s|vero_conv|vero_id|oly_anon_id|oly_enc_id|_kx)$/i,
  /^(?:_ga|_gl|_openstat)$/i,
]

const isTracking = (parameter: string) => TRACKING.some((name) => name.test(parameter.split('=')[0] ?? ''))

/** As long as an address may be that is looked up: an index takes no more. */
export const ADDRESS_CHARS_MAX = 2_000

/** Fragments that programs in the page read as its address ("#/settings", "#!settings"); any other is a place in the page. */
const ROUTE = /^#(?:\/|!.)/

/**
 * The normal form of a web address: two addresses have the same one when they differ in spelling only, in what tracks their readers, in a
 * place on the page, or in "http" where the page is fetched by "https" anyway. Whatever else differs, differs here too: that "www." or a
 * slash at the end change nothing is for the page itself to say (`joinsTo`). The same for a normal form.
 *
 * Null for what is no page of the web, holds somebody's password, or is too long.
 */
export function webAddressOf(text: string): string | null {
  const url = parsed(text)
  if (url === null) return null
  const fragment = url.hash.split(':~:')[0] ?? ''
  url.hash = ROUTE.test(fragment) ? fragment : ''
  try {
    const normal = new URL(
      normalizeUrl(url.href, {
        forceHttps: true,
        stripAuthentication: false,
        stripHash: false,
        stripWWW: false,
        removeTrailingSlash: false,
        removeSingleSlash: false,
        sortQueryParameters: false,
        removeQueryParameters: false,
      }),
    )
    // Letter for letter: servers read a query as they like.
    const query = url.search
      .slice(1)
      .split('&')
      .filter((part) => !isTracking(part))
      .join('&')
    normal.search = query === '' ? '' : `?${query}`
    // That an empty part of a path means nothing holds on most servers, not on all.
    if (url.pathname.includes('//')) normal.pathname = url.pathname
    return normal.href.length <= ADDRESS_CHARS_MAX ? normal.href : null
  } catch {
    return null
  }
}

function parsed(text: string): URL | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const isPage = url.protocol === 'https:' || url.protocol === 'http:'
  return isPage && url.username === '' && url.password === '' ? url : null
}

/**
 * The normal form that a page may be joined to because it says that this is its own address (where its redirects ended, or its canonical
 * link): on the same site and port alone, or anybody could pull another's readers to himself. Null when it says nothing that counts: its own
 * address, another site's, or the first page of the site, which careless ones name on all their pages.
 *
 * @param address in normal form.
 */
export function joinsTo(address: string, says: string): string | null {
  const other = URL.canParse(says, address) ? webAddressOf(new URL(says, address).href) : null
  if (other === null || other === address || siteOf(other) !== siteOf(address)) return null
  if (new URL(other).port !== new URL(address).port) return null
  const isFirstPage = ({ pathname, search, hash }: URL) => pathname === '/' && search === '' && hash === ''
  return isFirstPage(new URL(other)) && !isFirstPage(new URL(address)) ? null : other
}

/** Who speaks there: the domain that somebody registered, below the public suffixes, those of hosts for many people among them. */
function siteOf(address: string): string {
  const { host } = new URL(address)
  return getDomain(address, { allowPrivateDomains: true }) ?? host
}
