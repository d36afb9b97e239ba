'use client'

import { RadioGroup as RadixRadioGroup, Switch as RadixSwitch } from 'radix-ui'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from '@/components/ui/cn'
import { useFieldControl } from '@/components/ui/field'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode }

/** A native checkbox with its label as one target. */
export function Checkbox({ label, hint, className, ...rest }: CheckboxProps) {
  const id = useId()
  return (
    <div className={cn('flex min-h-6 items-start gap-3', className)}>
      <input
        id={id}
        type="checkbox"
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...rest}
        className="mt-[0.1875rem] size-4 shrink-0 accent-accent pointer-coarse:size-5"
      />
      <div className="min-w-0 text-sm">
        <label htmlFor={rest.id ?? id} className="block cursor-pointer pointer-coarse:py-1">
          {label}
        </label>
        {hint ? (
          <p id={`${id}-hint`} className="text-muted">
            {hint}
          </p>
        ) : null}
      </div>
    </div>
  )
}

export type RadioOption<Value extends string = string> = {
  value: Value
  label: ReactNode
  hint?: ReactNode
  disabled?: boolean
}

export type RadioGroupProps<Value extends string> = {
  value: Value | undefined
  onValueChange: (value: Value) => void
  options: readonly RadioOption<Value>[]
  /** `stack`: lines under one another; `cards`: bordered boxes side by side where there is room. */
  layout?: 'stack' | 'cards'
  name?: string
  disabled?: boolean
  'aria-label'?: string
  className?: string
}

export function RadioGroup<Value extends string>({
  value,
  onValueChange,
  options,
  layout = 'stack',
  className,
  ...rest
}: RadioGroupProps<Value>) {
  const control = useFieldControl()
  const id = useId()
  const cards = layout === 'cards'
  return (
    <RadixRadioGroup.Root
      {...control}
      // A label's htmlFor names inputs only; a group takes its name by reference.
      aria-labelledby={rest['aria-label'] || !control.id ? undefined : `${control.id}-label`}
      {...rest}
      value={value ?? ''}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next)
        if (chosen) onValueChange(chosen.value)
      }}
      className={cn(
        cards ? 'grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))]' : 'grid gap-1',
        className,
      )}
    >
      {options.map((option) => {
        const optionId = `${id}-${option.value}`
        return (
          <div
            key={option.value}
            className={cn(
              'relative flex items-start gap-3 text-sm',
              cards &&
                `rounded-lg border border-line bg-surface p-4 transition-colors hover:border-edge
                 has-[[data-state=checked]]:border-accent has-[[data-state=checked]]:bg-accent-wash`,
            )}
          >
            <RadixRadioGroup.Item
              id={optionId}
              value={option.value}
              disabled={option.disabled}
              aria-labelledby={`${optionId}-label`}
              aria-describedby={option.hint ? `${optionId}-hint` : undefined}
              className="mt-[0.1875rem] grid size-4 shrink-0 place-items-center rounded-full border border-edge bg-surface
                transition-colors hover:border-ink data-[state=checked]:border-accent pointer-coarse:size-5"
            >
              <RadixRadioGroup.Indicator className="size-2 rounded-full bg-accent forced-colors:bg-[CanvasText]" />
            </RadixRadioGroup.Item>
            <div className="min-w-0">
              <label
                id={`${optionId}-label`}
                htmlFor={optionId}
                className={cn(
                  'block cursor-pointer font-medium pointer-coarse:py-1',
                  cards && 'after:absolute after:inset-0',
                )}
              >
                {option.label}
              </label>
              {option.hint ? (
                <p id={`${optionId}-hint`} className="text-muted">
                  {option.hint}
                </p>
              ) : null}
            </div>
          </div>
        )
      })}
    </RadixRadioGroup.Root>
  )
}

export type SwitchProps = {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  label: ReactNode
  hint?: ReactNode
  disabled?: boolean
  name?: string
  className?: string
}

/** For what takes effect at once; a form's yes-or-no is a Checkbox. */
export function Switch({ label, hint, className, ...rest }: SwitchProps) {
  const id = useId()
  return (
    <div className={cn('flex items-start justify-between gap-4', className)}>
      <div className="min-w-0 text-sm">
        <label id={`${id}-label`} htmlFor={id} className="block cursor-pointer font-medium">
          {label}
        </label>
        {hint ? (
          <p id={`${id}-hint`} className="text-muted">
            {hint}
          </p>
        ) : null}
      </div>
      <RadixSwitch.Root
        id={id}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...rest}
        className="relative inline-flex h-6 w-11 shrink-0 items-center rounded-full border border-edge bg-well
          transition-colors data-[state=checked]:border-accent data-[state=checked]:bg-accent
          after:absolute after:-inset-2.5 after:content-['']"
      >
        <RadixSwitch.Thumb
          className="size-4 translate-x-1 rounded-full bg-edge transition-transform duration-150
            data-[state=checked]:translate-x-[1.375rem] data-[state=checked]:bg-on-accent forced-colors:bg-[CanvasText]
            forced-colors:data-[state=checked]:bg-[Highlight]"
        />
      </RadixSwitch.Root>
    </div>
  )
}
