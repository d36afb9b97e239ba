import { sentence } from '@/components/selling/selling-words'
import { Disclosure } from '@/components/ui/disclosure'
import type { Profile } from '@/server/contract/market-view'
import { counted } from '@/server/words/amounts'
import { reasonInWords } from '@/server/words/tree'

/** Why offers of somebody were not bought, folded away: the record is public, and nobody's first question. */
export function PersonPassed({ passed }: { passed: Profile['sold']['passed'] }) {
  const total = passed.reduce((sum, { offers }) => sum + offers, 0)
  if (total === 0) return null
  return (
    <Disclosure summary={`Why ${counted(total, 'offer')} ${total === 1 ? 'was' : 'were'} not bought`}>
      <ul className="measure space-y-1 text-sm">
        {passed.map(({ reason, offers }) => (
          <li key={reason} className="flex items-baseline justify-between gap-4">
            <span>{sentence(reasonInWords(reason))}</span>
            <span className="nums text-muted">{offers}</span>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
