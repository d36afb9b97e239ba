'use client'

import type { ReactNode } from 'react'
import { DropdownMenu, MenuItem, MenuLabel } from '@/components/ui/dropdown-menu'

const EXAMPLES = [
  { example: 'legumes', label: 'Raw legumes, rice or boiled legumes?' },
  { example: 'fact-check', label: 'Does a four-day week raise productivity by 40 %?' },
  { example: 'choice', label: '1930s terrace: heat pump or new gas boiler?' },
] as const

export type RunFreshMenuProps = {
  trigger: ReactNode
  onChosen: (example: (typeof EXAMPLES)[number]['example']) => void
}

/** Which example to ask anew; open as soon as it is there. */
export function RunFreshMenu({ trigger, onChosen }: RunFreshMenuProps) {
  return (
    <DropdownMenu align="start" defaultOpen trigger={trigger}>
      <MenuLabel>Ask it again, and watch</MenuLabel>
      {EXAMPLES.map(({ example, label }) => (
        <MenuItem key={example} onSelect={() => onChosen(example)}>
          {label}
        </MenuItem>
      ))}
    </DropdownMenu>
  )
}
