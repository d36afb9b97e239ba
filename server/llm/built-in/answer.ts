import { bestOption } from '@/server/protocol/value'
import { sentencesOf } from '@/server/shared/words'
import type { AnswerReply, AnswerTask, KnownInfo, QuestionText, Recommended } from '../model'
import { overlap } from './claims'
import { type Reading, readFor, recommend } from './recommend'
import { questionWords, relevanceOf, subjectTerms, wantedBy } from './relevance'

/** Three sentences of each purchase: an extract, not a copy. */
const SENTENCES_EACH = 3
/** A sentence this long is cut: a citation opens the whole. */
const SENTENCE_CHARS_MAX = 400
/** Two sentences with this much in common say the same; both are cited once. */
const SAME_SHARE = 0.85

/** Writes an answer from the dossier alone, sentence by sentence with its citations, and notes what each purchase changed. */
export function answerBuiltIn({ question, dossier, sealed }: AnswerTask): AnswerReply {
  const read = dossier.map((info): Bought => ({ info, reading: readFor(question, info.privateInfo) }))
  const readings = read.map(({ reading }) => reading)
  const trail = Array.from({ length: dossier.length + 1 }, (_, bought) =>
    recommend(question, readings.slice(0, bought)),
  )
  const final = sealed?.recommended ?? trail[trail.length - 1] ?? { kind: 'open' }
  const parts =
    dossier.length === 0 && !sealed
      ? [nothingBought(question)]
      : [headline(question, read, final, sealed?.handles), ...extracts(question, dossier)]
  return { markdown: parts.filter((part) => part !== '').join('\n\n'), trail }
}

type Bought = { info: KnownInfo; reading: Reading }

function nothingBought({ decision }: QuestionText): string {
  const start = 'With nothing bought, this answer rests on the question alone.'
  if (decision.kind === 'belief')
    return `${start} It gives no reason to think the claim more or less likely than it was before.`
  if (decision.kind === 'choice') return `${start} It gives no reason to prefer one option to another.`
  return `${start} There is no information to report.`
}

function headline(
  question: QuestionText,
  dossier: readonly Bought[],
  final: Recommended,
  sealedHandles: readonly string[] = [],
): string {
  const speaking = dossier.filter(
    ({ reading }) => reading.evidence.length > 0 || reading.stance.step !== 0 || reading.stance.isCorrection,
  )
  const cited = citations([...speaking.map(({ info }) => info.handle), ...sealedHandles])
  if (final.kind === 'belief') {
    if (!cited) return 'What was bought neither supports nor refutes the claim.'
    return `The claim is **${likelihood(final.probability)}** (${Math.round(final.probability * 100)} %). ${cited}`
  }
  if (final.kind === 'choice' && question.decision.kind === 'choice') {
    const top = bestOption(final.utilities)
    const isTie = final.utilities.filter((utility) => utility === final.utilities[top]).length > 1
    if (!cited || isTie) return 'What was bought does not single out one of the options.'
    return `**${plain(question.decision.options[top] ?? '')}** comes out best. ${cited}`
  }
  return ''
}

/** Words for a probability, so that nobody has to read a number. */
function likelihood(probability: number): string {
  if (probability >= 0.85) return 'very probably true'
  if (probability >= 0.6) return 'probably true'
  if (probability > 0.4) return 'open'
  return probability > 0.15 ? 'probably false' : 'very probably false'
}

type Extract = { text: string; sources: KnownInfo[] }

function extracts(question: QuestionText, dossier: readonly KnownInfo[]): string[] {
  const found: Extract[] = []
  for (const info of dossier) {
    for (const text of bestSentences(question, info)) {
      const same = found.find((other) => overlap(subjectTerms(other.text), subjectTerms(text)) >= SAME_SHARE)
      if (!same) found.push({ text, sources: [info] })
      else if (!same.sources.includes(info)) same.sources.push(info)
    }
  }
  return found.map(({ text, sources }) => `${text} ${citations(sources.map(({ handle }) => handle))}`)
}

/** The sentences closest to the question, in their own order. */
function bestSentences(question: QuestionText, info: KnownInfo): string[] {
  const wanted = wantedBy({ questions: [question], subject: null })
  const teaser = subjectTerms(`${info.teaser}\n${questionWords(question)}`)
  return sentencesOf(info.privateInfo)
    .map((text, index) => ({
      text,
      index,
      score: relevanceOf(text, wanted) + overlap(teaser, subjectTerms(text)),
    }))
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, SENTENCES_EACH)
    .sort((a, b) => a.index - b.index)
    .map(({ text }) => plain(text))
}

function citations(handles: readonly string[]): string {
  return handles.map((handle) => `[${handle}]`).join('')
}

/** A seller's sentence as one line of plain text: no heading, list, link, image or HTML, and no citation of its own. */
function plain(text: string): string {
  const line = text.replace(/\s+/g, ' ').replace(/^(?:[#>*+-]|\d+[.)])+\s+/, '')
  const short = line.length <= SENTENCE_CHARS_MAX ? line : `${line.slice(0, SENTENCE_CHARS_MAX).trimEnd()}…`
  return short.replace(/\[(\d+)\]/g, '($1)').replace(/[\\`*_[\]<>!|~#]/g, (character) => `\\${character}`)
}
