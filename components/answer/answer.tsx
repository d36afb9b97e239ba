import Link from 'next/link'
import type { ReactNode } from 'react'
import { BudgetSlider } from '@/components/answer/budget-slider'
import { citationPlace } from '@/components/answer/citation-place'
import { ShareBar } from '@/components/answer/share-bar'
import {
  bitsInWords,
  changeInWords,
  gainInWords,
  recommendationOf,
  recommendedVerdict,
  type TrailStep,
  trailOf,
} from '@/components/answer/trail'
import { Trail } from '@/components/answer/trail-steps'
import { countInWords, orderInWords, type ShareLine, sharesInWords } from '@/components/answer/worth'
import { Prose } from '@/components/markdown/prose'
import { Credits } from '@/components/money/credits'
import { StatusChip } from '@/components/status/status-chip'
import { Ago } from '@/components/time/time'
import { LockedBlock } from '@/components/tree/locked-block'
import { cn } from '@/components/ui/cn'
import { Disclosure } from '@/components/ui/disclosure'
import { Spinner } from '@/components/ui/feedback'
import type { Decision } from '@/server/contract/decision'
import type { RatingView } from '@/server/contract/market'
import type { SeenOffer } from '@/server/contract/market-view'
import type { Prose as ProseTree } from '@/server/contract/prose'
import { byNumber, citationAt, pageAt } from '@/server/tree/citations'
import type { AnswerView, Published } from '@/server/tree/contract'
import { writtenByAi } from '@/server/words/by-ai'
import { RATING_WORDS } from '@/server/words/ratings'
import { sellerInWords } from '@/server/words/tree'

/** Of the heading: where links to the answer lead. */
export const ANSWER_ID = 'answer'

export type AnswerProps = {
  answer: AnswerView
  /** What is published, for who may not read the answer itself; null when nothing is. */
  publication: Published['standing']
  /** Of the heading, where another answer stands on the page. */
  headingId?: string
  /** The tree at a glance: after the words; on a phone after their first paragraph, so that its first screen has both. */
  strip?: ReactNode
  /** Asks its buyer what he thinks of a purchase; left out for everybody else. */
  rateForm?: (offerId: string) => ReactNode
  /** Purchases that others can buy now; null while that is not known. */
  forSale: readonly string[] | null
  /** Offers a purchase to others, where it is for resale. */
  buyForm?: (source: SeenOffer) => ReactNode
  /** Asks what each purchase was worth, for its buyer. */
  countForm?: ReactNode
  decision: Decision
  /** The question is open: what is bought yet may revise it. */
  isProvisional: boolean
  /** Where a purchase is shown in its tree. */
  hrefOf: (offerId: string) => string
  /** What a purchase changed against the truth, in bits of log score; null where nobody is scored. */
  scoreOf?: (offerId: string) => number | null
  /** A purchase as its reader may see it; null when it is not in the tree. */
  sourceOf: (offerId: string) => SeenOffer | null
  /** The sub-question that a purchase answered, in words; null when it answered the question itself. */
  answeredOf: (contextId: string) => string | null
}

/** The answer, with what it recommends, how it came to that, and what each purchase changed. */
export function Answer({
  answer,
  publication,
  headingId = ANSWER_ID,
  strip,
  countForm,
  rateForm,
  forSale,
  buyForm,
  decision,
  isProvisional,
  hrefOf,
  sourceOf,
  scoreOf = () => null,
  answeredOf,
}: AnswerProps) {
  const steps = trailOf(answer, decision)
  const recommendation = recommendationOf(answer, decision)
  return (
    <section aria-labelledby={headingId} className="border-ink border-t-2 pt-3 sm:pt-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 id={headingId} tabIndex={-1} className="display scroll-mt-24 text-xl">
            The answer
          </h2>
          {isProvisional ? <StatusChip state="provisional" word="provisional" /> : null}
        </div>
        <p className="text-muted text-xs">
          {writtenByAi(answer.writtenBy, answer.citations.length)}, <Ago at={answer.writtenAt} />
        </p>
      </div>
      {recommendation !== null ? (
        <div className="mt-2 grid grid-cols-1 gap-x-10 gap-y-2 sm:mt-4 sm:gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-end">
          <div>
            <p className="eyebrow">{eyebrowOf(decision, answer)}</p>
            <p className="display mt-0.5 text-3xl">{recommendation}</p>
          </div>
          {steps.some((step) => step.hasChanged) ? <Trail steps={steps} hrefOf={hrefOf} /> : null}
        </div>
      ) : null}
      <div className="mt-3 sm:mt-5">
        {answer.prose !== null ? (
          <AnswerText prose={answer.prose} citations={answer.citations} hrefOf={hrefOf} strip={strip} />
        ) : publication ? (
          <PublishedText
            publication={publication}
            answer={answer}
            hrefOf={hrefOf}
            sourceOf={sourceOf}
            forSale={forSale}
            strip={strip}
          />
        ) : (
          <>
            <LockedBlock tone="sealed" title="The answer in words is the asker’s alone">
              It quotes the full text that was bought, and only the asker has paid for that. What it
              recommends, and what each purchase changed, is open to everyone who may watch.
            </LockedBlock>
            <Strip strip={strip} />
          </>
        )}
      </div>
      {answer.citations.length > 0 ? (
        <Purchases
          answer={answer}
          steps={steps}
          hrefOf={hrefOf}
          decision={decision}
          rateForm={rateForm}
          forSale={forSale}
          buyForm={buyForm}
          sourceOf={sourceOf}
          scoreOf={scoreOf}
          answeredOf={answeredOf}
        />
      ) : null}
      {countForm}
      {steps.length > 1 ? <BudgetSlider answer={answer} decision={decision} /> : null}
    </section>
  )
}

