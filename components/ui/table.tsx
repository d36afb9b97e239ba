import type { ComponentProps } from 'react'
import { cn } from '@/components/ui/cn'

export type TableProps = ComponentProps<'table'> & {
  /** What the table shows; also names its scrolling frame. */
  label: string
  /** Of many rows: on a phone the frame scrolls down too, so that a page does not become all table. */
  isTall?: boolean
}

/** Hairlines and air. Scrolls sideways inside its own frame when the screen is narrow, by keyboard too. */
export function Table({ label, isTall = false, className, ...rest }: TableProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keyboard (WCAG 2.1.1).
      tabIndex={0}
      className={cn('overflow-x-auto', isTall && 'max-sm:max-h-[70dvh] max-sm:overflow-y-auto')}
    >
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
