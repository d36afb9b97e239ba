import { likelihoodOf, toneOf, verdictInWords } from '@/components/thread/verdict-words'
import type { PageMark } from '@/server/contract/threads'

/** How a passage is marked: by colour and by the line under it. */
export const TONES = ['likely', 'unlikely', 'open'] as const
export type Tone = (typeof TONES)[number]

const ENDED: readonly PageMark['state'][] = [
  'answered',
  'expired',
  'decided',
  'resolved',
  'cancelled',
  'failed',
]

/** What is known of a question's claim, as a tone and in words. */
export function verdictOf(mark: PageMark): { tone: Tone; words: string } {
  const likelihood = likelihoodOf(mark)
  const isOpen = !ENDED.includes(mark.state)
  const words = verdictInWords(mark) ?? mark.verdict
  return {
    tone: likelihood === null ? 'open' : toneOf(likelihood.share),
    words:
      words === null
        ? isOpen
          ? 'still open'
          : 'ended without a verdict'
        : isOpen
          ? `${words}, so far`
          : words,
  }
}
