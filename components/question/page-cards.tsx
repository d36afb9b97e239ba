import { ExternalLink } from 'lucide-react'

/** Pages a question is about. Their owners learn nothing from here: no picture is loaded, no referrer is sent. */
export function PageCards({ pages }: { pages: readonly string[] }) {
  return (
    <div className="mt-5">
      <p className="text-muted text-xs">{pages.length === 1 ? 'About this page' : 'About these pages'}</p>
      <ul className="mt-1.5 grid grid-cols-1 gap-2 sm:grid-cols-2">
        {pages.map((page) => {
          const { host, path } = partsOf(page)
          return (
            <li key={page}>
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
            </li>
          )
        })}
      </ul>
    </div>
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
