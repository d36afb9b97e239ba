'use client'

import { ThemeProvider } from 'next-themes'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { ReactNode } from 'react'
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

/** Everything a page may take for granted in the browser: colours, the clock, filters in the address. */
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
    </ThemeProvider>
  )
}
