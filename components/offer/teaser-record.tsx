import { ScanEye } from 'lucide-react'
import { fairPercent } from '@/components/offer/fair-percent'
import { cn } from '@/components/ui/cn'
import type { TeaserHonesty } from '@/server/contract/market-view'

export type TeaserRecordProps = {
  /** Null while too few offers were judged: then there is nothing to say. */
  honesty: TeaserHonesty | null
  className?: string
}

/** How often a seller's teasers kept what they promised, as inspectors saw it who read both sides. */
export function TeaserRecord({ honesty, className }: TeaserRecordProps) {
  if (honesty === null) return null
  return (
    <span
      title="Agents read the teaser and the full text. So often they did not find the teaser misleading."
      className={cn('nums inline-flex whitespace-normal items-center gap-1 text-muted text-xs', className)}
    >
      <ScanEye aria-hidden className="size-3.5 shrink-0" />
      <span>
        honest teasers {fairPercent(honesty)} % of {honesty.judged} judged
      </span>
    </span>
  )
}
