import type { ReactNode } from 'react'

export type SectionProps = {
  /** Where an address can point at; names nothing else of the page. */
  id: string
  title: ReactNode
  className?: string
  children: ReactNode
}

/** A part of a page under its heading. */
export function Section({ id, title, className, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="display mb-4 scroll-mt-20 text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
