'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { useTheme } from 'next-themes'
import { useIsLive } from '@/components/form/use-is-live'
import { Segmented } from '@/components/ui/segmented'

export const THEMES = [
  { value: 'system', label: 'Same as the system', icon: <Monitor aria-hidden /> },
  { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
] as const

export type ThemeChoice = (typeof THEMES)[number]['value']

/** The choice is known to the browser alone; until the page is live it reads "system" on both sides. */
export function useThemeChoice(): [ThemeChoice, (theme: ThemeChoice) => void] {
  const { theme, setTheme } = useTheme()
  const live = useIsLive()
  const chosen = THEMES.find((option) => option.value === theme)?.value ?? 'system'
  return [live ? chosen : 'system', setTheme]
}

export function ThemeSwitch({ className }: { className?: string }) {
  const [theme, setTheme] = useThemeChoice()
  return (
    <Segmented
      aria-label="Colours"
      size="icon"
      value={theme}
      onValueChange={setTheme}
      options={THEMES}
      className={className}
    />
  )
}
