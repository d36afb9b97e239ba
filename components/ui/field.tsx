'use client'

import { CircleAlert, Eye } from 'lucide-react'
import { Label } from 'radix-ui'
import { createContext, type ReactNode, useContext, useId } from 'react'
import { cn } from '@/components/ui/cn'

type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

const FieldContext = createContext<FieldControl | null>(null)

/** What the control inside a Field needs to be tied to its label, hint and error; empty outside one. */
export function useFieldControl(): Partial<FieldControl> {
  return useContext(FieldContext) ?? {}
}

export type FieldProps = {
  label: ReactNode
  /** One line under the label: what to write. */
  hint?: ReactNode
  /** Who will read what is typed here, and when. */
  audience?: ReactNode
  /** What is wrong and what to do about it. */
  error?: string
  required?: boolean
  /** Says "optional" beside the label. */
  optional?: boolean
  /** Right of the label: a character count, for example. */
  counter?: ReactNode
  labelHidden?: boolean
  className?: string
  children: ReactNode
}

/** A label, its control, and all that belongs to them. The control takes its id and descriptions from here. */
export function Field({
  label,
  hint,
  audience,
  error,
  required = false,
  optional = false,
  counter,
  labelHidden = false,
  className,
  children,
}: FieldProps) {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', audience ? `${id}-audience` : '', error ? `${id}-error` : '']
    .filter(Boolean)
    .join(' ')
  const control: FieldControl = {
    id,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required || undefined,
  }
  return (
    <div className={cn('flex flex-col gap-1.5', className)}>
      <div className={cn('flex items-baseline justify-between gap-4', labelHidden && 'sr-only')}>
        <Label.Root id={`${id}-label`} htmlFor={id} className="font-medium text-sm">
          {label}
          {optional ? <span className="font-normal text-muted"> (optional)</span> : null}
        </Label.Root>
        {counter ? <span className="nums text-muted text-xs">{counter}</span> : null}
      </div>
      {hint ? (
        <p id={`${id}-hint`} className="measure text-muted text-sm">
          {hint}
        </p>
      ) : null}
      <FieldContext value={control}>{children}</FieldContext>
      {audience ? (
        <p id={`${id}-audience`} className="flex items-start gap-1.5 text-muted text-xs">
          <Eye aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          <span>{audience}</span>
        </p>
      ) : null}
      {/* Always there, so that a screen reader hears an error that arrives later. */}
      <div aria-live="polite">
        {error ? (
          <p id={`${id}-error`} className="flex items-start gap-1.5 text-failed text-sm">
            <CircleAlert aria-hidden className="mt-1 size-3.5 shrink-0" />
            <span>{error}</span>
          </p>
        ) : null}
      </div>
    </div>
  )
}
