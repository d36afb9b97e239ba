'use client'

import type { SellingParams } from '@/app/selling/selling-params'
import { sentence } from '@/components/selling/selling-words'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/input'
import { OFFER_GROUPS, type OfferGroup } from '@/server/contract/selling'
import { PASS_REASONS } from '@/server/protocol/verdict'
import { reasonInWords } from '@/server/words/tree'

const GROUP_WORDS: Record<OfferGroup, string> = {
  made: 'All that were not withdrawn',
  open: 'Still open',
  read: 'Read by an agent',
  bought: 'Bought',
  passed: 'Not bought',
  withdrawn: 'Withdrawn',
}

export type OfferFiltersProps = Pick<SellingParams, 'show' | 'reason'> & {
  onChange: (next: Pick<SellingParams, 'show' | 'reason'>) => void
}

/** Which of the offers are listed. */
export function OfferFilters({ show, reason, onChange }: OfferFiltersProps) {
  const groups = OFFER_GROUPS.filter((group) => group !== 'passed')
  return (
    <search className="flex flex-wrap gap-3">
      <Field label="What became of them" className="w-96 max-w-full">
        <Select
          value={reason === null ? show : reason}
          onChange={(event) => {
            const chosen = event.target.value
            const group = OFFER_GROUPS.find((one) => one === chosen)
            const why = PASS_REASONS.find((one) => one === chosen) ?? null
            onChange({ show: group ?? 'passed', reason: group ? null : why })
          }}
        >
          {groups.map((group) => (
            <option key={group} value={group}>
              {GROUP_WORDS[group]}
            </option>
          ))}
          <optgroup label="Not bought">
            <option value="passed">Not bought, whatever the reason</option>
            {PASS_REASONS.map((why) => (
              <option key={why} value={why}>
                {sentence(reasonInWords(why))}
              </option>
            ))}
          </optgroup>
        </Select>
      </Field>
    </search>
  )
}
