'use client'

import { Check } from 'lucide-react'
import Link from 'next/link'
import { DropdownMenu as RadixMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'

const ITEM = `flex min-h-9 w-full cursor-pointer select-none items-center gap-2.5 rounded-sm px-2.5 text-left text-ink text-sm
  no-underline outline-none data-disabled:cursor-not-allowed data-disabled:opacity-55 data-highlighted:bg-well
  pointer-coarse:min-h-11 forced-colors:data-highlighted:bg-[Highlight] [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted`

export type DropdownMenuProps = {
  trigger: ReactNode
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  /** It is there because it was asked for. */
  defaultOpen?: boolean
  className?: string
}

export function DropdownMenu({
  trigger,
  children,
  align = 'end',
  defaultOpen = false,
  className,
}: DropdownMenuProps) {
  return (
    <RadixMenu.Root modal={false} defaultOpen={defaultOpen}>
      <RadixMenu.Trigger asChild>{trigger}</RadixMenu.Trigger>
      <RadixMenu.Portal>
        <RadixMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className={cn(
            `z-50 max-h-[var(--radix-dropdown-menu-content-available-height)] min-w-56 overflow-y-auto rounded-lg border
             border-line bg-surface p-1.5 shadow-lift data-[state=open]:animate-appear`,
            className,
          )}
        >
          {children}
        </RadixMenu.Content>
      </RadixMenu.Portal>
    </RadixMenu.Root>
  )
}

export type MenuItemProps = {
  children: ReactNode
  onSelect?: () => void
  /** Makes the item a link. */
  href?: string
  icon?: ReactNode
  danger?: boolean
  disabled?: boolean
}

export function MenuItem({ children, onSelect, href, icon, danger = false, disabled }: MenuItemProps) {
  const className = cn(ITEM, danger && 'text-failed [&_svg]:text-failed')
  const content = (
    <>
      {icon}
      <span className="min-w-0 flex-1">{children}</span>
    </>
  )
  return (
    <RadixMenu.Item
      asChild={href !== undefined}
      className={className}
      onSelect={onSelect}
      disabled={disabled}
    >
      {href === undefined ? content : <Link href={href}>{content}</Link>}
    </RadixMenu.Item>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <RadixMenu.Label className="eyebrow px-2.5 pt-2 pb-1">{children}</RadixMenu.Label>
}

export function MenuSeparator() {
  return <RadixMenu.Separator className="-mx-1.5 my-1.5 h-px bg-line" />
}

export type MenuRadioGroupProps<Value extends string> = {
  label: string
  value: Value
  onValueChange: (value: Value) => void
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
}

export function MenuRadioGroup<Value extends string>({
  label,
  value,
  onValueChange,
  options,
}: MenuRadioGroupProps<Value>) {
  return (
    <RadixMenu.RadioGroup
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next)
        if (chosen) onValueChange(chosen.value)
      }}
    >
      {options.map((option) => (
        <RadixMenu.RadioItem key={option.value} value={option.value} className={ITEM}>
          {option.icon}
          <span className="flex-1">{option.label}</span>
          <RadixMenu.ItemIndicator>
            <Check aria-hidden />
          </RadixMenu.ItemIndicator>
        </RadixMenu.RadioItem>
      ))}
    </RadixMenu.RadioGroup>
  )
}
