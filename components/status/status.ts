import {
  Ban,
  BookOpen,
  BookOpenCheck,
  Check,
  Circle,
  CircleCheckBig,
  CircleMinus,
  CirclePause,
  CircleQuestionMark,
  CircleX,
  Hourglass,
  Inbox,
  Lock,
  type LucideIcon,
  MessageCircleQuestionMark,
  MessageSquareMore,
  Undo2,
} from 'lucide-react'
import type { Reason } from '@/server/protocol/alphabets'

/** The colour sets of `app/globals.css`; an element takes one by `data-tone`. */
export const TONES = [
  'plain',
  'accent',
  'bought',
  'passed',
  'asking',
  'waiting',
  'sealed',
  'paused',
  'reading',
  'settled',
  'cancelled',
  'failed',
] as const

export type Tone = (typeof TONES)[number]

export type Status = {
  /** The word people read; never the raw state. */
  word: string
  icon: LucideIcon
  tone: Tone
  /** One sentence for a newcomer. */
  explanation: string
}

/**
 * Word, icon and colour of every state a question, a tree or an offer can be in: the same in rows, graph, receipts and
 * charts. A state is always shown with all three.
 */
export const STATUS = {
  collecting: {
    word: 'collecting offers',
    icon: Inbox,
    tone: 'asking',
    explanation: 'The question is out; offers are coming in.',
  },
  inspecting: {
    word: 'reading',
    icon: BookOpen,
    tone: 'reading',
    explanation: 'The agent is reading the full text of the offers.',
  },
  asking: {
    word: 'asking',
    icon: MessageCircleQuestionMark,
    tone: 'asking',
    explanation: 'The agent put a question of its own to the market.',
  },
  waiting: {
    word: 'waiting',
    icon: Hourglass,
    tone: 'waiting',
    explanation: 'The agent waits for the answer to a question of its own.',
  },
  provisional: {
    word: 'provisional answer',
    icon: MessageSquareMore,
    tone: 'asking',
    explanation:
      'What came so far was read, and the answer is provisional. Later offers are read until the deadline, and the answer is revised.',
  },
  paused: {
    word: 'paused',
    icon: CirclePause,
    tone: 'paused',
    explanation: 'The agent could not go on. Nothing is lost; it can be resumed.',
  },
  settled: {
    word: 'answered',
    icon: CircleCheckBig,
    tone: 'settled',
    explanation: 'It has an answer. What was not spent has been returned.',
  },
  unanswered: {
    word: 'not answered',
    icon: CircleMinus,
    tone: 'passed',
    explanation: 'It has ended, and nothing was bought. The whole budget has been returned.',
  },
  cancelled: {
    word: 'cancelled',
    icon: Ban,
    tone: 'cancelled',
    explanation: 'Stopped by the asker. What was bought is kept, the rest was returned.',
  },
  failed: {
    word: 'failed',
    icon: CircleX,
    tone: 'failed',
    explanation: 'The reading ended with an error. What was not spent has been returned.',
  },
  open: {
    word: 'not read yet',
    icon: Circle,
    tone: 'plain',
    explanation: 'Nobody has read the full text; the seller can still change or withdraw the offer.',
  },
  read: {
    word: 'read',
    icon: BookOpenCheck,
    tone: 'reading',
    explanation: 'It lies before the agent, which has not decided.',
  },
  hold: {
    word: 'being checked',
    icon: CircleQuestionMark,
    tone: 'waiting',
    explanation: 'The agent wants to know more before it decides.',
  },
  undecided: {
    word: 'waits',
    icon: Hourglass,
    tone: 'waiting',
    explanation: 'Nobody checks it: the agent decides on it when what it asked about others is answered.',
  },
  bought: {
    word: 'bought',
    icon: Check,
    tone: 'bought',
    explanation: 'Paid for. The buyer can read the full text for good.',
  },
  passed: {
    word: 'not bought',
    icon: CircleMinus,
    tone: 'passed',
    explanation: 'Read, not bought, and forgotten. Nobody paid.',
  },
  withdrawn: {
    word: 'withdrawn',
    icon: Undo2,
    tone: 'cancelled',
    explanation: 'The seller took the offer back before it was read.',
  },
  sealed: {
    word: 'sealed',
    icon: Lock,
    tone: 'sealed',
    explanation: 'Hidden, because showing it would give away something that was not bought.',
  },
} as const satisfies Record<string, Status>

export type MarketState = keyof typeof STATUS

/** An offer on the table while the agent waits: one that it has checked, or one that nobody checks. */
export function heldStateOf(reason: Reason | null): MarketState {
  return reason === 'undecided' ? 'undecided' : 'hold'
}

export function statusOf(state: MarketState): Status {
  return STATUS[state]
}