function eyebrowOf(decision: Decision, answer: AnswerView): string {
  if (decision.kind === 'forecast') return 'How likely it is to come'
  if (decision.kind !== 'belief') return 'Recommended'
  return recommendedVerdict(answer) === null
    ? 'How likely it is true'
    : 'What it is, and how likely it is true'
}

function Strip({ strip, className }: Pick<AnswerProps, 'strip'> & { className?: string }) {
  return strip ? <div className={cn('my-4', className)}>{strip}</div> : null
}

type AnswerTextProps = Pick<AnswerProps, 'hrefOf' | 'strip'> & {
  prose: ProseTree
  citations: AnswerView['citations']
}

/** The words, and the tree in short: after all of them, on a phone in the midst of them. One of the two is there for anybody. */
function AnswerText({ prose, strip, ...rest }: AnswerTextProps) {
  const first = prose.findIndex((node) => typeof node !== 'string') + 1
  const hasMore = prose.slice(first).some((node) => typeof node !== 'string')
  if (!hasMore) {
    return (
      <>
        <CitedProse prose={prose} {...rest} />
        <Strip strip={strip} />
      </>
    )
  }
  return (
    <>
      <CitedProse prose={prose.slice(0, first)} {...rest} />
      <Strip strip={strip} className="sm:hidden" />
      <CitedProse prose={prose.slice(first)} {...rest} />
      <Strip strip={strip} className="max-sm:hidden" />
    </>
  )
}

function CitedProse({ prose, citations, hrefOf }: Omit<AnswerTextProps, 'strip'>) {
  return (
    <Prose
      size="lg"
      prose={prose}
      renderLink={(href, children) => {
        const citation = citationAt({ citations }, href)
        const page = pageAt(href)
        if (page !== null) {
          return (
            <a
              href={href}
              aria-label={`Page ${page} that the question is about`}
              className="nums mx-px rounded-xs bg-surface px-1 font-sans text-[0.75em] text-muted no-underline ring-1 ring-line hover:underline"
            >
              {children}
            </a>
          )
        }
        if (citation === null) return undefined
        return (
          <Link
            href={hrefOf(citation.offerId)}
            {...citationPlace(citation)}
            aria-label={`Purchase ${citation.number}`}
            className="nums mx-px rounded-xs bg-bought-wash px-1 font-sans text-[0.75em] text-bought no-underline hover:underline"
          >
            {children}
          </Link>
        )
      }}
    />
  )
}

type PublishedTextProps = Pick<AnswerProps, 'answer' | 'hrefOf' | 'sourceOf' | 'forSale' | 'strip'> & {
  publication: NonNullable<Published['standing']>
}

/** What the asker published, and how much of it its sellers keep. */
function PublishedText({ publication, answer, hrefOf, sourceOf, forSale, strip }: PublishedTextProps) {
  const { prose, withheld, revision } = publication
  const closed = answer.citations.filter(({ offerId }) => !sourceOf(offerId)?.mayQuote)
  const sold = closed.filter(({ offerId }) => forSale?.includes(offerId))
  return (
    <div className="space-y-3">
      {prose.length === 0 ? null : (
        <AnswerText prose={prose} citations={answer.citations} hrefOf={hrefOf} strip={strip} />
      )}
      {withheld > 0 ? (
        <p className="measure border-edge border-l-2 pl-4 text-muted text-sm">
          {withheldInWords(withheld, { closed: closed.length, sold: sold.length })}
        </p>
      ) : null}
      {prose.length === 0 ? <Strip strip={strip} /> : null}
      {revision === answer.revision ? null : (
        <p className="text-muted text-sm">
          This is answer {revision}. The asker has a later one, and has not published it.
        </p>
      )}
    </div>
  )
}

/** `sold`: how many of the closed sources, which nobody may quote, can be bought below. */
function withheldInWords(sentences: number, { closed, sold }: { closed: number; sold: number }): string {
  const some = sold === 0 ? '' : sold < closed ? ' (some sell it on)' : ', and sells it on'
  return sentences === 1
    ? `One sentence is left out: it names no source, or one whose seller lets nobody quote it${some}.`
    : `${sentences} sentences are left out: they name no source, or one whose seller lets nobody quote it${some}.`
}

type PurchasesProps = Pick<
  AnswerProps,
  'rateForm' | 'forSale' | 'buyForm' | 'answer' | 'decision' | 'hrefOf' | 'sourceOf' | 'answeredOf'
