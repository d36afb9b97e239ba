import type { ComponentProps } from 'react'
import { cn } from '@/components/ui/cn'

export type CardProps = ComponentProps<'div'> & {
  as?: 'div' | 'section' | 'article' | 'li'
  /** Answers to the pointer, for cards that are one link. */
  interactive?: boolean
}

/** A sheet on the paper; used where something is one thing, never to box a whole page in. */
export function Card({ as: Element = 'div', interactive = false, className, ...rest }: CardProps) {
  // The four elements share every attribute a card is given; the ref alone differs, and a card takes none.
  const Tag = Element as 'div'
  return (
    <Tag
      {...rest}
      className={cn(
        'rounded-lg border border-line bg-surface',
        interactive && 'relative transition-colors hover:border-edge',
        className,
      )}
    />
  )
}

export function CardHeader({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={cn('flex items-start justify-between gap-4 px-5 pt-4 sm:px-6 sm:pt-5', className)}
    />
  )
}

export function CardTitle({ className, ...rest }: ComponentProps<'h3'>) {
  return <h3 {...rest} className={cn('display text-lg', className)} />
}

export function CardBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cn('px-5 py-4 sm:px-6', className)} />
}

export function CardFooter({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={cn('flex flex-wrap items-center gap-3 border-line border-t px-5 py-3 sm:px-6', className)}
    />
  )
}
