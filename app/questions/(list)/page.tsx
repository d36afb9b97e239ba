import type { Metadata } from 'next'
import Link from 'next/link'
import { createLoader, type SearchParams } from 'nuqs/server'
import { feedTypes } from '@/app/feeds/feed-types'
import { QuestionList } from '@/app/questions/(list)/question-list'
import { listInput, listParams } from '@/app/questions/list-params'
import { getMe, serverCaller } from '@/app/server'
import { PageHeader } from '@/components/shell/page-header'
import { Button } from '@/components/ui/button'

const loadParams = createLoader(listParams)

export async function generateMetadata({
  searchParams,
}: {
  searchParams: Promise<SearchParams>
}): Promise<Metadata> {
  const { tag } = await loadParams(searchParams)
  const feed = tag === null ? '/feeds/questions' : `/feeds/tags/${encodeURIComponent(tag)}`
  return {
    title: 'Questions',
    description: 'Open questions with a budget to answer, and answered ones to read.',
    // One list, however it is sorted and narrowed; a tag has a page of its own.
    alternates: {
      canonical: tag === null ? '/questions' : `/tags/${encodeURIComponent(tag)}`,
      types: feedTypes(feed),
    },
  }
}

export default async function QuestionsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [me, api, params] = await Promise.all([getMe(), serverCaller(), loadParams(searchParams)])
  const input = listInput(params, me !== null)
  const [firstPage, firstNames] = await Promise.all([
    api.contexts.list(input),
    input.query === '' ? null : api.search.names({ query: input.query }),
  ])
  return (
    <div className="page pb-24">
      <PageHeader
        title="Questions"
        className="pt-6 pb-2 sm:pt-6"
        actions={
          <Button variant="primary" asChild>
            <Link href="/ask">Ask a question</Link>
          </Button>
        }
      />
      <QuestionList
        isSignedIn={me !== null}
        firstInput={input}
        firstPage={firstPage}
        firstNames={firstNames}
      />
    </div>
  )
}
