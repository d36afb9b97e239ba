import type { VariantProps } from 'class-variance-authority'
import { LoaderCircle } from 'lucide-react'
import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'
import { buttonStyles } from '@/components/ui/button-styles'
import { cn } from '@/components/ui/cn'

export type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof buttonStyles> & {
    /** Drawn as the one child given (a link, say) in place of a button. */
    asChild?: boolean
    /** Work is under way: the button keeps its width and focus, shows a spinner and ignores clicks. */
    pending?: boolean
    /** What a screen reader hears while pending. */
    pendingLabel?: string
  }

export function Button({
  variant,
  size,
  asChild = false,
  pending = false,
  pendingLabel = 'Working…',
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  const styles = cn(buttonStyles({ variant, size }), className)
  if (asChild) {
    return (
      <Slot.Root className={styles} onClick={onClick} {...rest}>
        {children}
      </Slot.Root>
    )
  }
  return (
    <button
      {...rest}
      type={type}
      className={styles}
      aria-busy={pending || undefined}
      aria-disabled={pending || rest['aria-disabled']}
      onClick={pending ? (event) => event.preventDefault() : onClick}
    >
      {pending ? (
        <>
          <span className="absolute inset-0 grid place-items-center">
            <LoaderCircle aria-hidden className="animate-spin" />
            <span className="sr-only">{pendingLabel}</span>
          </span>
          <span className="invisible inline-flex items-center gap-2">{children}</span>
        </>
      ) : (
        children
      )}
    </button>
  )
}
