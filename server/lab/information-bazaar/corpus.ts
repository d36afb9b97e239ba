import * as z from 'zod'
import { seededRandom, seedFrom } from '@/server/shared/random'
import { SCHEMA_WORDS } from '@/server/shared/schema-words'
import { contentKey, type Passage, type PricedPassage, passageId, type Vendor } from './entities'
import { microsOfCredits } from './price-display'
import { tokensOf } from './tokens'

/**
 * A corpus is a folder of documents, one JSON file each: paragraphs by section, the author whose citations set the price, and
 * questions with the phrase of the passage that answers them (their gold passage). Source: lab, A.1 (dataset).
 */
export const documentSchema = z.strictObject({
  title: z.string().min(1),
  publishedOn: z.iso.date(),
  author: z.strictObject({
    name: z.string().min(1),
    citedBy: z.int().min(0),
    works: z.int().min(0).default(1),
  }),
  institution: z.string().min(1),
  lastAuthor: z
    .strictObject({ name: z.string().min(1), institution: z.string().min(1) })
    .optional()
    .describe('Of a document with several authors; by the paper’s rule this institution sells it too'),
  sections: z.array(z.strictObject({ title: z.string().min(1), paragraphs: z.array(z.string().min(1)) })),
  questions: z.array(
    z.strictObject({
      text: z.string().min(1),
      kind: z.enum(['specific', 'general']),
      gold: z.string().min(1).describe('Words of the passage that answers the question, as they stand in it'),
    }),
  ),
})
export type CorpusDocument = z.output<typeof documentSchema>

export type GoldQuestion = { text: string; kind: 'specific' | 'general'; gold: Passage }

export type Corpus = { passages: Owned[]; questions: GoldQuestion[] }

/** A passage with its price and those who may sell it; the last two are equal where one place wrote it. */
type Owned = PricedPassage & { author: string; institution: string; lastInstitution: string }

/**
 * Who sells a passage. `code`: its first author and that author's institution (ib:sim_builder). `paper`: the institutions of its
 * first and last authors ("Language Models Can Reduce Asymmetry in Information Markets", section 3.4).
 */
export const OWNERS = ['code', 'paper'] as const
export type Owners = (typeof OWNERS)[number]

/** Shorter pieces are joined with what follows them, longer ones are cut (ib:dataset_builder). */
const TOKENS_MIN = 50
const TOKENS_MAX = 450

/** What is wrong with which document, counted from 0, and where in it. */
export class CorpusError extends Error {
  constructor(
    readonly index: number,
    readonly problems: readonly { where: readonly (string | number)[]; problem: string }[],
  ) {
    const words = problems.map(({ where, problem }) => [...where, problem].join(': ')).join('; ')
    super(`Document ${index + 1}: ${words}`)
  }
}

/**
 * Cuts documents into priced passages.
 *
 * @throws CorpusError when one is no document, has another one's title, or a gold phrase that stands in no passage, or in several.
 */
export function corpusOf(documents: readonly unknown[]): Corpus {
  const corpus: Corpus = { passages: [], questions: [] }
  const titles = new Map<string, number>()
  documents.map(checkedDocument).forEach((document, index) => {
    const { author, institution, lastAuthor } = document
    const lastInstitution = lastAuthor?.institution ?? institution
    const twin = titles.get(documentId(document.title))
    if (twin !== undefined) {
      const problem = `document ${twin + 1} has this title too; passages are told apart by it`
      throw new CorpusError(index, [{ where: ['title'], problem }])
    }
    titles.set(documentId(document.title), index)
    // Citations for each work of the author; one work more, so that none divides by zero (ib:sim_builder).
    const priceMicros = microsOfCredits(author.citedBy / (author.works + 1))
    const passages = passagesOf(document)
    corpus.passages.push(
      ...passages.map((passage) => ({
        passage,
        priceMicros,
        author: author.name,
        institution,
        lastInstitution,
      })),
    )
    document.questions.forEach(({ text, kind, gold }, at) => {
      const holders = passages.filter(({ content }) => content.includes(gold))
      const [holder] = holders
      if (!holder || holders.length > 1) {
        const problem = `“${gold}” stands in ${holders.length} passages of “${document.title}”, where one is wanted; copy words of one paragraph as they stand`
        throw new CorpusError(index, [{ where: ['questions', at, 'gold'], problem }])
      }
      corpus.questions.push({ text, kind, gold: holder })
    })
  })
  return corpus
}

