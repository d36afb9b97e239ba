'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '@/app/trpc'
import { readServerError } from '@/components/form/server-error'
import { Changes } from '@/components/question/changes'
import { Ago } from '@/components/time/time'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNote, SkeletonText } from '@/components/ui/feedback'
import type { ContextView } from '@/server/contract/market-view'

/** "edited 5 min ago, view changes": what was asked when the first offers came stays to be seen. */
export function QuestionChanges({ view, editedAt }: { view: ContextView; editedAt: Date }) {
  const trpc = useTRPC()
  const [isOpen, setIsOpen] = useState(false)
  const revisions = useQuery({ ...trpc.contexts.revisions.queryOptions({ id: view.id }), enabled: isOpen })
  return (
    <span>
      · edited <Ago at={editedAt} />,{' '}
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <button type="button" className="underline underline-offset-2 hover:text-ink">
            view changes
          </button>
        }
        title="What changed"
        size="lg"
      >
        {revisions.data ? (
          <Changes now={view} revisions={revisions.data} />
        ) : revisions.error ? (
          <ErrorNote>{readServerError(revisions.error).message}</ErrorNote>
        ) : (
          <SkeletonText lines={5} />
        )}
      </Dialog>
    </span>
  )
}
