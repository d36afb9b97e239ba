'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { useThemeChoice } from '@/components/shell/theme-choice'
import { Segmented } from '@/components/ui/segmented'

export const THEMES = [
  { value: 'system', label: 'Same as the system', icon: <Monitor aria-hidden /> },
  { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
] as const

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
