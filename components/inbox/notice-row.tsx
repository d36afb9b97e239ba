import {
  AtSign,
  BellRing,
  Bot,
  CalendarClock,
  CircleCheck,
  CirclePause,
  CircleX,
  Coins,
  Dices,
  Eye,
  EyeOff,
  Flag,
  KeyRound,
  MessageSquare,
  MessageSquareDiff,
  MessageSquareText,
  NotebookPen,
  PanelTop,
  Quote,
  Scale,
  Search,
  Undo2,
} from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { NewMark } from '@/components/inbox/item-row'
import { Credits } from '@/components/money/credits'
import { Ago } from '@/components/time/time'
import { cn } from '@/components/ui/cn'
import type { Notice } from '@/server/contract/inbox'
import { noticeHref, noticeInWords } from '@/server/contract/notice-line'

/** The market's own colours: what was bought looks the same everywhere. */
const LOOKS: Readonly<Record<Notice['event'], { tone: string; icon: ReactNode }>> = {
  'question.matched': { tone: 'asking', icon: <Search aria-hidden /> },
  'offer.read': { tone: 'reading', icon: <Eye aria-hidden /> },
  'offer.bought': { tone: 'bought', icon: <CircleCheck aria-hidden /> },
  'offer.passed': { tone: 'passed', icon: <EyeOff aria-hidden /> },
  'offer.bond-kept': { tone: 'cancelled', icon: <Coins aria-hidden /> },
  'offer.resold': { tone: 'bought', icon: <CircleCheck aria-hidden /> },
  'answer.resold': { tone: 'bought', icon: <Coins aria-hidden /> },
  'offer.quoted': { tone: 'settled', icon: <Quote aria-hidden /> },
  'quote.wanted': { tone: 'asking', icon: <Quote aria-hidden /> },
  'quote.allowed': { tone: 'settled', icon: <Quote aria-hidden /> },
  'bot.paused': { tone: 'paused', icon: <Bot aria-hidden /> },
  'question.offered': { tone: 'plain', icon: <MessageSquare aria-hidden /> },
  'question.paused': { tone: 'paused', icon: <CirclePause aria-hidden /> },
  'question.answered': { tone: 'asking', icon: <MessageSquareText aria-hidden /> },
  'question.revised': { tone: 'asking', icon: <MessageSquareDiff aria-hidden /> },
  'question.settled': { tone: 'settled', icon: <Flag aria-hidden /> },
  'question.cancelled': { tone: 'cancelled', icon: <CircleX aria-hidden /> },
  'sale.contested': { tone: 'paused', icon: <Scale aria-hidden /> },
  'sale.decided': { tone: 'settled', icon: <Scale aria-hidden /> },
  'complaint.decided': { tone: 'settled', icon: <Scale aria-hidden /> },
  'question.countered': { tone: 'asking', icon: <Undo2 aria-hidden /> },
  'spend.waiting': { tone: 'asking', icon: <KeyRound aria-hidden /> },
  'question.due': { tone: 'waiting', icon: <CalendarClock aria-hidden /> },
  'flag.decided': { tone: 'settled', icon: <Scale aria-hidden /> },
  'thing.hidden': { tone: 'paused', icon: <Scale aria-hidden /> },
  'thing.shown': { tone: 'settled', icon: <Scale aria-hidden /> },
  'right.suspended': { tone: 'paused', icon: <Scale aria-hidden /> },
  'right.restored': { tone: 'settled', icon: <Scale aria-hidden /> },
  'credits.corrected': { tone: 'paused', icon: <Undo2 aria-hidden /> },
  'question.addressed': { tone: 'asking', icon: <AtSign aria-hidden /> },
  'claim.about-you': { tone: 'asking', icon: <AtSign aria-hidden /> },
  'note.shown': { tone: 'settled', icon: <NotebookPen aria-hidden /> },
  'note.not-shown': { tone: 'passed', icon: <NotebookPen aria-hidden /> },
  'site.asked': { tone: 'waiting', icon: <PanelTop aria-hidden /> },
  'question.raised': { tone: 'bought', icon: <Coins aria-hidden /> },
  'followed.asked': { tone: 'asking', icon: <BellRing aria-hidden /> },
  'followed.answered': { tone: 'settled', icon: <BellRing aria-hidden /> },
  'followed.ended': { tone: 'plain', icon: <BellRing aria-hidden /> },
  'game.turn': { tone: 'asking', icon: <Dices aria-hidden /> },
  'game.judging': { tone: 'asking', icon: <Dices aria-hidden /> },
  'game.ended': { tone: 'settled', icon: <Dices aria-hidden /> },
  'credits.given': { tone: 'bought', icon: <CircleCheck aria-hidden /> },
  'webhook.paused': { tone: 'paused', icon: <CirclePause aria-hidden /> },
}

/** What came in stands at the end of the line. */
const BRINGS_CREDITS: ReadonlySet<Notice['event']> = new Set([
  'offer.bought',
  'offer.resold',
  'answer.resold',
])

export type NoticeRowProps = {
  notice: Notice
  /** The line was followed. */
  onOpen: () => void
}

/** What happened, in a sentence; the whole line leads there. */
export function NoticeRow({ notice, onOpen }: NoticeRowProps) {
  const { before, title, after, detail } = noticeInWords(notice)
  const { tone, icon } = LOOKS[notice.event]
  return (
    <li className="group relative flex items-start gap-3 py-3.5">
      <span data-tone={tone} className="mt-1 text-tone [&_svg]:size-4">
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <p className={cn('text-sm leading-6', notice.isRead && 'text-muted')}>
          {notice.isRead ? null : <NewMark word="Unread" />}
          <Link
            href={noticeHref(notice)}
            onClick={onOpen}
            className="after:absolute after:inset-0 after:-mx-3 after:rounded-md group-hover:underline group-hover:underline-offset-4"
          >
            {before}
            {title === null ? null : <span className="font-serif text-base"> “{title}”</span>}
            {after === '' ? null : ` ${after}`}
          </Link>
        </p>
        {notice.offer ? (
          <p className="truncate font-serif text-muted text-sm">{notice.offer.teaser}</p>
        ) : null}
        {detail === null ? null : <p className="text-muted text-sm">{detail}</p>}
        <p className="text-muted text-xs sm:hidden">
          <Ago at={notice.changedAt} />
        </p>
      </div>
      <div className="shrink-0 text-right text-sm">
        {BRINGS_CREDITS.has(notice.event) && notice.amountMicros !== null ? (
          <Credits micros={notice.amountMicros} sign unit={false} className="font-medium text-bought" />
        ) : null}
        <span className="block text-muted text-xs max-sm:hidden">
          <Ago at={notice.changedAt} />
        </span>
      </div>
    </li>
  )
}