function checkedDocument(document: unknown, index: number): CorpusDocument {
  const read = documentSchema.safeParse(document, SCHEMA_WORDS)
  if (read.success) return read.data
  const problems = read.error.issues.slice(0, PROBLEMS_MAX).map((issue) => {
    const inside = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
    return { where: [...issue.path.map(key), ...inside], problem: issue.message }
  })
  throw new CorpusError(index, problems)
}

/** A document of another form has a problem in every field; the first few say so. */
const PROBLEMS_MAX = 5

function key(part: PropertyKey): string | number {
  return typeof part === 'symbol' ? String(part) : part
}

/** Letters of any script: titles that differ have ids that do. */
function documentId(title: string): string {
  return title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')
}

function passagesOf({ title, publishedOn, sections }: CorpusDocument): Passage[] {
  let at = 0
  return sections.flatMap((section) =>
    piecesOf(section.paragraphs).map((content) => {
      const tokenStart = at
      at += tokensOf(content).length
      return {
        documentId: documentId(title),
        documentTitle: title,
        sectionTitle: section.title,
        publishedOn,
        tokenStart,
        tokenEnd: at,
        content,
      }
    }),
  )
}

/** Paragraphs joined until they are long enough, and cut between sentences when they are too long. */
export function piecesOf(paragraphs: readonly string[]): string[] {
  const pieces: string[] = []
  for (const sentence of paragraphs.flatMap(cutParagraph)) {
    const last = pieces.at(-1)
    if (last !== undefined && tokensOf(last).length < TOKENS_MIN)
      pieces[pieces.length - 1] = `${last}\n${sentence}`
    else pieces.push(sentence)
  }
  return pieces
}

function cutParagraph(paragraph: string): string[] {
  if (tokensOf(paragraph).length <= TOKENS_MAX) return [paragraph]
  const parts: string[] = []
  let part = ''
  for (const sentence of paragraph.split(/(?<=[.!?])\s+/)) {
    const longer = part === '' ? sentence : `${part} ${sentence}`
    if (part !== '' && tokensOf(longer).length > TOKENS_MAX) {
      parts.push(part)
      part = sentence
    } else part = longer
  }
  return [...parts, part]
}

/** The vendors of a corpus; each sells at the same price. A share of the passages, drawn from the seed, is private to all. */
export function vendorsOf(
  { passages }: Corpus,
  {
    owners = 'code',
    privateShare = 0,
    seed = 0,
  }: { owners?: Owners; privateShare?: number; seed?: number } = {},
): Vendor[] {
  const isPrivate = ({ passage }: Owned) =>
    seededRandom(seedFrom(`${seed}/${passageId(passage)}`))() < privateShare
  const vendors = (kind: Vendor['kind'], namesOf: (one: Owned) => readonly string[]): Vendor[] =>
    [...new Set(passages.flatMap(namesOf))].map((name) => {
      const owned = passages.filter((one) => namesOf(one).includes(name))
      return {
        id: `${kind}: ${name}`,
        kind,
        publicPassages: owned.filter((one) => !isPrivate(one)),
        privatePassages: owned.filter(isPrivate),
      }
    })
  if (owners === 'paper') {
    return vendors('institution', ({ institution, lastInstitution }) => [institution, lastInstitution])
  }
  return [
    ...vendors('author', ({ author }) => [author]),
    ...vendors('institution', ({ institution }) => [institution]),
  ]
}

export function isGold(question: GoldQuestion, passage: Passage): boolean {
  return contentKey(question.gold) === contentKey(passage)
}
