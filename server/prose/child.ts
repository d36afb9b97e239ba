import type { Prose } from '../contract/prose'
import type { ProseFailure } from '../words/failures'
import { readProse, UnreadableProseError } from './read-prose'

export type ProseReply = { ok: true; prose: Prose } | { ok: false; why: ProseFailure }

/** What the child does with one text. A text nested past the stack is as unreadable as one past our limit. */
export default function layOut(markdown: string): ProseReply {
  try {
    return { ok: true, prose: readProse(markdown) }
  } catch (error) {
    if (error instanceof UnreadableProseError) return { ok: false, why: error.why }
    if (error instanceof RangeError) return { ok: false, why: 'too-deep' }
    throw error
  }
}
