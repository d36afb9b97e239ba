import type { TreeStory } from '@/components/tree/story'
import type { Decision } from '@/server/contract/decision'
import { type ClaimVerdict, optionsOf } from '@/server/protocol/decision'
import type { AnswerView } from '@/server/tree/contract'
import { counted } from '@/server/words/amounts'
import { CLAIM_VERDICT_WORDS } from '@/server/words/decisions'

type Recommended = AnswerView['trail'][number]
type Citation = AnswerView['citations'][number]

export type TrailStep = {
  /** What was recommended at this point, in words: "62 %", "Misleading, 32 %", "Boiled legumes", "No clear preference". */
  words: string
  /** The purchase after which it stood; null for the first step, before anything was bought. */
  after: Citation | null
  /** It is another recommendation than the step before. */
  hasChanged: boolean
  /** From 0 to 1 for a claim or a forecast; null for a choice. */
  probability: number | null
}

const NO_PREFERENCE = 'No clear preference'

/** The recommendation before anything was bought and after each purchase; empty for open answers. */
export function trailOf(answer: AnswerView, decision: Decision): TrailStep[] {
  const steps = answer.trail.map((recommended) => ({
    words: recommendationInWords(recommended, decision),
    probability: recommended.kind === 'belief' ? recommended.probability : null,
  }))
  if (steps.some((step) => step.words === null)) return []
  return steps.map((step, index) => ({
    words: step.words ?? '',
    probability: step.probability,
    after: index === 0 ? null : (answer.citations[index - 1] ?? null),
    hasChanged: index > 0 && step.words !== steps[index - 1]?.words,
  }))
}

/** What is recommended to who knows everything bought; it may be all that is known, past the tree's cap of tokens. */
export function recommendationOf(answer: AnswerView, decision: Decision): string | null {
  const last = answer.trail.at(-1)
  return last ? recommendationInWords(last, decision) : null
}

/** The option recommended most, or null when none stands out; the form of deciding starts from it. */
export function recommendedOption(answer: AnswerView | null): number | null {
  const last = answer?.trail.at(-1)
  return last?.kind === 'choice' ? bestOf(last.utilities) : null
}

/** What a claim is held to be by who recommends; null where that was not said. */
export function recommendedVerdict(answer: AnswerView | null): ClaimVerdict | null {
  const last = answer?.trail.at(-1)
  return last?.kind === 'belief' ? (last.verdict ?? null) : null
}

/** Whole percent recommended for a claim or a forecast. */
export function recommendedPercent(answer: AnswerView | null): number | null {
  const last = answer?.trail.at(-1)
  return last?.kind === 'belief' ? Math.round(last.probability * 100) : null
}

export function recommendationInWords(recommended: Recommended, decision: Decision): string | null {
  if (recommended.kind === 'belief') {
    const percent = `${Math.round(recommended.probability * 100)} %`
    return recommended.verdict ? `${verdictInWords(recommended.verdict)}, ${percent}` : percent
  }
  const options = optionsOf(decision)
  if (recommended.kind === 'choice' && options.length > 0) {
    const best = bestOf(recommended.utilities)
    return best === null ? NO_PREFERENCE : (options[best] ?? NO_PREFERENCE)
  }
  return null
}

/** What a claim is held to be, as the beginning of a line. */
export function verdictInWords(verdict: ClaimVerdict): string {
  const { word } = CLAIM_VERDICT_WORDS[verdict]
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`
}

/** Index of the one best utility; null where several share it. */
function bestOf(utilities: readonly number[]): number | null {
  const most = Math.max(...utilities)
  const first = utilities.indexOf(most)
  return first === -1 || utilities.lastIndexOf(most) !== first ? null : first
}

/**
 * What a purchase changed, as the trail shows it: "10 % → 42 %", and whether that led away from where the trail ends.
 * Null where there is no trail, as for open answers, and where it changed nothing; in another order it might have.
 */
export function changeInWords(steps: readonly TrailStep[], citation: Citation): string | null {
  const index = steps.findIndex((step) => step.after?.offerId === citation.offerId)
  const step = steps[index]
  if (!step?.hasChanged) return null
  const isAstray = citation.value !== null && citation.value.gain < 0
  return `${steps[index - 1]?.words} → ${step.words}${isAstray ? ', away from where it ended' : ''}`
}

/** What an answer adds to the picture of its tree: what came of it, and what each purchase that moved it did. */
export function storyOf(answer: AnswerView | null, decision: Decision): TreeStory {
  if (answer === null) return { outcome: null, changes: new Map() }
  const steps = trailOf(answer, decision)
  const changes = new Map<string, string>()
  for (const [index, step] of steps.entries()) {
    if (step.after && step.hasChanged)
      changes.set(step.after.offerId, `${steps[index - 1]?.words} → ${step.words}`)
  }
  return { outcome: outcomeInWords(answer, decision), changes }
}

function outcomeInWords(answer: AnswerView, decision: Decision): string {
  const recommended = recommendationOf(answer, decision)
  if (recommended === null) return `Answered from ${counted(answer.citations.length, 'purchase')}`
  if (decision.kind === 'forecast') return `${recommended} likely`
  return decision.kind === 'belief' ? `${recommended} likely true` : recommended
}

/**
 * "+0.42 bits"; the sign is always written, for a purchase can also mislead. Null where there is nothing to write: a gain
 * that rounds to nothing, or one on the scale of a choice, which compares to nothing a reader knows.
 */
export function gainInWords(value: NonNullable<Citation['value']>): string | null {
  if (value.unit === 'utility' || Math.abs(value.gain).toFixed(2) === '0.00') return null
  return bitsInWords(value.gain)
}

/** "+0.42 bits", "0.00 bits". */
export function bitsInWords(bits: number): string {
  const rounded = Math.abs(bits).toFixed(2)
  return `${rounded === '0.00' ? '' : bits > 0 ? '+' : '−'}${rounded} bits`
}
