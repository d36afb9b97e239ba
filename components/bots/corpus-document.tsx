'use client'

import { RotateCw, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  bytesInWords,
  documentStanding,
  passagesInWords,
  readingInWords,
} from '@/components/bots/corpus-words'
import { StatusChip } from '@/components/status/status-chip'
import { Ago } from '@/components/time/time'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { ProgressBar } from '@/components/ui/progress-bar'
import { DOCUMENT_FAILURE_WORDS, type DocumentView } from '@/server/contract/corpus'

export type CorpusDocumentProps = {
  document: DocumentView
  onRemove: () => void
  /** Has it read anew, where reading was given up. */
  onRetry: () => void
  isRetrying: boolean
  /** Its price, where the bot's rule gives each document its own. */
  price?: ReactNode
}

/** A document of a bot: what it is, how far it is read, and what its owner can do with it. */
export function CorpusDocument({ document, onRemove, onRetry, isRetrying, price }: CorpusDocumentProps) {
  const { state, word } = documentStanding(document)
  const isUnderWay = document.state === 'waiting' || document.state === 'reading'
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-4 text-sm">
      <div className="min-w-0 flex-1 basis-60 space-y-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 break-words font-medium font-serif text-base">{document.title}</span>
          <StatusChip state={state} word={word} />
        </p>
        <p className="tabular-nums flex flex-wrap gap-x-3 break-all text-muted">
          <span>{document.name}</span>
          <span>{bytesInWords(document.bytes)}</span>
          {document.state === 'ready' ? <span>{passagesInWords(document.passagesDone)}</span> : null}
          <Ago at={document.createdAt} />
        </p>
        {document.failure ? <p className="text-failed">{DOCUMENT_FAILURE_WORDS[document.failure]}</p> : null}
        {isUnderWay ? (
          <ProgressBar
            className="max-w-md pt-1"
            label={`Reading ${document.name}`}
            value={document.passagesDone}
            max={document.passagesTotal ?? 1}
            valueText={document.state === 'waiting' ? 'Waiting for its turn' : readingInWords(document)}
          />
        ) : null}
      </div>
      {document.state === 'failed' ? null : price}
      {document.failure === 'gave-up' ? (
        <Button size="sm" pending={isRetrying} aria-label={`Try ${document.name} again`} onClick={onRetry}>
          <RotateCw aria-hidden />
          Try again
        </Button>
      ) : null}
      <AlertDialog
        trigger={
          <Button size="icon" variant="quiet" aria-label={`Remove ${document.name}`}>
            <Trash2 aria-hidden />
          </Button>
        }
        title={`Remove “${document.title}”?`}
        description="Its passages are no longer offered. Offers that were made stay as they are, and what was bought stays bought."
        confirmLabel="Remove the document"
        cancelLabel="Keep it"
        danger
        onConfirm={onRemove}
      />
    </li>
  )
}
