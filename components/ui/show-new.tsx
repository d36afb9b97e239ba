'use client'

import { ArrowDown } from 'lucide-react'

export type ShowNewProps = {
  /** What waits, "2 new offers"; null while nothing does. */
  what: string | null
  onShow: () => void
}

/** What came while a page was open waits behind this, so that nothing moves under somebody's eyes. It floats at the foot of its list. */
export function ShowNew({ what, onShow }: ShowNewProps) {
  return (
    <div
      aria-live="polite"
      className="pointer-events-none sticky bottom-20 z-20 flex justify-center md:bottom-6"
    >
      {what === null ? null : (
        <button
          type="button"
          onClick={onShow}
          className="pointer-events-auto mt-3 inline-flex min-h-10 animate-appear items-center gap-2 rounded-full border
            border-accent-line bg-accent-wash px-4 font-medium text-accent text-sm shadow-lift hover:border-accent pointer-coarse:min-h-11"
        >
          <ArrowDown aria-hidden className="size-4" />
          {what} · show
        </button>
      )}
    </div>
  )
}
