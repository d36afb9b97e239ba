import Link from 'next/link'
import type { ReactNode } from 'react'
import { Prose } from '@/components/markdown/prose'
import { FlagLink } from '@/components/moderation/flag-link'
import { BudgetBar } from '@/components/money/budget-bar'
import { Credits } from '@/components/money/credits'
import { askerInWords } from '@/components/people/asker-words'
import { KIND_WORDS } from '@/components/question/kind-words'
import { isReadAgain } from '@/components/question/open-words'
import { PageCards } from '@/components/question/page-cards'
import { hasEnded, QuestionStateChip } from '@/components/question/question-state'
import { ShareButton } from '@/components/question/share-button'
import { startInWords } from '@/components/question/start-words'
import { watchInWords } from '@/components/question/watch-words'
import { Breadcrumb } from '@/components/shell/page-header'
import { Ago, Until } from '@/components/time/time'
import { Avatar } from '@/components/ui/avatar'
import { Chip } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import { KeptHeight } from '@/components/ui/kept-height'
import type { Decision } from '@/server/contract/decision'
import type { ContextView } from '@/server/contract/market-view'
import type { ResolutionView } from '@/server/tree/contract'
import { OUTCOME_WORDS } from '@/server/words/decisions'
import { askKindInWords, whyAskedInWords } from '@/server/words/tree'

export type QuestionHeadProps = {
  view: ContextView
  /** The questions above a sub-question, the root first; empty for a root. */
  above: readonly { id: string; title: string }[]
  /** Opens the changes of an edited question. */
  changes?: ReactNode
  /** The page's main action and the others beside it. */
  actions: ReactNode
  /** What came of it: before budget and time on a phone, beside both where there is room; null while there is nothing. */
  answer: ReactNode
  /** There is an answer to read: what was asked in detail comes after it on a phone, and beside it where there is room. */
  isAnswered?: boolean
  /** Somebody waits here for the answer: what is to be pressed does not move when there is less to say. */
  isWatched?: boolean
  /** Everybody reads the answer, as far as its sellers allow. */
  isPublished?: boolean
  /** What its asker or an operator told of its outcome, for who may watch; null while there is none, or it is not the viewer's to see. */
  told?: Told | null
  /** Follows the question; null where one hears of it anyway. */
  follow?: ReactNode
  /** The way to the form of an offer where `actions` stand below all this; null for who may not make one. */
  offer?: ReactNode
}

/** What is asked, by whom, for how much and until when. */
export function QuestionHead({
  view,
  above,
  changes,
  actions,
  answer,
  isAnswered = false,
  isWatched = false,
  isPublished = false,
  told = null,
  follow,
  offer,
}: QuestionHeadProps) {
  const details = <Details view={view} />
  return (
    <header className="grid grid-cols-1 gap-x-14 gap-y-4 pt-3 sm:gap-y-8 sm:pt-10 lg:grid-cols-[minmax(0,1fr)_19rem] lg:grid-rows-[auto_1fr]">
      <div className="min-w-0">
        {view.parentId === null ? null : (
          <Breadcrumb
            items={[
              { label: 'Questions', href: '/questions' },
              ...above.map(({ id, title }) => ({
                label: title,
                href: `/questions/${id}?tab=inspection&node=${view.id}#inspection`,
              })),
              { label: 'Sub-question' },
            ]}
          />
        )}
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <QuestionStateChip state={view.state} />
          <span className="text-muted">
            {view.askKind ? askKindInWords(view.askKind) : KIND_WORDS[view.decision.kind].word}
          </span>
          <span className="ml-auto flex items-center sm:gap-3">
            {view.parentId === null && !view.isYours ? (
              <FlagLink kind="question" id={view.id} path={`/questions/${view.id}`} />
            ) : null}
            {follow}
            <ShareButton
              path={`/questions/${view.id}`}
              title={view.title}
              says={watchInWords(view, { isPublished })}
            />
          </span>
        </div>
        <h1 className="display mt-2 text-xl sm:text-3xl">{view.title}</h1>
        <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
          <Avatar name={view.asker.name} size="sm" />
          {view.parentId === null ? null : <span>the agent, for</span>}
          <Link href={`/people/${view.asker.handle}`} className="font-medium text-ink hover:underline">
            {view.isYours ? `${view.asker.name} (you)` : view.asker.name}
          </Link>
          <span>
            asked <Ago at={view.createdAt} />
          </span>
          {changes}
        </p>
        {offer}
        <AskedByName addressees={view.addressees} />
        <DecisionLine view={view} told={told} isAnswered={isAnswered} />
        {isAnswered ? null : details}
        {view.askKind === null ? null : (
          <p className="measure mt-5 border-edge border-l-2 pl-4 text-sm">
            <span className="block text-muted text-xs">Why it is asked</span>
            {whyAskedInWords(
              view.askKind,
              view.about.map(({ teaser }) => teaser),
            )}
          </p>
        )}
      </div>
      <div className="min-w-0 empty:hidden lg:row-start-2">{answer}</div>
      <div className="min-w-0 space-y-6 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start lg:border-line lg:border-l lg:pl-8">
        <aside aria-label="Budget and time" className="space-y-5">
          <KeptHeight isKept={isWatched}>
            <Terms view={view} isPublished={isPublished} />
          </KeptHeight>
          {actions}
        </aside>
        {isAnswered ? (
          <section aria-label="What was asked, in full" className="[&>*:first-child]:mt-0">
            {details}
          </section>
        ) : null}
      </div>
    </header>
  )
}

