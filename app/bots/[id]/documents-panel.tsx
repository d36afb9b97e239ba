'use client'

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { useUploads } from '@/app/bots/[id]/use-uploads'
import { useTRPC } from '@/app/trpc'
import { CorpusDocument } from '@/components/bots/corpus-document'
import { CorpusDrop } from '@/components/bots/corpus-drop'
import { CorpusPrice } from '@/components/bots/corpus-price'
import { CorpusTry } from '@/components/bots/corpus-try'
import { CorpusUploads } from '@/components/bots/corpus-uploads'
import { MEANING_WORDS, passagesInWords } from '@/components/bots/corpus-words'
import { readServerError } from '@/components/form/server-error'
import { useLeaveGuard } from '@/components/form/use-draft'
import { Button } from '@/components/ui/button'
import { EmptyState, ErrorNote, SkeletonText } from '@/components/ui/feedback'
import { toast } from '@/components/ui/toast'
import type { DocumentList } from '@/server/contract/corpus'

/** While something is read: often enough for a bar that moves. */
const LOOK_EVERY_MS = 1_000

/** The documents of one's own bot: added, read, priced, removed, and tried with a question. */
export function DocumentsPanel({ botId }: { botId: string }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const list = useQuery({
    ...trpc.documents.list.queryOptions({ botId }),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? LOOK_EVERY_MS : false),
  })
  const refresh = () => void queryClient.invalidateQueries(trpc.documents.list.queryFilter({ botId }))
  const { uploads, isSending, add, retry, dismiss } = useUploads(botId, refresh)
  useLeaveGuard(isSending)

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <section aria-labelledby="bot-documents" className="space-y-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id="bot-documents" className="display text-xl">
            Documents
          </h2>
          {list.data && list.data.passages > 0 ? (
            <p className="text-muted text-sm">
              {passagesInWords(list.data.passages)} for sale. {MEANING_WORDS[list.data.meaning]}
            </p>
          ) : null}
        </div>
        <CorpusDrop onFiles={add} />
        <CorpusUploads uploads={uploads} onRetry={retry} onDismiss={dismiss} />
        {list.data ? (
          <Documents list={list.data} isEmpty={uploads.length === 0} onChange={refresh} />
        ) : list.error ? (
          <ErrorNote
            title="The documents could not be loaded."
            action={
              <Button size="sm" onClick={() => void list.refetch()}>
                Try again
              </Button>
            }
          >
            {readServerError(list.error).message}
          </ErrorNote>
        ) : (
          <SkeletonText lines={4} />
        )}
      </section>
      {list.data && list.data.passages > 0 ? (
        <section aria-labelledby="bot-try" className="space-y-4 self-start lg:sticky lg:top-20">
          <h2 id="bot-try" className="display text-xl">
            What would it find?
          </h2>
          <TrySearch botId={botId} />
        </section>
      ) : null}
    </div>
  )
}

function isUnderWay(list: DocumentList | undefined): boolean {
  return list?.documents.some(({ state }) => state === 'waiting' || state === 'reading') ?? false
}

type DocumentsProps = {
  list: DocumentList
  /** Nothing is on its way either. */
  isEmpty: boolean
  onChange: () => void
}

function Documents({ list, isEmpty, onChange }: DocumentsProps) {
  const trpc = useTRPC()
  const tell = (error: unknown) => toast.error(readServerError(error).message)
  const remove = useMutation(trpc.documents.remove.mutationOptions({ onSuccess: onChange, onError: tell }))
  const retry = useMutation(trpc.documents.retry.mutationOptions({ onSuccess: onChange, onError: tell }))
  const setPrice = useMutation(
    trpc.documents.setPrice.mutationOptions({ onSuccess: onChange, onError: tell }),
  )
  if (list.documents.length === 0) {
    return !isEmpty ? null : (
      <EmptyState icon={<FileText aria-hidden />} title="No documents yet">
        Each document is cut into passages of about half a page. When a question comes, the bot offers the
        passages that say most to it.
      </EmptyState>
    )
  }
  return (
    <ul aria-label="Documents" className="divide-y divide-line border-line border-y">
      {list.documents.map((document) => (
        <CorpusDocument
          key={document.id}
          document={document}
          onRemove={() => remove.mutate({ documentId: document.id })}
          onRetry={() => retry.mutate({ documentId: document.id })}
          isRetrying={retry.isPending && retry.variables.documentId === document.id}
          price={
            list.hasPrices ? (
              <CorpusPrice
                key={`${document.priceMicros}`}
                name={document.name}
                priceMicros={document.priceMicros}
                botPriceMicros={list.priceMicros}
                isSaving={setPrice.isPending && setPrice.variables.documentId === document.id}
                onSave={(priceMicros) => setPrice.mutate({ documentId: document.id, priceMicros })}
              />
            ) : undefined
          }
        />
      ))}
    </ul>
  )
}

function TrySearch({ botId }: { botId: string }) {
  const trpc = useTRPC()
  const [question, setQuestion] = useState<string | null>(null)
  const search = useQuery({
    ...trpc.documents.trySearch.queryOptions({ botId, question: question ?? '' }),
    enabled: question !== null,
    placeholderData: keepPreviousData,
  })
  return (
    <CorpusTry
      result={search.data}
      isSearching={search.isFetching}
      error={search.error ? readServerError(search.error).message : undefined}
      onTry={(next) => {
        if (next === question) void search.refetch()
        else setQuestion(next)
      }}
    />
  )
}
