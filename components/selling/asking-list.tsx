import { askingInWords, asksInWords, budgetInWords } from '@/components/selling/selling-words'
import { counted } from '@/components/tree/words'
import type { Asking } from '@/server/sellers/selling/contract'

/** For each kind of question where something was not bought: whether the price stood in the way, and what was paid. */
export function AskingList({ asking }: { asking: readonly Asking[] }) {
  return (
    <ul className="divide-y divide-line border-line border-y">
      {asking.map((row) => (
        <li key={`${row.kind.asks}/${row.kind.budgetStep}`} className="py-3">
          <p className="text-sm">
            <span className="font-medium">{asksInWords(row.kind)}</span>{' '}
            <span className="text-muted">with a budget of {budgetInWords(row.kind)}</span>
          </p>
          <p className="nums mt-0.5 text-sm">{askingInWords(row)}</p>
          {row.tooDear > 0 ? (
            <p className="nums mt-0.5 text-muted text-sm">
              The price was the obstacle in {row.tooDear} of {counted(row.unbought, 'unbought offer')}.
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
