import { optionsOf, statementOf } from '@/server/protocol/decision'
import { bestOption } from '@/server/protocol/value'
import { withoutSource } from '@/server/shared/source-line'
import { counted } from '@/server/words/amounts'
import { extractInWords, nearlyTheSameInWords } from '@/server/words/extracts'
import type { AnswerReply, AnswerTask, KnownInfo, QuestionText, Recommended, RecommendTask } from '../model'
import { type Claims, contradicts, isWithin, readClaims } from './claims'
import { extractOf } from './extract'
import { byFit, fitOf, subjectOf } from './fit'
import { needsMet } from './needs'
import { type PageSays, pagesSay } from './pages'
import { type Reading, readFor, recommend } from './recommend'
import { subjectTerms, wantedBy } from './relevance'

/** Stands under everything it writes. */
export const BY_WORDS = '_Matched by words, not understood._'
/** A sentence this long is cut where a page says it, or a need is held against it: a citation opens the whole. */
const SENTENCE_CHARS_MAX = 400

/**
 * Puts an answer together from the dossier alone: an extract of each purchase in quotation marks, once, what fits the question best first. It
 * matches words and says so; of a claim and of a forecast it gives no probability, because words alone carry none; of a
 * product it puts each need beside what has its words.
 */
export function answerBuiltIn(task: AnswerTask): AnswerReply {
  const { question, dossier, sealed = [] } = task
  const read = dossier.map(
    (info): Bought => ({ info, reading: readFor(question, withoutSource(info.privateInfo)) }),
  )
  const final = task.recommended ?? recommendBuiltIn(task)
  const said = pagesSay(question).map(pageLine)
  const parts =
    dossier.length === 0 && sealed.length === 0
      ? said.length === 0
        ? [nothingBought(question)]
        : [...needsLines(question, dossier), ...said, BY_WORDS]
      : [
          headline(question, read, final, sealed),
          ...needsLines(question, dossier),
          ...said,
          ...extracts(question, dossier),
          BY_WORDS,
        ]
  return { markdown: parts.filter((part) => part !== '').join('\n\n') }
}

/** What the words of the dossier speak for; open for a claim and for a forecast, of which words carry no probability. */
export function recommendBuiltIn({ question, dossier }: RecommendTask): Recommended {
  if (statementOf(question.decision) !== null) return { kind: 'open' }
  return recommend(
    question,
    dossier.map(({ privateInfo }) => readFor(question, withoutSource(privateInfo))),
  )
}

const PAGE_SIDES = {
  same: 'The page seems to say so too',
  other: '**The page seems to say otherwise**',
} as const

/** A page is quoted, never believed: that it says so does not make it so. */
function pageLine({ handle, sentence, side }: PageSays): string {
  return `${side === null ? 'The page says' : PAGE_SIDES[side]}: “${plain(sentence)}” [${handle}]`
}

type Bought = { info: KnownInfo; reading: Reading }

function nothingBought({ decision }: QuestionText): string {
  const start = 'With nothing bought, this answer rests on the question alone.'
  if (decision.kind === 'belief')
    return `${start} It gives no reason to think the claim more or less likely than it was before.`
  if (decision.kind === 'forecast')
    return `${start} It gives no reason to think it more or less likely than it was before.`
  if (decision.kind === 'buy') return `${start} It gives no reason to buy it, and none to leave it.`
  if (decision.kind === 'choice') return `${start} It gives no reason to prefer one option to another.`
  return `${start} There is no information to report.`
}

function headline(
  question: QuestionText,
  dossier: readonly Bought[],
  final: Recommended,
  sealedHandles: readonly string[],
): string {
  if (statementOf(question.decision) !== null) return stancesOn(question, dossier, sealedHandles)
  const options = optionsOf(question.decision)
  if (final.kind !== 'choice' || options.length === 0) return ''
  const counts = options.flatMap((option, index) => countedOn(plain(option), index, dossier))
  const sealed = sealedHandles.length > 0 ? ` ${citations(sealedHandles)} stays closed.` : ''
  // One sentence: who may read only a part of what was bought gets all sides or none.
  const told = counts.length > 0 ? [`${counts.join('; ')}.`] : []
  return [...told, `${standingOf(options, final.utilities, counts.length > 0)}${sealed}`].join('\n')
}

/** What the bought texts say of one option, counted; none when they are silent on it. */
function countedOn(option: string, index: number, dossier: readonly Bought[]): string[] {
  const handlesWhere = (isSo: (value: number) => boolean) =>
    dossier.filter(({ reading }) => isSo(valueOn(reading, index))).map(({ info }) => info.handle)
  const sides = [
    ['speak for it', handlesWhere((value) => value > 0)],
    ['speak against it', handlesWhere((value) => value < 0)],
  ] as const
  const told = sides
    .filter(([, handles]) => handles.length > 0)
    .map(([side, handles]) => speakingSide(side, handles))
  return told.length === 0 ? [] : [`**${option}**: ${told.join(', ')}`]
}

function valueOn({ evidence }: Reading, option: number): number {
  return evidence.reduce((sum, item) => (item.option === option ? sum + item.value : sum), 0)
}

/** Which option the words are kindest to; what is best in truth they do not say. */
function standingOf(options: readonly string[], utilities: readonly number[], isSpokenOf: boolean): string {
  const top = bestOption(utilities)
  const isTie = utilities.filter((utility) => utility === utilities[top]).length > 1
  const best = isTie ? '' : `By these words **${plain(options[top] ?? '')}** stands best. `
  if (!isSpokenOf && isTie) return `What was bought speaks of none of the options. ${CANNOT_TELL_WHICH}`
  return `\n${best}${CANNOT_TELL_WHICH}`
}