/** Whom it is put to by name; everybody else may answer all the same. */
function AskedByName({ addressees }: Pick<ContextView, 'addressees'>) {
  if (addressees.length === 0) return null
  return (
    <p className="mt-2 text-muted text-sm">
      Asked by name:{' '}
      {addressees.map(({ kind, to, name }, index) => (
        <span key={to}>
          {index > 0 ? ', ' : null}
          <Link
            href={kind === 'bot' ? `/bots/${to}` : `/people/${to}`}
            className="inline-flex min-h-6 items-center text-ink hover:underline"
          >
            {name}
          </Link>
        </span>
      ))}
      . Others may answer too.
    </p>
  )
}

/** What was asked, in full: its words, its options, its pages and tags. */
function Details({ view }: { view: ContextView }) {
  return (
    <>
      {view.body === '' ? null : <Prose prose={view.bodyProse} className="mt-5" headingsFrom={2} />}
      {view.decision.kind === 'choice' ? <Options options={view.decision.options} /> : null}
      {view.pages.length > 0 ? <PageCards pages={view.pages} readings={view.pageReadings} /> : null}
      {view.tags.length > 0 ? (
        <ul aria-label="Tags" className="mt-5 flex flex-wrap gap-1.5">
          {view.tags.map((tag) => (
            <li key={tag}>
              <Chip href={`/tags/${encodeURIComponent(tag)}`}>{tag}</Chip>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

function Options({ options }: { options: readonly string[] }) {
  return (
    <div className="mt-5">
      <p className="text-muted text-xs">A choice among</p>
      <ul className="mt-1.5 flex flex-wrap gap-2">
        {options.map((option) => (
          <li key={option} className="rounded-sm border border-edge bg-surface px-2.5 py-0.5 font-serif">
            {option}
          </li>
        ))}
      </ul>
    </div>
  )
}

type DecisionLineProps = { view: ContextView; told: Told | null; isAnswered: boolean }

function DecisionLine({ view, told, isAnswered }: DecisionLineProps) {
  if (view.decision.kind === 'belief') {
    return (
      <p
        className={cn(
          'measure border-edge border-l-2 pl-4 font-serif sm:mt-5 sm:text-lg',
          isAnswered ? 'mt-2' : 'mt-5 text-lg',
        )}
      >
        <span className={cn('block font-sans text-muted text-xs', isAnswered && 'max-sm:sr-only')}>
          Should it be believed?
        </span>
        “{view.decision.claim}”
      </p>
    )
  }
  if (view.decision.kind === 'forecast')
    return <ForecastLine view={view} decision={view.decision} told={told} />
  if (view.decision.kind === 'buy') return <BuyLine decision={view.decision} />
  return null
}

type Told = Pick<ResolutionView, 'outcome' | 'resolvedAt'>
type Of<Kind extends Decision['kind']> = { decision: Extract<Decision, { kind: Kind }> }

const TELLS = {
  asker: 'the asker tells the outcome',
  source: 'the asker tells the outcome as its source has it',
  operator: 'an operator tells the outcome',
} as const

function ForecastLine({
  view,
  decision: { event, closesAt, resolvesAt, resolver, source },
  told,
}: Of<'forecast'> & { view: ContextView; told: Told | null }) {
  const due = (
    <>
      <Until at={resolvesAt} verb="outcome due" past="outcome due" />: {TELLS[resolver]}
    </>
  )
  return (
    <div className="measure mt-5 border-edge border-l-2 pl-4">
      <p className="font-serif text-lg">
        <span className="block font-sans text-muted text-xs">How likely will it be?</span>“{event}”
      </p>
      <p className="mt-1 break-words text-muted text-sm">
        Forecast <Until at={closesAt} verb="closes" past="closed" />;{' '}
        {told !== null ? (
          <>
            <strong className="font-medium text-ink">{OUTCOME_WORDS[told.outcome].word}</strong>, told{' '}
            <Ago at={told.resolvedAt} />
          </>
        ) : view.state === 'resolved' ? (
          'its outcome was told'
        ) : (
          due
        )}
        {source === '' ? '' : ` (${source})`}.
      </p>
    </div>
  )
}

function BuyLine({ decision: { product, price, needs } }: Of<'buy'>) {
  return (
    <div className="measure mt-5 border-edge border-l-2 pl-4">
      <p className="break-words font-serif text-lg">
        <span className="block font-sans text-muted text-xs">Should it be bought?</span>
        <a href={product} rel="nofollow ugc noopener noreferrer" className="underline underline-offset-2">
          {hostOf(product)}
        </a>
        , for {price}
      </p>
      <p className="mt-1 whitespace-pre-line text-sm">
        <span className="text-muted">Needed for:</span> {needs}
      </p>
    </div>
  )
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).hostname : address)

function Terms({ view, isPublished }: { view: ContextView; isPublished: boolean }) {
  const isRoot = view.parentId === null
  const ended = hasEnded(view.state)
  return (
    <div className="space-y-4 text-sm">
      {isRoot && view.spentMicros === null ? (
        <p className="text-muted text-sm">
          Budget <Credits micros={view.budgetMicros} />; what is spent is its asker’s to know.
        </p>
      ) : isRoot ? (
        <BudgetBar
          totalMicros={view.budgetMicros}
          spentMicros={view.spentMicros ?? 0n}
          settled={ended}
          label="Budget of this question"
        />
      ) : (
        <BudgetBar
          totalMicros={view.budgetMicros}
          spentMicros={0n}
          settled={ended}
          label="Budget of this sub-question"
        />
      )}
      <dl className="space-y-2">
        <div>
          <dt className="sr-only">Time</dt>
          <dd>
            {view.endedAt ? (
              <>
                ended <Ago at={view.endedAt} />
              </>
            ) : (
              <Until
                at={view.deadlineAt}
                verb="ends"
                past="the deadline has passed"
                className="font-medium"
              />
            )}
          </dd>
          {isRoot && !ended && view.phase === 'collecting' ? (
            <dd className="text-muted text-xs">{startInWords(view.start)}</dd>
          ) : null}
          {isRoot && !ended ? (
            <dd className="text-muted text-xs">
              {isReadAgain(view)
                ? 'It stays open: later offers are read until the deadline, and the answer is revised.'
                : 'It is answered once, and then ends.'}
            </dd>
          ) : null}
        </div>
        <div>
          <dt className="sr-only">Who may watch</dt>
          <dd className="text-muted text-xs">{watchInWords(view, { isPublished })}</dd>
        </div>
        {view.isYours ? null : (
          <div>
            <dt className="sr-only">Record of the asker</dt>
            <dd className="text-muted text-xs">
              {view.asker.name}: {askerInWords(view.askerRecord)}
            </dd>
          </div>
        )}
      </dl>
    </div>
  )
}
