import { Credits } from '@/components/money/credits'
import { isBetweenReadings } from '@/components/question/open-words'
import { Until } from '@/components/time/time'
import { Note } from '@/components/ui/feedback'
import type { ContextView } from '@/server/contract/market-view'

/** Said to whoever might sell: the question has been read and is open all the same, and why an offer can still be bought. */
export function StillOpen({ view }: { view: ContextView }) {
  if (!isBetweenReadings(view)) return null
  return (
    <Note title="Still open for offers">
      {view.state === 'reopened'
        ? 'It had ended, and its asker has taken it up again. What adds to the answer, or shows that it is wrong, can be bought, and the answer is then revised. '
        : view.state === 'provisional'
          ? 'There is a provisional answer. What adds to it, or shows that it is wrong, can still be bought, and the answer is then revised. '
          : 'What came so far was read and not bought, so the question has no answer yet. '}
      {view.can.seeTree ? <InPlay view={view} /> : null} <NextReading view={view} />
    </Note>
  )
}

export type NothingYetProps = {
  view: ContextView
  /** Offers on the question that were read; null while that is not known. */
  offersRead: number | null
}

/** In the place of an answer: what came was read, nothing was bought, and it waits on. */
export function NothingYet({ view, offersRead }: NothingYetProps) {
  if (!isBetweenReadings(view) || view.state !== 'collecting') return null
  const read =
    offersRead === null || offersRead < 2
      ? 'What came was read, and was not worth its price.'
      : `${offersRead} offers were read, and none was worth its price.`
  return (
    <Note title="No answer yet">
      {read} {view.can.seeTree ? <InPlay view={view} /> : null} <NextReading view={view} />
    </Note>
  )
}

/** In front of the answer of a question that had ended: it was given before. */
export function TakenUpNote({ view }: { view: ContextView }) {
  return (
    <Note title="The question is taken up again">
      The answer below was given before. It is revised by what is bought now. <InPlay view={view} />
    </Note>
  )
}

/** Under a provisional answer: what it rests on, what was held back, and how it ends. */
export function ProvisionalNote({ view }: { view: ContextView }) {
  return (
    <Note title="This answer is provisional">
      It rests on what was bought so far, and is revised when a later offer is bought. <InPlay view={view} />
      {view.can.enough ? ' If it will do, say that it is enough: the rest then returns to you.' : ''}
    </Note>
  )
}

/** What it can still spend, and until when. */
function InPlay({ view }: { view: ContextView }) {
  return (
    <>
      <Credits micros={view.heldMicros} className="font-medium" /> are still in play; the question{' '}
      <Until at={view.deadlineAt} verb="ends" past="is about to end" />.
    </>
  )
}

/** When an offer that comes now is read: true before a reading and after it, which is followed by a pause. */
function NextReading({ view: { nextSittingAt } }: { view: ContextView }) {
  return (
    <>
      A new offer is read at once, or when the pause after the last reading is over
      {nextSittingAt === null ? null : (
        <>
          {' '}
          (<Until at={nextSittingAt} past="it is" />)
        </>
      )}
      .
    </>
  )
}
