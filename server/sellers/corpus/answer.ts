import { TEASER_CHARS_MAX } from '../../contract/market'
import { withSource } from '../../shared/source-line'
import type { Answerer } from '../runs/answerer'
import { costOf } from '../runs/spend'
import { findPassages } from './find'
import type { OpenPassage } from './passages'
import { coveredWords, queryText } from './query'
import { searchTerms } from './terms'

/** A failure that does not keep a bot from answering; its run says so. */
export const WITHOUT_MEANING = 'without-meaning'
const SECTION_CHARS_MAX = 120
const WORDS_NAMED_MAX = 12

/**
 * A `corpus` bot offers the passages that say most to a question: at most as many as the bot may offer on one context, those
 * it can pay for first. Nothing above the bot's least score is silence.
 */
export const answerFromCorpus: Answerer = async (deps, bot, asked, { signal }) => {
  const text = queryText(asked)
  const { found, meaning, usage } = await findPassages(deps, bot, text, { scoreMin: bot.scoreMin, signal })
  const spend = {
    usage,
    costMicroUsd: costOf(bot, usage),
    ...(meaning === 'unavailable' ? { note: WITHOUT_MEANING } : {}),
  }
  if (found.length === 0) return { kind: 'silent', ...spend }
  const affordable = found.filter(({ priceMicros }) => priceMicros <= asked.budgetMicros)
  // With none of them the best are named all the same: the run then says that the budget was too small.
  const offered = (affordable.length > 0 ? affordable : found).slice(0, bot.offersPerContextMax)
  return {
    kind: 'offers',
    offers: offered.map(({ passage, priceMicros }) => ({
      teaser: teaserOf(passage, text),
      privateInfo: privateInfoOf(passage),
      priceMicros,
    })),
    ...spend,
  }
}

/**
 * Where a passage stands, how long it is, and which of the question's words it has: no other word of the passage, or who
 * reads the teaser would have read it. Exported for its test.
 */
export function teaserOf(
  { title, section, words, text }: Pick<OpenPassage, 'title' | 'section' | 'words' | 'text'>,
  question: string,
): string {
  const place = section === '' ? `“${title}”` : `“${title}”, section “${shortened(section)}”`
  const covered = coveredWords(question, new Set(searchTerms(text.reveal()))).slice(0, WORDS_NAMED_MAX)
  const says = covered.length === 0 ? '' : ` Of the question’s words it has: ${covered.join(', ')}.`
  return `A passage of ${words} ${words === 1 ? 'word' : 'words'} from ${place}.${says}`.slice(
    0,
    TEASER_CHARS_MAX,
  )
}

/** The innermost headings say most. */
function shortened(section: string): string {
  return section.length <= SECTION_CHARS_MAX
    ? section
    : `…${section.slice(1 - SECTION_CHARS_MAX).trimStart()}`
}

/** The passage with where it is from as its last line. */
function privateInfoOf({ title, section, text }: OpenPassage): string {
  return withSource(text.reveal(), [title, section].filter(Boolean).join(' › '))
}
