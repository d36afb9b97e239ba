import { TRPCError } from '@trpc/server'
import type { Element } from 'hast'
import { framesCaller } from '@/app/server'
import {
  badgeMain,
  cardMain,
  type FrameSurroundings,
  framePage,
  framePart,
  missingMain,
  threadMain,
} from '@/components/embed/frame-page'
import { EMBED_KINDS } from '@/components/embed/options'
import type { SiteLook } from '@/server/contract/sites'
import { webAddressOf } from '@/server/shared/web-address'
import { THEMES } from '@/server/words/sites'

type Api = Awaited<ReturnType<typeof framesCaller>>
type Params = { params: Promise<{ kind: string }> }

/**
 * What stands in frames of other sites: what a stranger may see, whoever looks. The frame is sandboxed by its own policy, whatever the page
 * around it allows: it has no origin, so no cookie and no store of the market's reach it, and nothing that it sends changes anything.
 */
export async function GET(request: Request, { params }: Params): Promise<Response> {
  const { kind } = await params
  const { searchParams } = new URL(request.url)
  const around: FrameSurroundings = {
    host: originOf(searchParams.get('host')),
    theme: THEMES.find((theme) => theme === searchParams.get('theme')) ?? 'auto',
    accent: null,
    isModerated: false,
    nonce: crypto.randomUUID(),
  }
  const found = await mainOf(await framesCaller(), { kind, searchParams, around })
  const isPart = searchParams.get('part') === 'main'
  const html = isPart ? framePart(found.main) : framePage(found.main, found.around ?? around)
  return new Response(html, {
    status: found.status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(around),
      'cross-origin-resource-policy': 'cross-origin',
      // The frame asks for its part without an origin of its own; nothing in it is anybody's.
      'access-control-allow-origin': '*',
      'referrer-policy': 'no-referrer',
    },
  })
}

function policyOf({ nonce }: FrameSurroundings): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
    'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
  ].join('; ')
}

type Wanted = { kind: string; searchParams: URLSearchParams; around: FrameSurroundings }
type Found = { main: Element; status: number; around?: FrameSurroundings }

async function mainOf(api: Api, { kind, searchParams, around }: Wanted): Promise<Found> {
  const missing = { main: missingMain(around), status: 404 }
  const known = EMBED_KINDS.find((one) => one === kind)
  if (known === 'thread') {
    const url = webAddressOf(searchParams.get('url') ?? '')
    return url === null
      ? { ...missing, main: missingMain(around, 'page') }
      : foundOr(missing, async () => {
          const { thread, look } = await api.threads.inFrame({ url })
          const own = look === null ? around : asChosen(around, look)
          return { main: threadMain(thread, own), around: own }
        })
  }
  const id = searchParams.get('question') ?? ''
  const draw = known === 'badge' ? badgeMain : known === 'card' ? cardMain : null
  return draw
    ? foundOr(missing, async () => ({ main: draw(await api.threads.item({ id }), around) }))
    : missing
}

/** The line of the embed says more than the site. */
function asChosen(around: FrameSurroundings, { accent, theme, isModerated }: SiteLook): FrameSurroundings {
  return { ...around, accent, isModerated, theme: around.theme === 'auto' ? theme : around.theme }
}

/** What nobody may see is not there; a reader who asks too often is told so. */
async function foundOr(missing: Found, draw: () => Promise<Omit<Found, 'status'>>): Promise<Found> {
  try {
    return { ...(await draw()), status: 200 }
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error
    if (error.code === 'NOT_FOUND' || error.code === 'BAD_REQUEST') return missing
    if (error.code === 'TOO_MANY_REQUESTS') return { ...missing, status: 429 }
    throw error
  }
}

/** Null for anything but the origin of a web page. */
function originOf(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null
  const { protocol, origin } = new URL(text)
  return /^https?:$/.test(protocol) && origin === text ? origin : null
}
