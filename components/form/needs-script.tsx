import Link from 'next/link'
import { Note } from '@/components/ui/feedback'

/** Stands in the place of a form where no script runs; the form itself is not shown there (`globals.css`). */
export function NeedsScript({ doing }: { doing: string }) {
  return (
    <noscript>
      {/* Nothing of its own layout reaches what is in here. */}
      <div className="mb-6 max-w-2xl">
        <Note title={`${doing} needs JavaScript, which is off in this browser.`}>
          Whatever is public can be read without it, and programs have{' '}
          <Link href="/developers" className="underline">
            the API
          </Link>
          .
        </Note>
      </div>
    </noscript>
  )
}
