'use client'

import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from '@/components/ui/button'

export type RowsProps = {
  /** Stable keys, in order. */
  keys: readonly string[]
  /** What one row is, for the labels of its buttons: "option", "page". */
  noun: string
  renderRow: (index: number) => ReactNode
  onAdd: () => void
  onRemove: (index: number) => void
  /** Left out where the order means nothing. */
  onMove?: (from: number, to: number) => void
  addLabel: string
  /** Below this, rows cannot be removed. */
  min?: number
  max: number
  /** What is wrong with the list as a whole. */
  error?: string
}

/** A list of fields that grows and shrinks. */
export function Rows({
  keys,
  noun,
  renderRow,
  onAdd,
  onRemove,
  onMove,
  addLabel,
  min = 0,
  max,
  error,
}: RowsProps) {
  const addButton = useRef<HTMLButtonElement>(null)
  return (
    <div className="space-y-2">
      <ul className="space-y-2">
        {keys.map((key, index) => (
          <li key={key} className="flex items-start gap-1">
            <div className="min-w-0 flex-1">{renderRow(index)}</div>
            {onMove ? (
              <>
                <Button
                  size="icon"
                  variant="quiet"
                  aria-label={`Move ${noun} ${index + 1} up`}
                  disabled={index === 0}
                  onClick={() => onMove(index, index - 1)}
                >
                  <ArrowUp aria-hidden />
                </Button>
                <Button
                  size="icon"
                  variant="quiet"
                  aria-label={`Move ${noun} ${index + 1} down`}
                  disabled={index === keys.length - 1}
                  onClick={() => onMove(index, index + 1)}
                >
                  <ArrowDown aria-hidden />
                </Button>
              </>
            ) : null}
            <Button
              size="icon"
              variant="quiet"
              aria-label={`Remove ${noun} ${index + 1}`}
              disabled={keys.length <= min}
              onClick={() => {
                onRemove(index)
                addButton.current?.focus()
              }}
            >
              <X aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      <Button ref={addButton} size="sm" variant="secondary" onClick={onAdd} disabled={keys.length >= max}>
        <Plus aria-hidden />
        {addLabel}
      </Button>
      {keys.length >= max ? (
        <span className="ml-3 text-muted text-xs">{max} is the most there can be.</span>
      ) : null}
      <div aria-live="polite">{error ? <p className="text-failed text-sm">{error}</p> : null}</div>
    </div>
  )
}
