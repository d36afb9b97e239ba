import { cva } from 'class-variance-authority'

/** 44 px wherever a finger points (`pointer-coarse`), tighter for a mouse. */
export const buttonStyles = cva(
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
