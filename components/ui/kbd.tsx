import type { ReactNode } from 'react'

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded-xs border border-line bg-well px-1.5 font-medium font-sans text-xs text-muted leading-5">
      {children}
    </kbd>
  )
}
