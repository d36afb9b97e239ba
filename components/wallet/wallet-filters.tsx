'use client'

import { ListFilter, Search } from 'lucide-react'
import { DayField } from '@/components/form/day-field'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Popover } from '@/components/ui/popover'
import type { WalletKind } from '@/server/contract/ledger'
import { WALLET_KIND_GROUPS, WALLET_KIND_WORDS } from '@/server/contract/transfer-line'

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
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[minmax(0,1fr)_10.5rem_10.5rem]">
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
        <KindsChoice kinds={params.kinds} onChange={(kinds) => onChange({ kinds })} />
        {isFiltered ? (
          <Button variant="quiet" size="sm" onClick={onClear}>
            Clear filters
          </Button>
        ) : null}
      </div>
    </search>
  )
}

type KindsChoiceProps = { kinds: readonly WalletKind[]; onChange: (kinds: WalletKind[]) => void }

/** Folded into one button: most look at everything. */
function KindsChoice({ kinds, onChange }: KindsChoiceProps) {
  return (
    <Popover
      aria-label="Kinds of transaction"
      className="max-h-[min(26rem,70dvh)] overflow-y-auto"
      trigger={
        <Button size="sm">
          <ListFilter aria-hidden />
          {kindsInWords(kinds)}
        </Button>
      }
    >
      <div className="space-y-4">
        {WALLET_KIND_GROUPS.map(({ label, kinds: ofGroup }) => (
          <fieldset key={label} className="space-y-1.5">
            <legend className="mb-1.5 text-muted text-xs">{label}</legend>
            {ofGroup.map((kind) => (
              <Checkbox
                key={kind}
                label={WALLET_KIND_WORDS[kind]}
                checked={kinds.includes(kind)}
                onChange={() => onChange(switched(kinds, kind))}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </Popover>
  )
}

function kindsInWords(kinds: readonly WalletKind[]): string {
  const [first] = kinds
  if (first === undefined) return 'All kinds'
  return kinds.length === 1 ? WALLET_KIND_WORDS[first] : `${kinds.length} kinds`
}

function switched(kinds: readonly WalletKind[], kind: WalletKind): WalletKind[] {
  return kinds.includes(kind) ? kinds.filter((other) => other !== kind) : [...kinds, kind]
}
