'use client'

import { ArrowUp } from 'lucide-react'

export type ArrivalsPillProps = { waiting: number; onShow: () => void }

/** "2 new · show": stands where they will appear, and says so aloud. */
export function ArrivalsPill({ waiting, onShow }: ArrivalsPillProps) {
  return (
    <div aria-live="polite" className="pointer-events-none sticky top-16 z-20 flex h-0 justify-center">
      {waiting > 0 ? (
        <button
          type="button"
          onClick={onShow}
          className="pointer-events-auto mt-2 inline-flex h-10 animate-appear items-center gap-2 rounded-full border
            border-accent-line bg-accent-wash px-4 font-medium text-accent text-sm shadow-lift hover:border-accent pointer-coarse:h-11"
        >
          <ArrowUp aria-hidden className="size-4" />
          {waiting} new · show
        </button>
      ) : null}
    </div>
  )
}
