'use client'

import { Search } from 'lucide-react'
import { DayField } from '@/components/form/day-field'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { WALLET_KINDS, type WalletKind } from '@/server/contract/ledger'
import { WALLET_KIND_WORDS } from '@/server/contract/transfer-line'

export type WalletFilterParams = { kinds: WalletKind[]; from: Date | null; to: Date | null; text: string }

export type WalletFiltersProps = {
  params: WalletFilterParams
  isFiltered: boolean
  onChange: (next: Partial<WalletFilterParams>) => void
  /** Called at every letter. */
  onSearch: (text: string) => void
  onClear: () => void
}

/** What the rows are narrowed to: words, days, kinds. */
export function WalletFilters({ params, isFiltered, onChange, onSearch, onClear }: WalletFiltersProps) {
  return (
    <search className="space-y-4">
      <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-[minmax(0,1fr)_10.5rem_10.5rem]">
        <Field label="Words" className="col-span-2 sm:col-span-1">
          <Input
            type="search"
            prefix={<Search aria-hidden />}
            placeholder="In the question or the teaser"
            value={params.text}
            onChange={(event) => onSearch(event.target.value)}
          />
        </Field>
        <DayField label="From" value={params.from} onChange={(from) => onChange({ from })} max={params.to} />
        <DayField label="Until" value={params.to} onChange={(to) => onChange({ to })} min={params.from} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <fieldset className="contents">
          <legend className="sr-only">Kinds of transaction</legend>
          {WALLET_KINDS.map((kind) => (
            <KindSwitch
              key={kind}
              kind={kind}
              isOn={params.kinds.includes(kind)}
              onSwitch={() => onChange({ kinds: switched(params.kinds, kind) })}
            />
          ))}
        </fieldset>
        {isFiltered ? (
          <Button variant="quiet" size="sm" onClick={onClear}>
            Clear filters
          </Button>
        ) : null}
      </div>
    </search>
  )
}

function switched(kinds: readonly WalletKind[], kind: WalletKind): WalletKind[] {
  return kinds.includes(kind) ? kinds.filter((other) => other !== kind) : [...kinds, kind]
}

type KindSwitchProps = { kind: WalletKind; isOn: boolean; onSwitch: () => void }

function KindSwitch({ kind, isOn, onSwitch }: KindSwitchProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onSwitch}
      className={cn(
        `min-h-8 rounded-full border border-line bg-surface px-3 text-muted text-sm transition-colors hover:border-edge
         hover:text-ink pointer-coarse:min-h-11`,
        isOn && 'border-accent bg-accent-wash text-accent hover:text-accent',
      )}
    >
      {WALLET_KIND_WORDS[kind]}
    </button>
  )
}
