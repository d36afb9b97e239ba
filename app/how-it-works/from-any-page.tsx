'use client'

import { CopyButton } from '@/components/ui/copy-button'

/** A bookmark that brings the page one reads here, for browsers without an extension. */
export function FromAnyPage({ bookmarklet }: { bookmarklet: string }) {
  return (
    <div className="space-y-3">
      <p className="text-muted">
        Drag this to your bookmarks, and press it on any page: it opens the page’s thread, or, with a sentence
        marked, the form to have it checked. On a phone with this market among its apps, share a page with it.
      </p>
      <p className="flex flex-wrap items-center gap-3">
        {/* React writes no address that is a program, since most come from strangers; this one is our own. */}
        <a
          href="/pages"
          ref={(link) => link?.setAttribute('href', bookmarklet)}
          className="inline-flex min-h-11 items-center rounded-md border border-edge border-dashed bg-surface px-4 font-medium text-sm"
        >
          Ask Caveat about this page
        </a>
        <CopyButton text={bookmarklet} label="Copy it" />
      </p>
    </div>
  )
}
