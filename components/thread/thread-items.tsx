import Link from 'next/link'
import { AnswerLine } from '@/components/answer/answer-line'
import { Credits } from '@/components/money/credits'
import { NotesBeside } from '@/components/notes/notes-beside'
import { notesHref } from '@/components/notes/notes-href'
import { hasEnded, QuestionStateChip } from '@/components/question/question-state'
import { ReplyText } from '@/components/replies/reply-text'
import { ClaimHistory } from '@/components/thread/claim-history'
import { verdictInWords } from '@/components/thread/verdict-words'
import { Ago, Until } from '@/components/time/time'
import type { PassageView, ThreadItem } from '@/server/contract/threads'
import { counted } from '@/server/words/amounts'

export type ThreadItemsProps = { id: string; title: string; note?: string; items: readonly ThreadItem[] }

/** One part of a page's thread; nothing where there is nothing in it. */
export function ThreadItems({ id, title, note, items }: ThreadItemsProps) {
  if (items.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="display text-xl">
        {title}
      </h2>
      {note ? <p className="measure mt-1 text-muted text-sm">{note}</p> : null}
      <ul className="mt-3 divide-y divide-line border-line border-y">
        {items.map((item) => (
          <Item key={item.question.id} item={item} />
        ))}
      </ul>
    </section>
  )
}

function Item({ item }: { item: ThreadItem }) {
  const { question, claim, sources, notes, replies, history, passage } = item
  const { id, title, state, answer } = question
  const verdict = verdictInWords(item)
  return (
    <li className="space-y-2.5 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 className="measure min-w-0 font-serif text-lg leading-6">
          <Link href={`/questions/${id}`} className="hover:underline">
            {title}
          </Link>
        </h3>
        <QuestionStateChip state={state} bare />
      </div>
      {passage ? <Passage passage={passage} /> : null}
      {claim !== '' && claim !== passage?.quote.exact ? (
        <p className="measure text-muted text-sm">Claim: {claim}</p>
      ) : null}
      {answer ? <AnswerLine answer={answer} /> : null}
      {verdict !== null && answer?.probability == null ? <p className="font-medium">{verdict}</p> : null}
      {sources.length > 0 ? (
        <details className="text-sm">
          <summary className="min-h-11 cursor-pointer py-3 text-muted hover:text-accent sm:min-h-0 sm:py-1">
            Rests on {counted(sources.length, 'purchase')}
          </summary>
          <ul className="mt-1 space-y-1">
            {sources.map(({ offerId, teaser, priceMicros }) => (
              <li key={offerId} className="flex items-baseline justify-between gap-x-4">
                <Link
                  href={`/questions/${id}?tab=inspection&node=${offerId}#inspection`}
                  className="min-w-0 hover:underline"
                >
                  {teaser}
                </Link>
                <Credits micros={priceMicros} className="shrink-0" />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {history.length > 0 ? <ClaimHistory lines={history} hereId={id} /> : null}
      {replies.map((reply) => (
        <ReplyText key={reply.id} reply={reply} />
      ))}
      {notes.length > 0 ? <NotesBeside questionId={id} notes={notes} /> : null}
      <p className="flex flex-wrap gap-x-2 text-muted text-xs">
        <span>asked by {question.isYours ? 'you' : question.asker.name}</span>
        <Ago at={question.createdAt} />
        <span>{counted(question.offers, 'offer')}</span>
        {hasEnded(state) ? null : (
          <>
            <span>
              <Credits micros={question.heldMicros} /> for what is worth it
            </span>
            <Until at={question.deadlineAt} verb="ends" past="deadline passed" />
          </>
        )}
        {claim === '' || notes.length > 0 ? null : (
          <Link href={notesHref(id)} className="underline underline-offset-2 hover:text-ink">
            Public notes
          </Link>
        )}
      </p>
    </li>
  )
}

/** The words of the page, with what stands around them. */
function Passage({ passage: { quote, place } }: { passage: PassageView }) {
  return (
    <blockquote className="measure border-edge border-l-2 pl-3 font-serif text-muted">
      {place === 'attached' && quote.prefix !== '' ? <span aria-hidden>…{quote.prefix}</span> : null}
      <mark className="bg-accent-wash text-ink">{quote.exact}</mark>
      {place === 'attached' && quote.suffix !== '' ? <span aria-hidden>{quote.suffix}…</span> : null}
    </blockquote>
  )
}
