'use client'

import { AlertDialog as RadixAlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { OVERLAY, SHEET, SHEET_WIDTHS } from '@/components/ui/dialog'

export type AlertDialogProps = {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  trigger?: ReactNode
  title: ReactNode
  /** What will happen, and whether it can be undone. */
  description: ReactNode
  /** The verb of the action itself ("Cancel the question"), never "OK". */
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  pending?: boolean
  size?: keyof typeof SHEET_WIDTHS
  onConfirm: () => void
  children?: ReactNode
}

/** A question that must be answered before going on; nothing happens by clicking beside it. */
export function AlertDialog({
  open,
  onOpenChange,
  trigger,
  title,
  description,
  confirmLabel,
  cancelLabel = 'Go back',
  danger = false,
  pending = false,
  size = 'sm',
  onConfirm,
  children,
}: AlertDialogProps) {
  // Whoever controls `open` closes it when the work is done; by itself it closes at once.
  const confirm = (
    <Button variant={danger ? 'danger' : 'primary'} pending={pending} onClick={onConfirm}>
      {confirmLabel}
    </Button>
  )
  return (
    <RadixAlertDialog.Root open={open} onOpenChange={onOpenChange}>
      {trigger ? <RadixAlertDialog.Trigger asChild>{trigger}</RadixAlertDialog.Trigger> : null}
      <RadixAlertDialog.Portal>
        <RadixAlertDialog.Overlay className={OVERLAY} />
        <RadixAlertDialog.Content className={cn(SHEET, SHEET_WIDTHS[size])}>
          <div className="min-h-0 overflow-y-auto px-5 pt-5 pb-4 sm:px-6">
            <RadixAlertDialog.Title className="display text-xl">{title}</RadixAlertDialog.Title>
            <RadixAlertDialog.Description asChild>
              <div className="mt-2 text-muted text-sm">{description}</div>
            </RadixAlertDialog.Description>
            {children ? <div className="mt-4">{children}</div> : null}
          </div>
          <footer className="flex flex-wrap justify-end gap-2 px-5 pt-1 pb-5 sm:px-6">
            <RadixAlertDialog.Cancel asChild>
              <Button variant="quiet">{cancelLabel}</Button>
            </RadixAlertDialog.Cancel>
            {open === undefined ? (
              <RadixAlertDialog.Action asChild>{confirm}</RadixAlertDialog.Action>
            ) : (
              confirm
            )}
          </footer>
        </RadixAlertDialog.Content>
      </RadixAlertDialog.Portal>
    </RadixAlertDialog.Root>
  )
}
