import type { Metadata } from 'next'
import Link from 'next/link'
import { serverCaller } from '@/app/server'
import { PageHeader } from '@/components/shell/page-header'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/feedback'
import { counted } from '@/server/words/amounts'

export const metadata: Metadata = {
  title: 'Tags',
  description: 'What is asked about here: the tags of the newest questions.',
  alternates: { canonical: '/tags' },
}

export default async function TagsPage() {
  const tags = await (await serverCaller()).search.tags()
  return (
    <div className="page pb-24">
      <PageHeader title="Tags" lead="What the newest questions are about, the most used first." />
      {tags.length === 0 ? (
        <EmptyState
          title="No question has a tag yet"
          action={
            <Button asChild>
              <Link href="/ask">Ask a question</Link>
            </Button>
          }
        >
          Who asks can put tags under “More”; then their questions are found here.
        </EmptyState>
      ) : (
        <ul className="grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
          {tags.map(({ tag, questions }) => (
            <li key={tag} className="border-line border-b">
              <Link
                href={`/tags/${encodeURIComponent(tag)}`}
                className="flex min-h-11 items-center justify-between gap-4 hover:underline"
              >
                <span className="min-w-0 break-words">{tag}</span>
                <span className="shrink-0 text-muted text-sm tabular-nums">
                  {counted(questions, 'question')}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
