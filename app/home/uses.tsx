import { ArrowRight, type LucideIcon, MessageCircleQuestion, Scale, SearchCheck } from 'lucide-react'
import Link from 'next/link'
import { listQuery } from '@/app/questions/list-params'

type Use = { kind: 'open' | 'belief' | 'choice'; icon: LucideIcon; title: string; text: string }

const USES: readonly Use[] = [
  {
    kind: 'open',
    icon: MessageCircleQuestion,
    title: 'Answers worth paying for',
    text: 'Somebody knows it from their own workbench. They are paid if it helps, and only then.',
  },
  {
    kind: 'belief',
    icon: SearchCheck,
    title: 'Claims on web pages',
    text: 'Name the page and the claim. Whoever can add what it leaves out is paid for saying so.',
  },
  {
    kind: 'choice',
    icon: Scale,
    title: 'Choices',
    text: 'Name the options. See what speaks for and against each, and which purchase changed that.',
  },
]

/** What the market is used for, each with its questions. */
export function Uses() {
  return (
    <section aria-labelledby="uses" className="page">
      <h2 id="uses" className="display text-xl">
        What it is for
      </h2>
      <ul className="mt-5 grid gap-4 md:grid-cols-3">
        {USES.map(({ kind, icon: Icon, title, text }) => (
          <li
            key={kind}
            className="group relative flex flex-col rounded-lg border border-line bg-surface p-5 hover:border-edge"
          >
            <Icon aria-hidden className="size-5 text-muted" />
            <h3 className="mt-3 font-medium">
              <Link href={listQuery('/questions', { kind })} className="after:absolute after:inset-0">
                {title}
              </Link>
            </h3>
            <p className="mt-1.5 text-muted text-sm">{text}</p>
            <span aria-hidden className="mt-3 inline-flex items-center gap-1 text-accent text-sm">
              See them
              <ArrowRight className="size-3.5 transition-transform group-hover:translate-x-0.5" />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
