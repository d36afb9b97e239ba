'use client'

import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import { useFieldControl } from '@/components/ui/field'

/** 16 px on touch screens: below that, phones zoom into the field and lose the page. */
const CONTROL = `w-full rounded-md border border-edge bg-surface text-ink text-sm pointer-coarse:text-base
  transition-colors hover:border-ink aria-invalid:border-failed disabled:bg-well disabled:text-muted disabled:hover:border-edge`

export type InputProps = Omit<ComponentProps<'input'>, 'prefix'> & {
  /** Shown inside, before the text; decorative. */
  prefix?: ReactNode
  /** Shown inside, after the text: a unit, for example. */
  suffix?: ReactNode
}

export function Input({ prefix, suffix, className, ...rest }: InputProps) {
  const control = useFieldControl()
  const input = (
    <input
      {...control}
      {...rest}
      className={cn(
        CONTROL,
        'min-h-10 px-3 pointer-coarse:min-h-11',
        prefix ? 'pl-9' : null,
        suffix ? 'pr-20' : null,
        className,
      )}
    />
  )
  if (!prefix && !suffix) return input
  return (
    <span className="relative block">
      {prefix ? (
        <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-muted text-sm [&_svg]:size-4">
          {prefix}
        </span>
      ) : null}
      {input}
      {suffix ? (
        <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-muted text-sm">
          {suffix}
        </span>
      ) : null}
    </span>
  )
}

export type TextareaProps = ComponentProps<'textarea'> & {
  /** Grows with what is typed, up to most of the window. */
  autoGrow?: boolean
  /** For text that others will read at length: set in the serif. */
  reading?: boolean
}

export function Textarea({ autoGrow = true, reading = false, className, rows = 4, ...rest }: TextareaProps) {
  const control = useFieldControl()
  return (
    <textarea
      {...control}
      rows={rows}
      {...rest}
      className={cn(
        CONTROL,
        'px-3 py-2 leading-relaxed',
        autoGrow ? 'field-sizing-content max-h-[70dvh] min-h-24' : null,
        // Without kerning: where it moves letters, a browser that breaks a long line without a space shapes all the rest of it
        // again for each line, and a pasted one of 200 kB would hold the page for a quarter of a minute.
        reading ? 'font-serif text-base [font-kerning:none]' : null,
        className,
      )}
    />
  )
}

/** The browser's own list: right on phones, for keyboards and for screen readers. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  const control = useFieldControl()
  return (
    <span className="relative block">
      <select
        {...control}
        {...rest}
        className={cn(CONTROL, 'min-h-10 appearance-none py-0 pr-9 pl-3 pointer-coarse:min-h-11', className)}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted"
      />
    </span>
  )
}
