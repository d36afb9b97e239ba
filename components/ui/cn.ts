import { type CxOptions, cx } from 'class-variance-authority'
import { twMerge } from 'tailwind-merge'

/** Joins class names; where two of them set the same property, the later one wins. */
export function cn(...classes: CxOptions): string {
  return twMerge(cx(...classes))
}
