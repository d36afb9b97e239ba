'use client'

import { type CSSProperties, useEffect } from 'react'
import { Toaster as Drawn, toast as draw } from 'sonner'
import { showToasts } from '@/components/ui/toast'

/** The page's own colours, which follow the chosen theme; sonner's would follow the system alone. */
const TOAST_COLOURS = {
  '--normal-bg': 'var(--surface)',
  '--normal-text': 'var(--ink)',
  '--normal-border': 'var(--line)',
} as CSSProperties

/** Draws short messages at the lower edge. */
export function Toaster() {
  // After the effects of what is below: whoever draws listens by then.
  useEffect(() => showToasts(({ kind, words, description }) => draw[kind](words, { description })), [])
  return (
    <Drawn
      position="bottom-right"
      // Above the navigation that lies along a phone's lower edge.
      mobileOffset={{ bottom: '4.5rem' }}
      style={TOAST_COLOURS}
      toastOptions={{ classNames: { description: 'text-muted!', toast: 'font-sans!' } }}
    />
  )
}
