'use client'

import Link from 'next/link'
import { buttonStyles } from '@/components/ui/button-styles'

type ErrorPageProps = {
  /** In production its message is general; the number finds the line in the server's log. */
  error: Error & { digest?: string }
  reset: () => void
}

/** A page that could not be drawn; the shell around it stays. Every page is sent this one with it, so it is made of little. */
export default function ErrorPage({ error, reset }: ErrorPageProps) {
  return (
    <div className="page-narrow pb-24" role="alert">
      <header className="pt-8 pb-6 sm:pt-12">
        <h1 className="display text-2xl sm:text-3xl">This page could not be shown</h1>
        <p className="mt-2 max-w-2xl text-muted">
          Something went wrong on our side. Nothing was charged, and what you typed in a form is kept in this
          browser.
        </p>
      </header>
      <div className="flex flex-wrap gap-3">
        <button type="button" className={buttonStyles({ variant: 'primary' })} onClick={reset}>
          Try again
        </button>
        <Link href="/" className={buttonStyles()}>
          First page
        </Link>
      </div>
      {error.digest ? (
        <p className="mt-8 text-muted text-sm">
          If it happens again, tell whoever runs this market the number{' '}
          <span className="nums">{error.digest}</span>.
        </p>
      ) : null}
    </div>
  )
}
