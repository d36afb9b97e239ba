import { toHtml } from 'hast-util-to-html'
import { h } from 'hastscript'
import { FRAME_SIZES, type FrameRequest, frameHref } from '@/components/embed/options'

/** Of a frame that is as wide as what it stands in. */
const WIDTH = 600

/** What an oEmbed consumer is told (oembed.com, version 1.0, section 2.3). */
export type OEmbed = {
  version: '1.0'
  type: 'rich'
  provider_name: string
  provider_url: string
  title: string
  html: string
  width: number
  height: number
}

/** Which frame shows a page of the market; null for pages that have none. */
export function framedBy(url: string, site: string): Omit<FrameRequest, 'host'> | null {
  if (!URL.canParse(url)) return null
  const { origin, pathname, searchParams } = new URL(url)
  if (origin !== new URL(site).origin) return null
  const question = /^\/questions\/([\w.:-]{1,80})\/?$/.exec(pathname)?.[1]
  if (question) return { kind: 'card', question }
  const page = searchParams.get('url')
  return pathname === '/pages' && page ? { kind: 'thread', url: page } : null
}

export type OEmbedLimits = { maxWidth: number | null; maxHeight: number | null }

/** The frame as markup that others put into their pages; never larger than they have room for. */
export function oEmbedOf(
  site: string,
  frame: Omit<FrameRequest, 'host'>,
  title: string,
  { maxWidth, maxHeight }: OEmbedLimits,
): OEmbed {
  const width = Math.min(WIDTH, maxWidth ?? WIDTH)
  const height = Math.min(FRAME_SIZES[frame.kind].height, maxHeight ?? FRAME_SIZES[frame.kind].height)
  const src = frameHref(site, { ...frame, host: '' })
  return {
    version: '1.0',
    type: 'rich',
    provider_name: 'Caveat',
    provider_url: site,
    title,
    html: toHtml(
      h('iframe', {
        src,
        width,
        height,
        title,
        loading: 'lazy',
        referrerPolicy: 'no-referrer',
        sandbox: ['allow-scripts', 'allow-popups', 'allow-popups-to-escape-sandbox'],
      }),
    ),
    width,
    height,
  }
}

/** Where a consumer finds it (section 4 of the same). */
export function oEmbedHref(url: string): string {
  return `/api/oembed?${new URLSearchParams({ url, format: 'json' })}`
}
