import { BookOpen, Bot, HandCoins, MessageCircleQuestion } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { AnswerInBrief } from '@/components/answer/answer-line'
import { NewMark } from '@/components/inbox/item-row'
import { Credits } from '@/components/money/credits'
import { QuestionStateChip } from '@/components/question/question-state'
import { Ago, Until } from '@/components/time/time'
import { pendingInWords } from '@/components/wallet/pending-words'
import type { FollowedQuestion } from '@/server/contract/follows'
import type { Home, HomeBot, HomeItem, HomeQuestion } from '@/server/contract/home'
import { counted } from '@/server/words/amounts'

/** A part of a member's first page: what it is, the first few rows, and the way to the rest. */
export function HomePart({
  id,
  title,
  all,
  children,
}: {
  id: string
  title: string
  /** Where the whole list is, and how it is called. */
  all?: { href: string; label: string }
  children: ReactNode
}) {
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={id} className="display text-lg">
          {title}
        </h2>
        {all ? (
          <Link
            href={all.href}
            className="inline-flex min-h-8 items-center text-accent text-sm hover:underline pointer-coarse:min-h-11"
          >
            {all.label}
          </Link>
        ) : null}
      </div>
      {children}
    </section>
  )
}

/** What would fill this part, and the way to begin. */
export function NothingHere({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="mt-2 rounded-md border border-line border-dashed px-4 py-4 text-muted text-sm">
      <p>{children}</p>
      {action ? <div className="mt-3 flex flex-wrap gap-2">{action}</div> : null}
    </div>
  )
}

/** The whole at a glance: what runs, what waits, what came in. Each leads to its list. */
export function HomeFigures({ home }: { home: Home }) {
  const pending = pendingInWords(home)
  return (
    <dl className="grid grid-cols-3 gap-x-4 border-line border-y py-4 sm:gap-x-10">
      <HomeFigure href="/questions?tab=mine&state=open" label="Open questions" value={home.openQuestions}>
        {newsInWords(home.questions.filter(isNews).length)}
      </HomeFigure>
      <HomeFigure href="/selling/to-answer" label="To answer" value={home.waiting}>
        {home.hasAlerts ? 'found by your alerts' : 'you have no alert'}
      </HomeFigure>
      <HomeFigure
        href="/selling"
        label="Earned this week"
        value={<Credits micros={home.earnedMicros} unit={false} />}
      >
        {pending === null ? counted(home.sales, 'sale') : `${counted(home.sales, 'sale')}; ${pending}`}
      </HomeFigure>
    </dl>
  )
}

const newsInWords = (withNews: number) => (withNews === 0 ? 'nothing new' : `${withNews} with news`)

const isNews = ({ newOffers, hasNewAnswer }: HomeQuestion) => newOffers > 0 || hasNewAnswer

type HomeFigureProps = { href: string; label: string; value: ReactNode; children: ReactNode }

function HomeFigure({ href, label, value, children }: HomeFigureProps) {
  return (
    <div className="group relative flex min-w-0 flex-col">
      <dt className="text-muted text-xs">
        <Link href={href} className="after:absolute after:-inset-2 after:rounded-md group-hover:underline">
          {label}
        </Link>
      </dt>
      <dd className="nums font-medium text-2xl leading-tight">{value}</dd>
      <dd className="text-muted text-xs">{children}</dd>
    </div>
  )
}

const ROW = 'group relative flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3'
const TITLE =
  'font-serif text-base leading-6 after:absolute after:inset-0 after:-mx-2 after:rounded-md group-hover:underline group-hover:underline-offset-4'

/** One's own open questions, with what is new about each. */
export function OpenQuestions({ questions }: { questions: readonly HomeQuestion[] }) {
  return (
    <ul className="divide-y divide-line">
      {questions.map((question) => (
        <li key={question.id} className={ROW}>
          <div className="min-w-0 flex-1 basis-72">
            <h3>
              {isNews(question) ? <NewMark /> : null}
              <Link href={`/questions/${question.id}`} className={TITLE}>
                {question.title}
              </Link>
            </h3>
            <p className="mt-0.5 text-muted text-sm">{newsOf(question)}</p>
          </div>
          <p className="flex shrink-0 items-baseline gap-x-4 text-sm">
            <span className="text-muted">
              <Credits micros={question.heldMicros} unit={false} className="text-ink" /> left
            </span>
            <span className="text-muted">
              <Until at={question.deadlineAt} verb="ends" past="deadline passed" />
            </span>
            <QuestionStateChip state={question.state} />
          </p>
        </li>
      ))}
    </ul>
  )
}

function newsOf({ newOffers, hasNewAnswer, offers }: HomeQuestion): string {
  const news = [
    hasNewAnswer ? 'a new answer to read' : null,
    newOffers > 0 ? counted(newOffers, 'new offer') : null,
  ].filter((part) => part !== null)
  if (news.length > 0) return news.join(', ')
  return offers === 0 ? 'no offer yet' : `${counted(offers, 'offer')}, nothing new`
}

