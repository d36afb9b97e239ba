import { seededRandom } from '@/server/shared/random'

/**
 * Text like that of real documents, made up: word frequencies fall as Zipf and Mandelbrot found (without the most frequent
 * words, which are stop words and never indexed), and a passage has a topic whose words come back in it.
 */

const VOCABULARY = 200_000
/** Flattens the head of the curve: the most frequent content word is in about a quarter of the passages. */
const HEAD = 50
const TOPICS = 2_000
const TOPIC_WORDS = 150
const TOPIC_SHARE = 0.4
const PASSAGE_WORDS_MIN = 60
const PASSAGE_WORDS_MAX = 160
const QUERY_WORDS_MIN = 3
const QUERY_WORDS_MAX = 9

export type ZipfCorpus = {
  /** Words of each passage, as numbers from the most frequent on. */
  passages: Uint32Array[]
  /** Questions: different words, each of some passage. */
  questions: number[][]
}

export function zipfCorpus(options: { passages: number; questions: number; seed: number }): ZipfCorpus {
  const random = seededRandom(options.seed)
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1))
  const word = () => Math.floor((HEAD + 1) * ((VOCABULARY + HEAD) / (HEAD + 1)) ** random() - HEAD)
  const topics = Array.from({ length: TOPICS }, () => Array.from({ length: TOPIC_WORDS }, word))

  const passages = Array.from({ length: options.passages }, () => {
    const topic = topics[between(0, TOPICS - 1)] ?? []
    const length = between(PASSAGE_WORDS_MIN, PASSAGE_WORDS_MAX)
    return Uint32Array.from({ length }, () =>
      // Squared, so that a topic has words of its own that come back, and others it only touches.
      random() < TOPIC_SHARE ? (topic[Math.floor(random() ** 2 * TOPIC_WORDS)] ?? 1) : word(),
    )
  })
  const questions = Array.from({ length: options.questions }, () => {
    const passage = passages[between(0, passages.length - 1)] ?? new Uint32Array()
    const wanted = between(QUERY_WORDS_MIN, QUERY_WORDS_MAX)
    const words = new Set<number>()
    while (words.size < wanted) words.add(passage[between(0, passage.length - 1)] ?? 1)
    return [...words]
  })
  return { passages, questions }
}

/** A word of letters for a number; no ending that a stemmer would cut. */
export function wordOf(rank: number): string {
  let rest = rank
  let word = ''
  do {
    word += 'bcdfghjklmnpqrtvwxz'[rest % 19]
    word += 'aou'[Math.floor(rest / 19) % 3]
    rest = Math.floor(rest / 57)
  } while (rest > 0)
  return `${word}k`
}
