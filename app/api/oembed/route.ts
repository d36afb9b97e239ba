import { TRPCError } from '@trpc/server'
import { framesCaller, siteAddress } from '@/app/server'
import { framedBy, oEmbedOf } from '@/components/embed/oembed'
import { webAddressOf } from '@/server/shared/web-address'

/** oEmbed (oembed.com): how a page of ours is shown in somebody else's. Public things alone, so any site's page may ask. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  if ((searchParams.get('format') ?? 'json') !== 'json') return say(501, 'Only JSON is offered: format=json.')
  const site = await siteAddress()
  const frame = framedBy(searchParams.get('url') ?? '', site)
  if (!frame) return say(404, 'url names no question and no thread of this market.')
  try {
    const title = await titleOf(frame)
    const limits = {
      maxWidth: limit(searchParams.get('maxwidth')),
      maxHeight: limit(searchParams.get('maxheight')),
    }
    return Response.json(oEmbedOf(site, frame, title, limits), { headers: OPEN })
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error
    if (error.code === 'TOO_MANY_REQUESTS') return say(429, 'Too many requests. Try again in a minute.')
    return say(404, 'There is no such page here, or it is not public.')
  }
}

const OPEN = { 'access-control-allow-origin': '*' }

const say = (status: number, message: string) => Response.json({ message }, { status, headers: OPEN })

async function titleOf({ question, url }: NonNullable<ReturnType<typeof framedBy>>): Promise<string> {
  const api = await framesCaller()
  if (question) return (await api.threads.item({ id: question })).question.title
  const { title, address } = await api.threads.view({ url: webAddressOf(url ?? '') ?? '' })
  return `Claims on ${title || new URL(address).host}`
}

/** Pixels; null for what is none. */
function limit(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : null
}