> & {
  scoreOf: (offerId: string) => number | null
  steps: readonly TrailStep[]
}

function Purchases({
  answer,
  decision,
  rateForm,
  forSale,
  buyForm,
  steps,
  hrefOf,
  sourceOf,
  scoreOf,
  answeredOf,
}: PurchasesProps) {
  const spentMicros = answer.citations.reduce((sum, citation) => sum + citation.priceMicros, 0n)
  const shares = answer.counted ? sharesInWords(answer.counted, decision) : []
  return (
    <div className="mt-6 max-w-3xl">
      <h3 className="eyebrow">What was bought for it</h3>
      {answer.counted ? <p className="mt-1 text-muted text-xs">{countInWords(answer.counted)}</p> : null}
      {answer.isCountDue && !answer.counted ? (
        <Spinner label="What each purchase was worth is being counted." />
      ) : null}
      <ol className="mt-1.5 divide-y divide-line border-line border-y text-sm">
        {byNumber(answer.citations).map((citation) => {
          const source = sourceOf(citation.offerId)
          const line = shares.find(({ offerId }) => offerId === citation.offerId)
          return (
            <li key={citation.offerId} className="relative flex items-baseline gap-3 py-2.5">
              <span className="nums w-6 shrink-0 text-bought text-xs">[{citation.number}]</span>
              <div className="min-w-0 flex-1">
                <Link
                  href={hrefOf(citation.offerId)}
                  {...citationPlace(citation)}
                  className="inline-block font-serif text-base leading-6 after:absolute after:inset-0 hover:underline"
                >
                  {source?.teaser ?? 'A sealed purchase'}
                </Link>
                <Answered words={answeredOf(citation.contextId)} />
                {line ? <ShareBar line={line} /> : null}
                <Changed steps={steps} citation={citation} line={line} />
                <Scored bits={scoreOf(citation.offerId)} />
                {citation.rating ? <Rated rating={citation.rating} /> : rateForm?.(citation.offerId)}
                {source && answer.prose === null ? (
                  <Source source={source} isForSale={forSale?.includes(source.id)} />
                ) : null}
                {source ? buyForm?.(source) : null}
              </div>
              <Credits micros={citation.priceMicros} unit={false} className="shrink-0" />
            </li>
          )
        })}
      </ol>
      <p className="flex justify-end pt-2 text-sm">
        <span className="total-rule">
          <Credits micros={spentMicros} className="font-medium" />
        </span>
      </p>
    </div>
  )
}

/** Once the truth is known: what it did to the log score. */
function Scored({ bits }: { bits: number | null }) {
  if (bits === null) return null
  return (
    <span className="nums block whitespace-normal text-xs">
      Against what came: <span className="font-medium">{bitsInWords(bits)}</span>
      {bits < 0 ? <span className="text-muted">, it misled</span> : null}
    </span>
  )
}

function Rated({ rating: { rating, reason } }: { rating: RatingView }) {
  return (
    <span className="block whitespace-normal text-muted text-xs">
      Rated {RATING_WORDS[rating]}
      {reason ? `: ${reason}` : ''}
    </span>
  )
}

/** Follows its seller's name. */
const LICENCE_SAID = {
  asker: '. Its words are the asker’s alone.',
  quotable: ', who lets it be quoted.',
  resale: ', who lets it be sold on.',
} as const

/** Of whom it was bought, on what terms, and what it says to whoever may read it: everybody, or its seller and its buyer. */
function Source({ source, isForSale }: { source: SeenOffer; isForSale: boolean | undefined }) {
  return (
    <div className="block whitespace-normal text-muted text-xs">
      Sold by {sellerInWords(source)}
      {LICENCE_SAID[source.mayQuote ? 'quotable' : source.licence.kind]}
      {source.licence.kind !== 'resale' || isForSale === undefined
        ? null
        : isForSale
          ? ' Whoever buys it reads it.'
          : ' It is not for sale now.'}
      {source.privateProse === null ? null : (
        <Disclosure summary="What it says" className="relative z-10 mt-1 text-ink text-sm">
          <Prose prose={source.privateProse} headingsFrom={4} />
        </Disclosure>
      )}
    </div>
  )
}

function Answered({ words }: { words: string | null }) {
  return words === null ? null : <span className="block whitespace-normal text-muted text-xs">{words}</span>
}

type ChangedProps = {
  steps: readonly TrailStep[]
  citation: AnswerView['citations'][number]
  /** Its share over all orders, which stands above; undefined where that was not counted. */
  line: ShareLine | undefined
}

function Changed({ steps, citation, line }: ChangedProps) {
  const changed = changeInWords(steps, citation)
  const gain = changed !== null && citation.value ? gainInWords(citation.value) : null
  const alone = changed === null ? null : [changed, gain].filter((part) => part !== null).join(' · ')
  const said = line
    ? orderInWords(changed, line)
    : (alone ?? (steps.length > 0 ? 'It changed nothing when it was bought.' : null))
  return said === null ? null : (
    <span className="nums block whitespace-normal text-muted text-xs">{said}</span>
  )
}
