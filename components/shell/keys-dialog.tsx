'use client'

import { Dialog } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'

type Key = { keys: readonly string[]; does: string }

const GROUPS: readonly { title: string; keys: readonly Key[] }[] = [
  {
    title: 'Everywhere',
    keys: [
      { keys: ['Ctrl K', '⌘ K'], does: 'Search, or go to a page' },
      { keys: ['?'], does: 'Show these keys' },
      { keys: ['Esc'], does: 'Close what is open' },
      { keys: ['Tab'], does: 'Go on; the first stop of a page skips to its content' },
    ],
  },
  {
    title: 'In a tree',
    keys: [
      { keys: ['↑', '↓'], does: 'To the row above or below' },
      { keys: ['→', '←'], does: 'Unfold and go down; fold and go up' },
      { keys: ['Home', 'End'], does: 'To the first or the last row' },
      { keys: ['Enter'], does: 'Show what the row is about' },
    ],
  },
  {
    title: 'In a replay',
    keys: [{ keys: ['←', '→'], does: 'One step back or on, with the slider in focus' }],
  },
]

/** Where keys mean letters. */
export function KeysDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keys" size="sm">
      <div className="space-y-5 pb-2">
        {GROUPS.map(({ title, keys }) => (
          <section key={title}>
            <h3 className="eyebrow">{title}</h3>
            <dl className="mt-1 divide-y divide-line text-sm">
              {keys.map(({ keys: names, does }) => (
                <div key={does} className="flex items-baseline justify-between gap-4 py-1.5">
                  <dt className="flex shrink-0 gap-1.5">
                    {names.map((name) => (
                      <Kbd key={name}>{name}</Kbd>
                    ))}
                  </dt>
                  <dd className="text-right text-muted">{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
