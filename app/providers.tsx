'use client'

import { ThemeProvider } from 'next-themes'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { CSSProperties, ReactNode } from 'react'
import { Toaster } from 'sonner'
import { LayOutPreviews } from '@/app/lay-out-previews'
import { TRPCReactProvider } from '@/app/trpc'
import { TimeProvider } from '@/components/time/time'

type ProvidersProps = {
  /** When the server drew the page, ISO; relative times start from it. */
  now: string
  /** Lets the theme's script run under the content security policy. */
  nonce?: string
  children: ReactNode
}

/** The page's own colours, which follow the chosen theme; sonner's would follow the system alone. */
const TOAST_COLOURS = {
  '--normal-bg': 'var(--surface)',
  '--normal-text': 'var(--ink)',
  '--normal-border': 'var(--line)',
} as CSSProperties

/** Everything a page may take for granted in the browser: colours, the clock, filters in the address, short messages. */
export function Providers({ now, nonce, children }: ProvidersProps) {
  return (
    <ThemeProvider
      attribute="data-theme"
      defaultTheme="system"
      enableSystem
      disableTransitionOnChange
      nonce={nonce}
    >
      <TRPCReactProvider>
        <TimeProvider now={now}>
          <NuqsAdapter>
            <LayOutPreviews>{children}</LayOutPreviews>
          </NuqsAdapter>
        </TimeProvider>
      </TRPCReactProvider>
      <Toaster
        position="bottom-right"
        // Above the navigation that lies along a phone's lower edge.
        mobileOffset={{ bottom: '4.5rem' }}
        style={TOAST_COLOURS}
        toastOptions={{ classNames: { description: 'text-muted!', toast: 'font-sans!' } }}
      />
    </ThemeProvider>
  )
}
