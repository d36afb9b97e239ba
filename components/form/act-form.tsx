'use client'

import { type ReactNode, useState } from 'react'
import { NeedsScript } from '@/components/form/needs-script'
import { useIsLive } from '@/components/form/use-is-live'
import { Button, type ButtonProps } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { ErrorNote } from '@/components/ui/feedback'

export type ActFormProps = {
  /** Does it. What is wrong with what was filled in, or what the server refused, comes back in words; null when it is done. */
  onSend: () => string | null | Promise<string | null>
  label: string
  pendingLabel: string
  variant?: ButtonProps['variant']
  size?: ButtonProps['size']
  /** Left out where there is nothing to go back to. */
  onCancel?: () => void
  'aria-label'?: string
  className?: string
  /** The fields. As a function they show by themselves what is wrong. */
  children: ReactNode | ((fault: string | null) => ReactNode)
}

/** A form that does one thing: its fields, what is wrong, the button that sends it once, and the way back. */
export function ActForm({
  onSend,
  label,
  pendingLabel,
  variant = 'primary',
  size,
  onCancel,
  className,
  children,
  ...named
}: ActFormProps) {
  const isLive = useIsLive()
  const [isPending, setIsPending] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  async function send() {
    setFault(null)
    setIsPending(true)
    setFault(await onSend())
    setIsPending(false)
  }

  return (
    <>
      <NeedsScript doing="This" />
      <form
        inert={!isLive}
        noValidate
        className={cn('max-w-2xl space-y-5', className)}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
        {...named}
      >
        {typeof children === 'function' ? children(fault) : children}
        {fault && typeof children !== 'function' ? <ErrorNote>{fault}</ErrorNote> : null}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant={variant} size={size} pending={isPending} pendingLabel={pendingLabel}>
            {label}
          </Button>
          {onCancel ? (
            <Button variant="quiet" onClick={onCancel}>
              Leave it as it was
            </Button>
          ) : null}
        </div>
      </form>
    </>
  )
}
