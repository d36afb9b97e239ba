import { askingInWords, asksInWords, budgetInWords } from '@/components/selling/selling-words'
import type { Asking } from '@/server/contract/selling'
import { counted } from '@/server/words/amounts'

/** For each kind of question where a price stood in the way: how often, what was asked and what is paid there. */
export function AskingList({ asking }: { asking: readonly Asking[] }) {
  const dear = asking.filter((row) => row.tooDear > 0).sort((a, b) => b.tooDear - a.tooDear)
  const others = asking.filter((row) => row.tooDear === 0)
  const rest = others.reduce((sum, row) => sum + row.unbought, 0)
  return (
    <>
      <ul className="divide-y divide-line border-line border-y empty:hidden">
        {dear.map((row) => (
          <li key={`${row.kind.asks}/${row.kind.budgetStep}`} className="py-3 text-sm">
            <p>
              <span className="font-medium">{asksInWords(row.kind)}</span>{' '}
              <span className="text-muted">with a budget of {budgetInWords(row.kind)}</span>
            </p>
            <p className="nums mt-0.5 whitespace-normal">{askingInWords(row)}</p>
            <p className="nums mt-0.5 whitespace-normal text-muted">
              The price was the obstacle in {row.tooDear} of {counted(row.unbought, 'unbought offer')}.
            </p>
          </li>
        ))}
      </ul>
      {rest > 0 ? (
        <p className="mt-3 text-muted text-sm">
          {dear.length > 0 ? 'On other kinds of questions the' : 'The'} price was never the obstacle (
          {counted(rest, 'unbought offer')}).
        </p>
      ) : null}
    </>
  )
}
