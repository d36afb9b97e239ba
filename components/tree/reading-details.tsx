import { Part } from '@/components/tree/details-parts'
import type { Reading, Split } from '@/server/tree/contract'

/** Who read the offers of a question, with what words, reading by reading; its buyer alone is told. */
export function Readings({
  readings,
  hasTakenOver,
}: {
  readings: readonly Reading[]
  hasTakenOver: boolean
}) {
  if (readings.length === 0) return null
  return (
    <Part title="Readings, which you alone see">
      <ol className="space-y-1 text-sm">
        {readings.map((reading, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a reading is its place.
          <li key={index} className="break-words">
            {index + 1}. {reading.inspector}
            {reading.promptVersion === '' ? null : (
              <span className="text-muted"> with prompt {reading.promptVersion}</span>
            )}
          </li>
        ))}
      </ol>
      {hasTakenOver ? (
        <p className="text-muted text-sm">
          The built-in agent gave some of the question’s readings in place of the model. Which ones is not
          told: that could tell more of the offers than one question may.
        </p>
      ) : null}
    </Part>
  )
}

/** Who of several opinions was for a purchase. */
export function SplitOf({ split }: { split: Split }) {
  const { opinions } = split
  const ayes = opinions.filter(({ buys }) => buys).length
  return (
    <Part title="Opinions, which you alone see">
      <p className="text-sm">
        {opinions.length === 0
          ? 'One opinion decided: too little was at stake to ask for others.'
          : ayes === opinions.length
            ? `All ${opinions.length} opinions would buy it.`
            : `${ayes} of ${opinions.length} opinions would buy it.`}
      </p>
      {opinions.length === 0 ? null : (
        <ul className="space-y-1 text-sm">
          {opinions.map(({ inspector, buys }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an opinion is its place.
            <li key={index} className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="min-w-0 break-words">
                {inspector}
                {index === 0 ? null : <span className="text-muted">, offers in another order</span>}
              </span>
              <span className={buys ? undefined : 'text-muted'}>{buys ? 'buys' : 'does not buy'}</span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}
