'use client'

import { type ReactNode, useCallback } from 'react'
import { useTRPCClient } from '@/app/trpc'
import { type LayOut, LayOutProvider } from '@/components/markdown/markdown-preview'

/** Previews are laid out by the market itself, within the limits that hold for what is posted. */
export function LayOutPreviews({ children }: { children: ReactNode }) {
  const client = useTRPCClient()
  const layOut = useCallback<LayOut>(
    (markdown, signal) => client.texts.preview.mutate({ markdown }, { signal }),
    [client],
  )
  return <LayOutProvider layOut={layOut}>{children}</LayOutProvider>
}
