'use client'

import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { ReactNode } from 'react'
import { LayOutPreviews } from '@/app/lay-out-previews'
import { TRPCReactProvider } from '@/app/trpc'

/**
 * What a page needs that asks the server again: calls, filters in the address, previews. Around the parts that do, and not around every
 * page, since a third of all script that a reader would be sent is for this.
 */
export function ApiLayout({ children }: { children: ReactNode }) {
  return (
    <TRPCReactProvider>
      <NuqsAdapter>
        <LayOutPreviews>{children}</LayOutPreviews>
      </NuqsAdapter>
    </TRPCReactProvider>
  )
}
