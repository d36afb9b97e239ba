'use client'

import { type FormEvent, type ReactNode, useState } from 'react'
import { NeedsScript } from '@/components/form/needs-script'
import { messagesOf, readServerError } from '@/components/form/server-error'
import { useIsLive } from '@/components/form/use-is-live'
import { Button, type ButtonProps } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/feedback'

export type PlainFormProps = {
  /** Of the one button. */
  label: string
  variant?: ButtonProps['variant']
  /** Said when it is done; the fields are then empty again. */
  done: string
  /** Sends what the fields hold, by their names; what it throws is shown above them. */
  onSend: (fields: Readonly<Record<string, string>>) => Promise<unknown>
  children?: ReactNode
  className?: string
}

/** A form with few fields and one button, whose fields keep what is typed by themselves. */
export function PlainForm({ label, variant = 'primary', done, onSend, children, className }: PlainFormProps) {
  const isLive = useIsLive()
  const [isSending, setIsSending] = useState(false)
  const [complaints, setComplaints] = useState<readonly string[]>([])
  const [isDone, setIsDone] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const fields = Object.fromEntries(
      [...new FormData(form)].map(([name, value]) => [name, String(value)] as const),
    )
    setIsSending(true)
    setIsDone(false)
    try {
      await onSend(fields)
      setComplaints([])
      setIsDone(true)
      form.reset()
    } catch (error) {
      setComplaints(messagesOf(readServerError(error)).map(({ message }) => message))
    } finally {
      setIsSending(false)
    }
  }

  return (
    <>
      <NeedsScript doing="This" />
      <form
        className={className ?? 'max-w-xl space-y-4'}
        onSubmit={(event) => void submit(event)}
        inert={!isLive}
      >
        {complaints.map((one) => (
          <ErrorNote key={one}>{one}</ErrorNote>
        ))}
        {children}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant={variant} pending={isSending}>
            {label}
          </Button>
          <p role="status" className="text-muted text-sm">
            {isDone ? done : ''}
          </p>
        </div>
      </form>
    </>
  )
}
