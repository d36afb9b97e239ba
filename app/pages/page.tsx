import type { Metadata } from 'next'
import { ThreadRoom } from '@/app/pages/thread-room'
import { getMe, serverCaller, siteAddress } from '@/app/server'
import { oEmbedHref } from '@/components/embed/oembed'
import { PageHeader } from '@/components/shell/page-header'
import { threadHref } from '@/components/thread/thread-href'
import { Button } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/feedback'
import { PAGE_CHARS_MAX } from '@/server/contract/decision'
import { webAddressOf } from '@/server/shared/web-address'

type Params = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** What stands after `url=`; somebody who types leaves out how an address begins. */
async function wantedOf(searchParams: Params['searchParams']) {
  const params = await searchParams
  const typed = ([params.url].flat()[0] ?? '').trim()
  const cursor = [params.cursor].flat()[0] ?? null
  const address =
    webAddressOf(typed) ??
    (/^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(typed) ? webAddressOf(`https://${typed}`) : null)
  return { typed, address, cursor: cursor !== null && /^\d{1,15}_[\w.-]{1,80}$/.test(cursor) ? cursor : null }
}

export async function generateMetadata({ searchParams }: Params): Promise<Metadata> {
  const { address } = await wantedOf(searchParams)
  if (address === null) return { title: 'Pages of the web' }
  const thread = await (await serverCaller()).threads.view({ url: address })
  const { host } = new URL(thread.address)
  return {
    title: `${thread.title || host}: claims and questions`,
    description: `What was asked about a page of ${host}, how likely its claims are true, and what that rests on.`,
    alternates: {
      canonical: threadHref(thread.address),
      types: {
        'application/json+oembed': oEmbedHref(new URL(threadHref(thread.address), await siteAddress()).href),
      },
    },
    // There is an address for every page of the web; robots are sent to those with something on them.
    robots: { index: thread.items.length > 0 },
  }
}

export default async function PagesPage({ searchParams }: Params) {
  const { typed, address, cursor } = await wantedOf(searchParams)
  if (address === null) return <WhichPage typed={typed} />
  const api = await serverCaller()
  const [me, thread, follow] = await Promise.all([
    getMe(),
    api.threads.view({ url: address, cursor }),
    api.follows.view({ kind: 'page', subject: address }),
  ])
  return (
    <ThreadRoom
      key={`${thread.address} ${cursor}`}
      thread={thread}
      cursor={cursor}
      isSignedIn={me !== null}
      follow={follow}
    />
  )
}

function WhichPage({ typed }: { typed: string }) {
  return (
    <div className="page-narrow pb-24">
      <PageHeader
        title="Pages of the web"
        lead="Each page of the web has a thread here: claims on it with how likely they are true, and questions about it."
      />
      <form action="/pages" className="space-y-3">
        {typed === '' ? null : (
          <ErrorNote title="That is not the address of a page.">
            Write it whole, as it stands at the top of your browser, beginning with https://.
          </ErrorNote>
        )}
        <label htmlFor="url" className="block font-medium">
          Address of the page
        </label>
        <div className="flex flex-wrap gap-3">
          <input
            id="url"
            name="url"
            inputMode="url"
            autoComplete="url"
            required
            maxLength={PAGE_CHARS_MAX}
            defaultValue={typed}
            placeholder="https://"
            className="min-h-11 min-w-0 flex-1 basis-64 rounded-md border border-edge bg-surface px-3 text-base"
          />
          <Button type="submit" variant="primary" size="lg">
            Open its thread
          </Button>
        </div>
      </form>
    </div>
  )
}
