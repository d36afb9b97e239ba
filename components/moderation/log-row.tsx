import Link from 'next/link'
import type { ReactNode } from 'react'
import { ExactMoment } from '@/components/wallet/exact-moment'
import type { LogLine } from '@/server/contract/moderation'
import { RIGHT_WORDS, RULE_WORDS, THING_WORDS } from '@/server/words/moderation'

const APPEAL_WORDS = {
  waiting: 'Its author has appealed.',
  upheld: 'Its author appealed; it stays hidden.',
  overturned: 'Its author appealed; it is shown again.',
} as const

/** One line of the public log of moderation. */
export function LogRow({ line, action }: { line: LogLine; action?: ReactNode }) {
  return (
    <li className="space-y-1 py-3">
      <p className="text-muted text-sm">
        <ExactMoment at={line.at} />
      </p>
      {line.kind === 'decided' ? <Decided line={line} /> : <Suspended line={line} />}
      {action}
    </li>
  )
}

function Decided({ line }: { line: Extract<LogLine, { kind: 'decided' }> }) {
  return (
    <p>
      {line.outcome === 'hidden' ? 'Hidden' : 'Flagged and kept'}: {THING_WORDS[line.subject]} of{' '}
      <Name handle={line.author} />
      {line.rule === null ? '.' : `. ${RULE_WORDS[line.rule].label}.`}{' '}
      {line.appeal === null ? null : APPEAL_WORDS[line.appeal]}
    </p>
  )
}

function Suspended({ line }: { line: Extract<LogLine, { kind: 'suspended' }> }) {
  return (
    <p>
      Suspended: {RIGHT_WORDS[line.right]}, {line.ofBot ? 'of a bot of' : 'of'} <Name handle={line.person} />,
      until <ExactMoment at={line.until} />. {RULE_WORDS[line.rule].label}.
      {line.liftedAt === null ? null : (
        <>
          {' '}
          Given back <ExactMoment at={line.liftedAt} />.
        </>
      )}
    </p>
  )
}

function Name({ handle }: { handle: string }) {
  return (
    <Link href={`/people/${handle}`} className="underline underline-offset-2">
      @{handle}
    </Link>
  )
}
