import { ExternalLink } from 'lucide-react'
import Link from 'next/link'
import { threadHref } from '@/components/thread/thread-href'
import { Ago } from '@/components/time/time'
import type { PageReadingView } from '@/server/contract/market-view'
import type { ProductFacts } from '@/server/contract/product'
import { pagePlace } from '@/server/tree/citations'
import { counted } from '@/server/words/amounts'

export type PageCardsProps = {
  pages: readonly string[]
  readings: readonly PageReadingView[]
}

/**
 * Pages a question is about, and what came of reading them. Their owners learn nothing from here: no picture is loaded, no referrer is
 * sent.
 */
export function PageCards({ pages, readings }: PageCardsProps) {
  return (
    <div className="mt-5">
      <p className="text-muted text-xs">{pages.length === 1 ? 'About this page' : 'About these pages'}</p>
      <ul className="mt-1.5 grid grid-cols-1 gap-2 sm:grid-cols-2">
        {pages.map((page) => {
          const { host, path } = partsOf(page)
          const reading = readings.find(({ url }) => url === page)
          return (
            <li key={page} className="min-w-0">
              <a
                href={page}
                rel="nofollow noopener noreferrer ugc"
                target="_blank"
                className="group flex items-center gap-3 rounded-md border border-line bg-surface px-3.5 py-2.5 hover:border-edge"
              >
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium text-sm group-hover:underline">{host}</span>
                  {path === '' ? null : <span className="block truncate text-muted text-xs">{path}</span>}
                </span>
                <ExternalLink aria-hidden className="size-3.5 shrink-0 text-muted" />
                <span className="sr-only">(opens in a new tab)</span>
              </a>
              <Link
                href={threadHref(page)}
                className="flex min-h-11 items-center px-3.5 text-muted text-xs underline underline-offset-2 hover:text-accent sm:min-h-7"
              >
                All that was asked about it
              </Link>
              {reading ? <Reading reading={reading} /> : null}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function Reading({ reading }: { reading: PageReadingView }) {
  const {
    state,
    notRead,
    passages,
    readAt,
    words,
    isWhole,
    handle,
    title,
    contentHash,
    earlierHash,
    says,
    product,
  } = reading
  const line = 'px-3.5 py-1.5 text-muted text-xs'
  if (state === 'waiting') return <p className={line}>Being read for the agent…</p>
  if (state === 'unread')
    return <p className={line}>Not read, because {notRead}. The agent goes without it.</p>
  const read = (
    <>
      Read {readAt ? <Ago at={readAt} /> : null}, {counted(words, 'word')}
    </>
  )
  const states = product ? <ProductStated product={product} className={line} /> : null
  if (passages === null)
    return (
      <>
        <p className={line}>{read} for the agent</p>
        {states}
      </>
    )
  return (
    <>
      {states}
      {says?.side ? <Says {...says} side={says.side} /> : null}
      <details className="group/saw text-sm">
        <summary className="min-h-11 cursor-pointer px-3.5 py-3 text-muted text-xs hover:text-accent sm:min-h-0 sm:py-1.5">
          What the agent saw · {read}
        </summary>
        <div id={pagePlace(handle)} className="scroll-mt-24 border-edge border-l-2 py-1 pl-3.5">
          <p className="font-medium">{title}</p>
          <div className="mt-1 max-h-96 space-y-2 overflow-y-auto font-serif">
            {passages.map((passage) => (
              <p key={passage} className="whitespace-pre-line break-words">
                {passage}
              </p>
            ))}
          </div>
          <p className="mt-2 break-all text-muted text-xs">
            {isWhole
              ? 'The whole text of the page.'
              : 'The passages that come closest to the question; the rest is left out.'}{' '}
            What was fetched has the SHA-256 {contentHash.slice(0, 16)}…
            {earlierHash === ''
              ? '.'
              : `; what the answer before rested on had ${earlierHash.slice(0, 16)}….`}
          </p>
        </div>
      </details>
    </>
  )
}

const SIDES = {
  same: 'The page seems to say so too:',
  other: 'The page seems to say otherwise:',
} as const

/** What the page says to the claim, as soon as it was read, whatever is bought. */
function Says({ sentence, side }: { sentence: string; side: keyof typeof SIDES }) {
  return (
    <div className="px-3.5 pt-2 text-sm">
      <p>
        <strong className="font-medium">{SIDES[side]}</strong>{' '}
        <q className="break-words font-serif">{sentence}</q>
      </p>
      <p className="text-muted text-xs">Matched by words, not understood.</p>
    </div>
  )
}

/** What the page tells programs of its product: its own words, not ours. */
function ProductStated({ product, className }: { product: ProductFacts; className: string }) {
  const { name, brand, price, currency, availability, rating } = product
  const parts = [
    brand === null || name.includes(brand) ? name : `${name}, ${brand}`,
    price === null ? null : `${price}${currency === null ? '' : ` ${currency}`}`,
    availability === null ? null : availability.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase(),
    rating === null ? null : `rated ${rating}`,
  ]
  return (
    <p className={`break-words ${className}`}>
      The page says of its product: {parts.filter((part) => part !== null).join(' · ')}
    </p>
  )
}

/** Host without "www." and the rest in readable letters. */
function partsOf(page: string): { host: string; path: string } {
  if (!URL.canParse(page)) return { host: page, path: '' }
  const url = new URL(page)
  const path = `${url.pathname}${url.search}`.replace(/\/$/, '')
  return { host: url.host.replace(/^www\./, ''), path: readable(path) }
}

function readable(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    // An address may hold percent signs that encode nothing; it is shown as it is.
    return path
  }
}
