import type { Metadata } from 'next'
import Link from 'next/link'
import { PageHeader } from '@/components/shell/page-header'
import { Button } from '@/components/ui/button'

export const metadata: Metadata = { title: 'Not found' }

/** The same page for what does not exist and for what is not this person's to see. */
export default function NotFound() {
  return (
    <div className="page-narrow pb-24">
      <PageHeader
        title="Nothing here"
        lead="There is no such page, or it is not yours to see. If a link brought you, it may be old or cut off."
      />
      <div className="flex flex-wrap gap-3">
        <Button asChild variant="primary">
          <Link href="/questions">Look at questions</Link>
        </Button>
        <Button asChild>
          <Link href="/">First page</Link>
        </Button>
      </div>
    </div>
  )
}
