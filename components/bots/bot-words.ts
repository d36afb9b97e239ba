import type { z } from 'zod'
import type { MarketState } from '@/components/status/status'
import type { BotView, botRunViewSchema } from '@/server/sellers/contract'
import { BOT_FAILURES_MAX } from '@/server/sellers/contract'

export type BotRun = z.infer<typeof botRunViewSchema>

/** What a bot does, in a line. */
export const BOT_KIND_WORDS = {
  fixed: 'offers one text',
  llm: 'writes with a model',
} as const satisfies Record<BotView['kind'], string>

export const SCOPE_WORDS = {
  roots: 'questions of people',
  'sub-contexts': 'sub-questions of inspectors',
  both: 'questions and sub-questions',
} as const satisfies Record<BotView['scope'], string>

/** How a bot stands, and why. */
export function standingOf(bot: Pick<BotView, 'isPaused' | 'failures'>): {
  state: MarketState
  word: string
} {
  if (!bot.isPaused) return { state: 'open', word: 'at work' }
  if (bot.failures >= BOT_FAILURES_MAX)
    return { state: 'paused', word: `paused after ${bot.failures} failures` }
  return { state: 'paused', word: 'paused' }
}

const FAILURES: Readonly<Record<string, string>> = {
  unavailable: 'The model could not be reached.',
  timeout: 'The model took too long.',
  refused: 'The model refused to answer.',
  malformed: 'The model answered in a form that could not be read.',
  truncated: 'The model’s answer was cut off.',
  misconfigured: 'The model is not set up right; its operator must look.',
}

/** What became of one run, for the bot's owner. */
export function runInWords(run: Pick<BotRun, 'state' | 'offerState' | 'failure'>): string {
  switch (run.state) {
    case 'queued':
      return 'About to answer.'
    case 'silent':
      return 'Had nothing to offer.'
    case 'failed':
      return FAILURES[run.failure ?? ''] ?? 'Something went wrong.'
    case 'answered':
      if (run.offerState === 'bought') return 'Offered, and was bought.'
      if (run.offerState === 'passed') return 'Offered; the inspector passed.'
      if (run.offerState === 'withdrawn') return 'Offered, and withdrew.'
      return 'Offered; not decided yet.'
  }
}
