import { Credits } from '@/components/money/credits'
import { cn } from '@/components/ui/cn'
import type { AnswerCard } from '@/server/contract/market-view'
import { counted } from '@/server/words/amounts'
import { writtenByAi } from '@/server/words/by-ai'

/** The verdict, where the decision has one. */
function verdictOf({ verdict, probability }: AnswerCard): string | null {
  return verdict ?? (probability === null ? null : `${Math.round(probability * 100)} % likely to be true`)
}

/** A published answer on a line or two: the verdict or the first sentence, how sure, what it cost and from how many sources. */
export function AnswerLine({ answer, className }: { answer: AnswerCard; className?: string }) {
  const { lead, writtenBy, sources, costMicros } = answer
  const said = verdictOf(answer)
  return (
    <div className={cn('measure border-bought border-l-2 pl-3', className)}>
      {said === null && lead === '' ? null : (
        <p className="line-clamp-2 font-serif">
          {said === null ? null : <strong className="font-semibold">{said}</strong>}
          {said !== null && lead !== '' ? ' · ' : null}
          {lead}
        </p>
      )}
      <p className="mt-0.5 text-muted text-xs">
        {counted(sources, 'source')} for <Credits micros={costMicros} />. {writtenByAi(writtenBy)}.
      </p>
    </div>
  )
}

/** The same in one line of a list, cut where it is too long. */
export function AnswerInBrief({ answer }: { answer: AnswerCard }) {
  const { lead, writtenBy, sources, costMicros } = answer
  const said = verdictOf(answer)
  return (
    <p className="flex min-w-0 max-w-full items-baseline gap-x-2">
      {said === null ? null : <strong className="shrink-0 font-semibold text-bought">{said}</strong>}
      {lead === '' ? null : <span className="truncate text-ink">{lead}</span>}
      <span className="shrink-0" title={writtenByAi(writtenBy)}>
        AI, {counted(sources, 'source')}, <Credits micros={costMicros} />
      </span>
    </p>
  )
}
