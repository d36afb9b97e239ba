import { cva, type VariantProps } from 'class-variance-authority'
import { LoaderCircle } from 'lucide-react'
import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '@/components/ui/cn'

/** 44 px wherever a finger points (`pointer-coarse`), tighter for a mouse. */
const buttonStyles = cva(
  `relative inline-flex shrink-0 select-none items-center justify-center gap-2 rounded-md border font-medium no-underline
   whitespace-nowrap transition-colors duration-150 disabled:opacity-55 aria-disabled:opacity-55
   [&_svg]:size-[1.15em] [&_svg]:shrink-0`,
  {
    variants: {
      variant: {
        primary:
          'border-accent bg-accent text-on-accent not-disabled:hover:border-accent-strong not-disabled:hover:bg-accent-strong',
        secondary: 'border-edge bg-surface text-ink not-disabled:hover:border-ink not-disabled:hover:bg-well',
        quiet: 'border-transparent bg-transparent text-ink not-disabled:hover:bg-well',
        danger:
          'border-failed-line bg-surface text-failed not-disabled:hover:border-failed not-disabled:hover:bg-failed-wash',
      },
      size: {
        sm: 'min-h-8 px-3 text-sm pointer-coarse:min-h-11',
        md: 'min-h-10 px-4 text-sm pointer-coarse:min-h-11',
        lg: 'min-h-12 px-6 text-base',
        icon: 'size-10 p-0 text-base pointer-coarse:size-11',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
)

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
