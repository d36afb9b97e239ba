'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTRPC } from '@/app/trpc'
import { readServerError } from '@/components/form/server-error'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'

export type DeleteAlertProps = {
  alert: { id: string; name: string }
  onDeleted?: () => void
}

export function DeleteAlert({ alert, onDeleted }: DeleteAlertProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  const [isAsking, setIsAsking] = useState(false)
  const remove = useMutation(trpc.matchers.delete.mutationOptions())

  async function confirm() {
    try {
      await remove.mutateAsync({ matcherId: alert.id })
      onDeleted?.()
      await client.invalidateQueries(trpc.matchers.pathFilter())
      toast.success(`The alert “${alert.name}” is deleted.`)
      router.push('/selling/alerts')
      router.refresh()
    } catch (error) {
      toast.error(readServerError(error).message)
    }
    setIsAsking(false)
  }

  return (
    <AlertDialog
      open={isAsking}
      onOpenChange={setIsAsking}
      trigger={
        <Button variant="quiet" className="pointer-coarse:min-h-11">
          Delete<span className="sr-only"> the alert “{alert.name}”</span>
        </Button>
      }
      title={`Delete the alert “${alert.name}”?`}
      description="It finds nothing more. What it has found stays in your inbox."
      confirmLabel="Delete the alert"
      danger
      pending={remove.isPending}
      onConfirm={() => void confirm()}
    />
  )
}
