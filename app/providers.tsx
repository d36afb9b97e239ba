'use client'

import { ThemeProvider } from 'next-themes'
import { type ReactNode, useState } from 'react'
import { ThemeKeeper } from '@/components/shell/theme-choice'
import { TimeProvider } from '@/components/time/time'

type ProvidersProps = {
  /** When the server drew the page, ISO; relative times start from it. */
  now: string
  /** Lets the theme's script run under the content security policy. */
  nonce?: string
  children: ReactNode
}

/**
 * What every page may take for granted in the browser: colours and the clock. Neither changes around a page that is there: parts of it may
 * have no script yet to follow with (`whenWanted`).
 */
export function Providers({ now, nonce, children }: ProvidersProps) {
  const [firstNow] = useState(now)
  return (
    <>
      <ThemeProvider
        attribute="data-theme"
        defaultTheme="system"
        enableSystem
        disableTransitionOnChange
        nonce={nonce}
      >
        <ThemeKeeper />
      </ThemeProvider>
      <TimeProvider now={firstNow}>{children}</TimeProvider>
    </>
  )
}
