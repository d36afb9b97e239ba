'use client'

import '@/app/globals.css'

type GlobalErrorProps = { error: Error & { digest?: string }; reset: () => void }

/** Stands in for the whole document when even the shell could not be drawn, so it uses nothing of it. */
export default function GlobalError({ error, reset }: GlobalErrorProps) {
  return (
    <html lang="en">
      <body>
        <title>Out of order · Caveat</title>
        <main className="page-narrow py-24" role="alert">
          <h1 className="display text-2xl">The market is out of order</h1>
          <p className="measure mt-2 text-muted">
            Something went wrong on our side before anything could be shown. Nothing was charged. Try again in
            a minute.
          </p>
          <button
            type="button"
            onClick={reset}
            className="mt-6 min-h-11 rounded-md border border-accent bg-accent px-4 font-medium text-on-accent text-sm"
          >
            Try again
          </button>
          {error.digest ? (
            <p className="nums mt-8 text-muted text-sm">Number for the operator: {error.digest}</p>
          ) : null}
        </main>
      </body>
    </html>
  )
}
