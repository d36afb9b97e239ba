'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useRefresh } from '@/app/questions/[id]/use-question'
import { useTRPC } from '@/app/trpc'
import { readServerError, type ServerError } from '@/components/form/server-error'
import { EditForm } from '@/components/question/edit-form'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { toast } from '@/components/ui/toast'
import type { EditContextInput } from '@/server/contract/market'
import type { ContextView } from '@/server/contract/market-view'

/** Edits the question in a dialog. */
export function EditQuestion({ view }: { view: ContextView }) {
  const trpc = useTRPC()
  const refresh = useRefresh()
  const [isOpen, setIsOpen] = useState(false)
  const edit = useMutation(trpc.contexts.edit.mutationOptions())

  async function onEdit(input: EditContextInput): Promise<ServerError | null> {
    try {
      await edit.mutateAsync(input)
      await refresh()
      toast.success('The edit is saved.')
      return null
    } catch (error) {
      return readServerError(error)
    }
  }

  return (
    <Dialog
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={<Button size="sm">Edit</Button>}
      title="Edit the question"
      size="lg"
    >
      <EditForm view={view} onEdit={onEdit} onDone={() => setIsOpen(false)} />
    </Dialog>
  )
}
