import type { AskKind } from '@/server/protocol/verdict'
import { SUB_QUESTION_CHARS_MAX } from '@/server/protocol/verdict'

/**
 * How every sub-question is worded, whoever inspects: the words of its kind, of public teasers and of the public question. It cannot
 * give private information away, because it is never handed any.
 */
const WORDING: Record<AskKind, (about: string) => string> = {
  verify: (about) => `Is this true: ${about}?`,
  exception: (about) => `Are there exceptions to this: ${about}?`,
  source: (about) => `What is the source of this: ${about}?`,
  compare: (about) => `Which of these holds: ${about}?`,
  context: (about) => `What should one know before relying on this: ${about}?`,
  'follow-up': (about) => `What else should one know about ${about}?`,
}

/** Writes a sub-question of at most `SUB_QUESTION_CHARS_MAX` characters about offers known by their teasers. */
export function subQuestion(kind: AskKind, teasers: readonly string[], rootTitle: string): string {
  const wording = WORDING[kind]
  const room = SUB_QUESTION_CHARS_MAX - wording('').length
  const title = quoted(rootTitle)
  if (teasers.length === 0) return wording(`what is offered on ${cut(title, room - 20)}`)
  const joined = teasers.map(quoted).join(' or ')
  // With the question where there is room: whoever knows of its subject is to find the sub-question too.
  const about = [`${joined} (on ${title})`, joined].find(({ length }) => length <= room)
  return wording(cut(about ?? evenlyCut(teasers, room), room))
}

function evenlyCut(teasers: readonly string[], room: number): string {
  const each = Math.floor(room / teasers.length) - ' or “”'.length
  return teasers.map((teaser) => quoted(cut(oneLine(teaser), each))).join(' or ')
}

function quoted(text: string): string {
  return `“${oneLine(text).replace(/[?.!\s]+$/, '')}”`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Cuts at a word's end, so that no half word appears. */
function cut(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text
  const end = text.lastIndexOf(' ', Math.max(0, charsMax - 1))
  return end > 0 ? `${text.slice(0, end)}…` : ''
}
