import { ScanEye } from 'lucide-react'
import { failureInWords, type Judged, verdictInWords, whyInWords } from '@/components/offer/trial-words'
import { Button } from '@/components/ui/button'
import { ErrorNote, Spinner } from '@/components/ui/feedback'
import type { Judgement, JudgementsLeft } from '@/server/contract/selling'

export type DraftTrialProps = {
  /** Null until it is known. */
  left: JudgementsLeft | null
  isPending: boolean
  judgement: Judgement | null
  /** What the server refused, in words. */
  problem: string | null
  /** The draft is no longer what was judged. */
  isChanged: boolean
  onTry: () => void
  onStop: () => void
}

/** Has an inspector judge the draft before it is posted: quiet, and never in the way of posting. */
export function DraftTrial({
  left,
  isPending,
  judgement,
  problem,
  isChanged,
  onTry,
  onStop,
}: DraftTrialProps) {
  const isUsedUp = left?.left === 0
  return (
    <section aria-label="Try it on an agent" className="rounded-md border border-line bg-surface px-4 py-3">
      <div aria-live="polite" className="text-sm empty:hidden">
        {isPending ? (
          <div className="space-y-2">
            <Spinner label="The agent is reading your draft…" />
            <p className="text-muted">
              It is asked about a few prices, which can take a minute. Go on writing, or leave; only the
              result is lost.
            </p>
          </div>
        ) : problem ? (
          <ErrorNote>{problem}</ErrorNote>
        ) : judgement?.outcome === 'failed' ? (
          <ErrorNote>{failureInWords(judgement)}</ErrorNote>
        ) : judgement ? (
          <Result judged={judgement} isChanged={isChanged} />
        ) : null}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {isPending ? (
          <Button size="sm" variant="quiet" className="-ml-3" onClick={onStop}>
            Stop waiting
          </Button>
        ) : (
          <Button size="sm" variant="quiet" className="-ml-3" disabled={isUsedUp} onClick={onTry}>
            <ScanEye aria-hidden />
            {judgement || problem ? 'Try it again' : 'Try it on an agent'}
            {left ? <span className="nums text-muted">({left.left} left today)</span> : null}
          </Button>
        )}
      </div>
      {isUsedUp && !isPending ? (
        <p className="text-muted text-sm">
          You have had {left.perDay} drafts judged today. There are new tries after midnight UTC.
        </p>
      ) : null}
    </section>
  )
}

function Result({ judged, isChanged }: { judged: Judged; isChanged: boolean }) {
  return (
    <div className="space-y-2 pb-2">
      {isChanged ? <p className="text-muted">You have changed the draft since this was said.</p> : null}
      <p className="nums whitespace-normal font-medium">{verdictInWords(judged)}</p>
      <p>{whyInWords(judged)}</p>
      {judged.ask ? (
        <p>
          Would first ask: <span className="font-serif">{judged.ask.question}</span>
        </p>
      ) : null}
      <p className="text-muted text-xs">
        {judged.inspector}, reading this draft alone. Beside other offers it may decide otherwise. Nothing of
        the draft is kept.
      </p>
    </div>
  )
}
