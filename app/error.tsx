'use client'

import Link from 'next/link'
import { PageHeader } from '@/components/shell/page-header'
import { Button } from '@/components/ui/button'

type ErrorPageProps = {
  /** In production its message is general; the number finds the line in the server's log. */
  error: Error & { digest?: string }
  reset: () => void
}

/** A page that could not be drawn; the shell around it stays. */
export default function ErrorPage({ error, reset }: ErrorPageProps) {
  return (
    <div className="page-narrow pb-24" role="alert">
      <PageHeader
        title="This page could not be shown"
        lead="Something went wrong on our side. Nothing was charged, and what you typed in a form is kept in this browser."
      />
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={reset}>
          Try again
        </Button>
        <Button asChild>
          <Link href="/">First page</Link>
        </Button>
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
