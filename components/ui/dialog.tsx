'use client'

import { X } from 'lucide-react'
import { Dialog as RadixDialog } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'

export const OVERLAY = 'fixed inset-0 z-40 bg-scrim data-[state=open]:animate-appear'

/** A sheet from below on phones, a centred card elsewhere. */
export const SHEET = `fixed z-50 flex max-h-[92dvh] flex-col overflow-hidden border-line bg-surface shadow-lift
  data-[state=open]:animate-appear inset-x-0 bottom-0 rounded-t-lg border-t
  sm:inset-x-auto sm:top-[max(2rem,12dvh)] sm:bottom-auto sm:left-1/2 sm:max-h-[80dvh] sm:w-[calc(100vw-4rem)]
  sm:-translate-x-1/2 sm:rounded-lg sm:border`

export const SHEET_WIDTHS = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-3xl' } as const

export type DialogProps = {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** The button that opens it; left out when `open` is controlled from elsewhere. */
  trigger?: ReactNode
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Actions, in a bar that stays in sight. */
  footer?: ReactNode
  size?: keyof typeof SHEET_WIDTHS
}

export function Dialog({
  open,
  onOpenChange,
  trigger,
  title,
  description,
  children,
  footer,
  size = 'md',
}: DialogProps) {
  // The library gives the focus back to the trigger alone; opened from elsewhere, it would fall to the top of the page.
  const openedFrom = useRef<Element>(null)
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      {trigger ? <RadixDialog.Trigger asChild>{trigger}</RadixDialog.Trigger> : null}
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={OVERLAY} />
        <RadixDialog.Content
          className={cn(SHEET, SHEET_WIDTHS[size])}
          onOpenAutoFocus={() => {
            openedFrom.current = document.activeElement
          }}
          onCloseAutoFocus={(event) => {
            if (trigger || !(openedFrom.current instanceof HTMLElement)) return
            event.preventDefault()
            openedFrom.current.focus({ preventScroll: true })
          }}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <header className="flex items-start justify-between gap-4 px-5 pt-5 pb-3 sm:px-6">
            <div className="min-w-0">
              <RadixDialog.Title className="display text-xl">{title}</RadixDialog.Title>
              {description ? (
                <RadixDialog.Description className="mt-1 text-muted text-sm">
                  {description}
                </RadixDialog.Description>
              ) : null}
            </div>
            <RadixDialog.Close asChild>
              <Button variant="quiet" size="icon" aria-label="Close" className="-mt-1 -mr-2">
                <X aria-hidden />
              </Button>
            </RadixDialog.Close>
          </header>
          <div className="min-h-0 overflow-y-auto px-5 pb-5 sm:px-6 sm:pb-6">{children}</div>
          {footer ? (
            <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-4 sm:px-6">
              {footer}
            </footer>
          ) : null}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}