const CANNOT_TELL_WHICH = '**Which is best, words cannot tell.**'

/** Each need with the sentence that has most of its words, and that this is not to say that it is met. */
function needsLines(question: QuestionText, dossier: readonly KnownInfo[]): string[] {
  const met = needsMet(question, dossier)
  if (met.length === 0) return []
  const lines = met.map(({ need, said }) =>
    said === null
      ? `- **${plain(need)}**: nothing that was bought or read has these words.`
      : `- **${plain(need)}**: “${plain(said.sentence)}” [${said.handle}]`,
  )
  return [`What you need beside what has its words:\n\n${lines.join('\n')}\n\n${CANNOT_TELL_MET}`]
}

const CANNOT_TELL_MET = '**Whether a need is met, words cannot tell.**'

/** What the bought texts say of a claim or of what is forecast, counted. */
function stancesOn(
  { decision }: QuestionText,
  dossier: readonly Bought[],
  sealedHandles: readonly string[],
): string {
  const isForecast = decision.kind === 'forecast'
  const where = (isSo: (reading: Reading) => boolean) =>
    dossier.filter(({ reading }) => isSo(reading)).map(({ info }) => info.handle)
  const sides: [string, string[]][] = [
    ['speak for it', where(({ stance }) => stance.step > 0)],
    ['speak against it', where(({ stance }) => stance.step < 0)],
    ['say that it means less than it seems', where(({ stance }) => stance.step === 0 && stance.isCorrection)],
  ]
  const speaking = sides.filter(([, handles]) => handles.length > 0)
  const sealed = sealedHandles.length > 0 ? ` ${citations(sealedHandles)} stays closed.` : ''
  if (speaking.length === 0) {
    const silent = isForecast
      ? 'speaks neither for it nor against it'
      : 'neither supports nor refutes the claim'
    return `What was bought ${silent}.${sealed}`
  }
  const counts = speaking.map(([side, handles]) => speakingSide(side, handles))
  const disagree = speaking.length > 1 ? ' They disagree.' : ''
  return `${counts.join(', ')}.${disagree} **${isForecast ? 'How likely it is' : 'Whether the claim is true'}, words cannot tell.**${sealed}`
}

function speakingSide(side: string, handles: readonly string[]): string {
  return `${counted(handles.length, 'text')} ${handles.length === 1 ? 'seems' : 'seem'} to ${side} ${citations(handles)}`
}

/** A purchase with what is quoted of it. */
type Extract = { info: KnownInfo; words: string; terms: ReadonlySet<string>; claims: Claims }

/** Sources that say the same in the same words stand together; one that has nearly the same words as another is not quoted after it. */
function extracts(question: QuestionText, dossier: readonly KnownInfo[]): string[] {
  const left = inOrder(question, dossier)
  const parts: string[] = []
  for (let first = left.shift(); first; first = left.shift()) {
    const { words } = first
    const same = takeWhere(left, (other) => other.words === words)
    const near = takeWhere(left, (other) => hasNearlyTheSame(other, first))
    parts.push(extractInWords([first, ...same].map(handleOf), escaped(words)))
    if (near.length > 0) parts.push(nearlyTheSameInWords(near.map(handleOf)))
  }
  return parts
}

const handleOf = ({ info: { handle } }: Extract) => handle

/** Takes out those for which it is so, in their order. */
function takeWhere<T>(list: T[], isSo: (one: T) => boolean): T[] {
  const taken = list.filter(isSo)
  list.splice(0, list.length, ...list.filter((one) => !taken.includes(one)))
  return taken
}

/** What fits the question best first, of equals as they were bought; what answers a check says whether an offer holds, and comes after. */
function inOrder(question: QuestionText, dossier: readonly KnownInfo[]): Extract[] {
  const wanted = wantedBy({ questions: [question], subject: null })
  const subject = subjectOf(question)
  return dossier
    .map((info) => ({ info, fit: fitOf(info.privateInfo, subject) }))
    .toSorted((a, b) => Number(isCheck(a.info)) - Number(isCheck(b.info)) || byFit(a.fit, b.fit))
    .map(({ info }) => {
      const words = extractOf(info.privateInfo, wanted)
      return { info, words, terms: subjectTerms(words), claims: readClaims(words) }
    })
}

/** Nearly all words of each in the other, and every figure; as much is denied, and neither speaks against the other. */
function hasNearlyTheSame(one: Extract, other: Extract): boolean {
  return (
    isWithin(one.terms, other.terms) &&
    isWithin(other.terms, one.terms) &&
    denials(one) === denials(other) &&
    !contradicts(one.claims, other.claims)
  )
}

const denials = ({ claims }: Extract) => claims.clauses.filter(({ isNegated }) => isNegated).length

const isCheck = ({ answers }: KnownInfo) => answers !== null && answers.kind !== 'follow-up'

function citations(handles: readonly string[]): string {
  return handles.map((handle) => `[${handle}]`).join('')
}

/** A seller's sentence as one line of plain text: no heading, list, link, image or HTML, and no citation of its own. */
function plain(text: string): string {
  const line = text.replace(/\s+/g, ' ').replace(/^(?:[#>*+-]|\d+[.)])+\s+/, '')
  const short = line.length <= SENTENCE_CHARS_MAX ? line : `${line.slice(0, SENTENCE_CHARS_MAX).trimEnd()}…`
  return escaped(short)
}

/** One line as Markdown that shows it as it is. */
function escaped(line: string): string {
  return line
    .replace(/\s+/g, ' ')
    .replace(/\[(P?\d+)\]/g, '($1)')
    .replace(/[\\`*_[\]<>!|~#]/g, (character) => `\\${character}`)
}
