'use client'

import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useDebounce } from 'use-debounce'
import { Prose, type ProseProps } from '@/components/markdown/prose'
import type { Prose as ProseTree } from '@/server/contract/prose'

/** Lays out what is being typed; rejects with words for the person when it cannot be. */
export type LayOut = (markdown: string, signal: AbortSignal) => Promise<ProseTree>

const LayOutContext = createContext<LayOut | null>(null)

/** Gives previews their reader of Markdown: the market's own, so that they show what will be shown. */
export function LayOutProvider({ layOut, children }: { layOut: LayOut; children: ReactNode }) {
  return <LayOutContext.Provider value={layOut}>{children}</LayOutContext.Provider>
}

/** A pause in typing, after which it is worth while to look. */
const PAUSE_MS = 350

type Shown = { of: string; prose: ProseTree } | { of: string; refusal: string }

export type MarkdownPreviewProps = Omit<ProseProps, 'prose' | 'renderLink'> & { markdown: string }

/** A text in Markdown as it will be read. While the next is laid out, the last one stays. */
export function MarkdownPreview({ markdown, ...style }: MarkdownPreviewProps) {
  const layOut = useContext(LayOutContext)
  const [settled] = useDebounce(markdown, PAUSE_MS)
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    if (layOut === null) return
    const stop = new AbortController()
    layOut(settled, stop.signal).then(
      (prose) => stop.signal.aborted || setShown({ of: settled, prose }),
      (error: unknown) =>
        stop.signal.aborted ||
        setShown({ of: settled, refusal: error instanceof Error ? error.message : 'This cannot be shown.' }),
    )
    return () => stop.abort()
  }, [layOut, settled])

  if (shown === null) return <p className="text-muted text-sm">Laying it out…</p>
  if ('refusal' in shown) {
    return (
      <p role="alert" className="text-failed text-sm">
        {shown.refusal}
      </p>
    )
  }
  return (
    <div aria-busy={shown.of !== markdown}>
      <Prose prose={shown.prose} {...style} />
    </div>
  )
}
