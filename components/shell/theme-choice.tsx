'use client'

import { useTheme } from 'next-themes'
import { useEffect, useSyncExternalStore } from 'react'

export type ThemeChoice = 'system' | 'light' | 'dark'

type Kept = { theme: ThemeChoice; setTheme: (theme: ThemeChoice) => void }

/** What both sides take it for until the browser has said otherwise. */
const UNKNOWN: Kept = { theme: 'system', setTheme: () => {} }

let kept = UNKNOWN
const hearers = new Set<() => void>()

function hear(hearer: () => void): () => void {
  hearers.add(hearer)
  return () => hearers.delete(hearer)
}

/** Stands beside the pages, so that a choice of colours is the style sheet's work and draws no page anew. */
export function ThemeKeeper() {
  const { theme, setTheme } = useTheme()
  useEffect(() => {
    kept = { theme: theme === 'light' || theme === 'dark' ? theme : 'system', setTheme }
    for (const hearer of hearers) hearer()
  }, [theme, setTheme])
  return null
}

/** The choice is known to the browser alone; until the page is live it reads "system" on both sides. */
export function useThemeChoice(): [ThemeChoice, (theme: ThemeChoice) => void] {
  const { theme, setTheme } = useSyncExternalStore(
    hear,
    () => kept,
    () => UNKNOWN,
  )
  return [theme, setTheme]
}
