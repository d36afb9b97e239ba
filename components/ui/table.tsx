import type { ComponentProps } from 'react'
import { cn } from '@/components/ui/cn'

export type TableProps = ComponentProps<'table'> & {
  /** What the table shows; also names its scrolling frame. */
  label: string
}

/** Hairlines and air. Scrolls sideways inside its own frame when the screen is narrow, by keyboard too. */
export function Table({ label, className, ...rest }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keyboard (WCAG 2.1.1).
    <section aria-label={label} tabIndex={0} className="overflow-x-auto">
      <table {...rest} className={cn('w-full border-collapse text-left text-sm', className)} />
    </section>
  )
}

export function THead({ className, ...rest }: ComponentProps<'thead'>) {
  return <thead {...rest} className={cn('border-edge border-b', className)} />
}

export function TBody({ className, ...rest }: ComponentProps<'tbody'>) {
  return <tbody {...rest} className={cn('divide-y divide-line', className)} />
}

export function TR({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr {...rest} className={cn('[tbody>&]:hover:bg-well', className)} />
}

type CellProps = {
  /** Right-aligned tabular figures. */
  numeric?: boolean
}

export function TH({ numeric = false, className, scope = 'col', ...rest }: ComponentProps<'th'> & CellProps) {
  return (
    <th
      {...rest}
      scope={scope}
      className={cn('eyebrow px-3 py-2 first:pl-0 last:pr-0', numeric && 'text-right', className)}
    />
  )
}

export function TD({ numeric = false, className, ...rest }: ComponentProps<'td'> & CellProps) {
  return (
    <td
      {...rest}
      className={cn(
        'px-3 py-2.5 align-baseline first:pl-0 last:pr-0',
        numeric && 'nums text-right',
        className,
      )}
    />
  )
}
