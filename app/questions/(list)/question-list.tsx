'use client'

import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { debounce, useQueryStates } from 'nuqs'
import { useDebounce } from 'use-debounce'
import type { z } from 'zod'
import { ApiLayout } from '@/app/api-layout'
import { FoundNames } from '@/app/questions/(list)/found-names'
import { ListFilters } from '@/app/questions/(list)/list-filters'
import { NoQuestions } from '@/app/questions/(list)/no-questions'
import { listInput, listParams, listQuery } from '@/app/questions/list-params'
import { useTRPC } from '@/app/trpc'
import { readServerError } from '@/components/form/server-error'
import { QuestionRow, QuestionRowsSkeleton } from '@/components/question/question-row'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { ErrorNote } from '@/components/ui/feedback'
import type { NamesFound } from '@/server/contract/follows'
import type { ListInput } from '@/server/contract/market'
import type { questionListSchema } from '@/server/contract/market-view'

/** A pause between words, not between letters. */
const SEARCH_AFTER_MS = 300
/** As many as usually fit a first screen. */
const SKELETON_ROWS = 8

type QuestionPage = z.infer<typeof questionListSchema>

export type QuestionListProps = {
  isSignedIn: boolean
  /** What the server drew the first page for. */
  firstInput: Omit<ListInput, 'cursor'>
  firstPage: QuestionPage
  /** Tags and people for the search that it was drawn for; null without one. */
  firstNames: NamesFound | null
}

/** The list of questions: tab, search and filters live in the address, so a list can be linked and gone back to. */
export function QuestionList(props: QuestionListProps) {
  return (
    <ApiLayout>
      <LiveList {...props} />
    </ApiLayout>
  )
}

function LiveList({ isSignedIn, firstInput, firstPage, firstNames }: QuestionListProps) {
  const trpc = useTRPC()
  const [params, setParams] = useQueryStates(listParams, { history: 'push', clearOnDefault: true })
  const [q] = useDebounce(params.q, SEARCH_AFTER_MS)
  const input = listInput({ ...params, q }, isSignedIn)
  const isFirst = JSON.stringify(input) === JSON.stringify(firstInput)
  const list = useInfiniteQuery({
    ...trpc.contexts.list.infiniteQueryOptions(input, { getNextPageParam: (page) => page.nextCursor }),
    initialData: isFirst ? { pages: [firstPage], pageParams: [null] } : undefined,
    placeholderData: keepPreviousData,
  })
  const names = useQuery({
    ...trpc.search.names.queryOptions({ query: input.query }),
    enabled: input.query !== '',
    initialData: input.query === firstInput.query ? (firstNames ?? undefined) : undefined,
    placeholderData: input.query === '' ? undefined : keepPreviousData,
  })
  const questions = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div>
      <ListFilters
        isSignedIn={isSignedIn}
        params={{ ...params, tab: input.tab }}
        onChange={(next) => void setParams(next)}
        onSearch={(q) =>
          void setParams({ q }, { history: 'replace', limitUrlUpdates: debounce(SEARCH_AFTER_MS) })
        }
      />
      {names.data && input.query !== '' ? <FoundNames names={names.data} /> : null}
      {list.error && questions.length === 0 ? (
        <ErrorNote
          title="The list could not be loaded."
          action={
            <Button size="sm" onClick={() => void list.refetch()}>
              Try again
            </Button>
          }
        >
          {readServerError(list.error).message}
        </ErrorNote>
      ) : list.isPending ? (
        <QuestionRowsSkeleton rows={SKELETON_ROWS} />
      ) : questions.length === 0 ? (
        <NoQuestions
          params={{ ...params, tab: input.tab }}
          isSignedIn={isSignedIn}
          onClear={() => void setParams({ q: null, tag: null, kind: null, state: null })}
        />
      ) : (
        <ul
          className={cn('divide-y divide-line transition-opacity', list.isPlaceholderData && 'opacity-60')}
          aria-busy={list.isPlaceholderData}
        >
          {questions.map((question) => (
            <QuestionRow
              key={question.id}
              question={question}
              tagHref={(tag) => listQuery('/questions', { ...params, tag })}
            />
          ))}
        </ul>
      )}
      {list.hasNextPage ? (
        <div className="flex justify-center pt-4 noscript:hidden">
          <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Load more
          </Button>
        </div>
      ) : null}
      <p className="sr-only" aria-live="polite">
        {list.isPending
          ? ''
          : `${questions.length} ${questions.length === 1 ? 'question' : 'questions'} shown`}
      </p>
    </div>
  )
}