/** What is new in what one follows, and which of that it came by. */
export function FollowedNews({ questions }: { questions: readonly FollowedQuestion[] }) {
  return (
    <ul className="divide-y divide-line">
      {questions.map((question) => (
        <li key={question.id} className={ROW}>
          <div className="min-w-0 flex-1 basis-72">
            <h3>
              <Link href={`/questions/${question.id}`} className={TITLE}>
                {question.title}
              </Link>
            </h3>
            <p className="mt-0.5 min-w-0 text-muted text-sm">
              {question.by.kind === 'question' ? (
                question.answer ? (
                  <AnswerInBrief answer={question.answer} />
                ) : (
                  'ended without a published answer'
                )
              ) : (
                CAME_BY[question.by.kind](question.by.label)
              )}
            </p>
          </div>
          <p className="flex shrink-0 items-baseline gap-x-4 text-muted text-sm">
            <Ago at={question.newsAt} />
            <QuestionStateChip state={question.state} />
          </p>
        </li>
      ))}
    </ul>
  )
}

const CAME_BY = {
  person: (name: string) => `asked by ${name}`,
  page: (title: string) => `about ${title}`,
  tag: (tag: string) => `under ${tag}`,
} as const

/** Questions that wait for this member, the largest budgets first. */
export function WorthAnswering({ items }: { items: readonly HomeItem[] }) {
  return (
    <ul className="divide-y divide-line">
      {items.map((item) => (
        <li key={item.contextId} className={ROW}>
          <div className="min-w-0 flex-1 basis-72">
            <h3>
              <Link href={`/questions/${item.contextId}?tab=offers#offer`} className={TITLE}>
                {item.title}
              </Link>
            </h3>
            <p className="mt-0.5 text-muted text-sm">
              {item.offers === 0 ? 'no offer yet' : counted(item.offers, 'offer')}
              {item.isAddressed
                ? ', you are asked by name'
                : item.matcher
                  ? `, found by ${item.matcher.name}`
                  : null}
            </p>
          </div>
          <p className="flex shrink-0 items-baseline gap-x-4 text-sm">
            <Credits micros={item.leftMicros} className="font-medium" />
            <span className="text-muted">
              <Until at={item.closesAt} verb="ends" past="ended" />
            </span>
          </p>
        </li>
      ))}
    </ul>
  )
}

/** What each of one's bots did this week. */
export function BotsAtWork({ bots }: { bots: readonly HomeBot[] }) {
  return (
    <ul className="divide-y divide-line">
      {bots.map((bot) => (
        <li key={bot.id} className={ROW}>
          <div className="min-w-0">
            <h3 className="text-sm">
              <Link
                href={`/bots/${bot.id}`}
                className="font-medium after:absolute after:inset-0 after:-mx-2 after:rounded-md group-hover:underline"
              >
                {bot.name}
              </Link>
            </h3>
            <p className="text-muted text-sm">{didInWords(bot)}</p>
          </div>
          {bot.earnedMicros > 0n ? (
            <Credits
              micros={bot.earnedMicros}
              sign
              unit={false}
              className="font-medium text-bought text-sm"
            />
          ) : null}
        </li>
      ))}
    </ul>
  )
}

function didInWords({ pausedFor, asked, offers, bought }: HomeBot): string {
  if (pausedFor === 'not-live') return 'not started yet'
  const stands = pausedFor === null ? '' : 'paused; '
  if (asked === 0) return `${stands}no question for it this week`
  return `${stands}${counted(asked, 'question')}, ${counted(offers, 'offer')}, ${bought} sold`
}

const BEGINNINGS = [
  {
    href: '/ask',
    icon: <MessageCircleQuestion aria-hidden />,
    title: 'Ask something',
    text: 'A question and a budget. Bots answer within seconds, people until your deadline.',
  },
  {
    href: '/questions?tab=unanswered',
    icon: <HandCoins aria-hidden />,
    title: 'Answer something',
    text: 'You know what somebody asks? Name your price. You are paid if it is bought.',
  },
  {
    href: '/bots/new',
    icon: <Bot aria-hidden />,
    title: 'Let a bot sell',
    text: 'Give it a text, a file or your server. It answers while you are away.',
  },
  {
    href: '/how-it-works',
    icon: <BookOpen aria-hidden />,
    title: 'See how it works',
    text: 'One question followed to its end, in pictures.',
  },
] as const

/** For who has done nothing here yet: the ways to begin. */
export function Beginnings() {
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {BEGINNINGS.map(({ href, icon, title, text }) => (
        <li
          key={href}
          className="group relative rounded-lg border border-line bg-surface p-5 hover:border-edge"
        >
          <span className="text-muted [&_svg]:size-5">{icon}</span>
          <h2 className="mt-2 font-medium">
            <Link href={href} className="after:absolute after:inset-0 group-hover:underline">
              {title}
            </Link>
          </h2>
          <p className="mt-1 text-muted text-sm">{text}</p>
        </li>
      ))}
    </ul>
  )
}
