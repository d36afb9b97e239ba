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
