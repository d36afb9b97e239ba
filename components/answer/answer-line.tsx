import { Credits } from '@/components/money/credits'
import { cn } from '@/components/ui/cn'
import type { AnswerCard } from '@/server/contract/market'
import { counted } from '@/server/words/amounts'

/** A published answer on a line or two: the verdict or the first sentence, how sure, what it cost and from how many sources. */
export function AnswerLine({ answer, className }: { answer: AnswerCard; className?: string }) {
  const { verdict, probability, lead, sources, costMicros } = answer
  const said =
    verdict ?? (probability === null ? null : `${Math.round(probability * 100)} % likely to be true`)
  return (
    <div className={cn('measure border-bought border-l-2 pl-3', className)}>
      <p className="line-clamp-2 font-serif">
        {said === null ? null : <strong className="font-semibold">{said}</strong>}
        {said !== null && lead !== '' ? ' · ' : null}
        {lead}
      </p>
      <p className="mt-0.5 text-muted text-xs">
        Answered from {counted(sources, 'source')} for <Credits micros={costMicros} />
      </p>
    </div>
  )
}
