import { sentencesOf, termsOf, wordsOf } from './words'

/**
 * Where a text without headings turns to another subject, as far as words show that. Pure and cheap: a form that is being typed into asks
 * it too.
 */

/** Words that most practical texts have: two that share no others have no subject in common. */
const MEASURES = new Set(
  termsOf(
    `second seconds minute minutes hour hours day days week weeks month months year years time times today hot cold warm water long short
    big small large little half third quarter first last next new old good better best bad per cent percent degree degrees number
    part parts side thing things way kind case use used make take give put keep leave let need want get go come`,
  ),
)

/** With fewer words of its own nobody can tell what a paragraph is about: it belongs to what stands before it. */
const TERMS_MIN = 8
/**
 * Below this cosine of their words paragraphs share hardly any. Of 74 neighbours in the demo market's documents that are headed otherwise it
 * parts 43; of 682 under one heading in this project's own documents, 48.
 */
const LIKENESS_MIN = 0.08

/** Who has one of these among the first words speaks of what stands before. */
const POINTS_BACK = new Set(
  'it its they them their theirs this these those he him his she her hers'.split(' '),
)
const OPENING_WORDS = 6

/** Scripts without spaces: a whole clause counts as one word there, and no two paragraphs share any. */
const WITHOUT_SPACES = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

/** Whether a paragraph is about something else than the one before it. */
export function shiftsSubject(before: string, next: string): boolean {
  if (WITHOUT_SPACES.test(next)) return false
  const opening = wordsOf(sentencesOf(next)[0] ?? '').slice(0, OPENING_WORDS)
  if (opening.some((word) => POINTS_BACK.has(word))) return false
  const [above, below] = [countsOf(before), countsOf(next)]
  return above.size >= TERMS_MIN && below.size >= TERMS_MIN && likeness(above, below) < LIKENESS_MIN
}

/** Paragraphs in their order, those of one subject together. */
export function bySubject(paragraphs: readonly string[]): string[][] {
  const groups: string[][] = []
  for (const paragraph of paragraphs) {
    const group = groups.at(-1)
    if (!group || shiftsSubject(group.at(-1) ?? '', paragraph)) groups.push([paragraph])
    else group.push(paragraph)
  }
  return groups
}

type Counts = ReadonlyMap<string, number>

function countsOf(text: string): Counts {
  const counts = new Map<string, number>()
  for (const term of termsOf(text)) {
    if (!MEASURES.has(term) && !/\d/.test(term)) counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  return counts
}

/** The cosine of how often two texts have each word. */
function likeness(one: Counts, other: Counts): number {
  let common = 0
  for (const [term, count] of one) common += count * (other.get(term) ?? 0)
  const size = (counts: Counts) => Math.hypot(...counts.values())
  return common === 0 ? 0 : common / (size(one) * size(other))
}
