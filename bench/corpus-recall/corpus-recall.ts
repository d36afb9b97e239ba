import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { corpusPassages } from '@/db/schema'
import { createBotSchema } from '@/server/contract/bots'
import type { TrySearchResult } from '@/server/contract/corpus'
import type { Deps } from '@/server/deps'
import { readEnv } from '@/server/env'
import { builtInModel } from '@/server/llm/built-in/built-in'
import { createModels } from '@/server/llm/directory'
import { unmetered } from '@/server/llm/metered'
import { createBot } from '@/server/sellers/bots/bots'
import { addDocument } from '@/server/sellers/corpus/documents'
import { ingestDocument } from '@/server/sellers/corpus/ingest'
import { EMBEDDED_AT_ONCE } from '@/server/sellers/corpus/meaning'
import { trySearch } from '@/server/sellers/corpus/try-search'
import { newPerson, openBenchMarket } from '../lib/bench-market'
import { bootstrapMean } from '../lib/bootstrap'
import type { Bench, BenchResult } from '../lib/result'

/** Written for the lab; the questions here were written for them before anything was measured. */
const CORPUS = path.resolve(import.meta.dirname, '../../server/lab/information-bazaar/corpus')
/** Pages of this project: something else to find. */
const ROOT = path.resolve(import.meta.dirname, '../..')
const QUESTIONS = path.join(import.meta.dirname, 'questions.json')

const documentSchema = z.object({
  title: z.string(),
  sections: z.array(z.object({ title: z.string(), paragraphs: z.array(z.string()) })),
})
/** `gold`: words that only the passage has which answers. */
const askedSchema = z.array(z.object({ text: z.string(), gold: z.string() }))
const questionsSchema = z.object({
  plain: askedSchema,
  paraphrased: askedSchema,
  /** What no document says anything about. */
  strange: z.array(z.string()),
})

/**
 * How often the passage that answers is among the first five that a `corpus` bot finds, for questions in the documents' words and in
 * others (goal: 33 of 40; 38 with `OPENAI_EMBEDDING_MODEL` and the settings beside it), how often it would be offered, and how often the bot is silent where it knows nothing. Counted, not timed.
 */
export const corpusRecall: Bench = async ({ seed }) => {
  const market = await openBenchMarket(builtInModel, { works: false })
  try {
    const { deps } = market
    const { embedder } = createModels({ env: readEnv(), log: deps.log })
    if (embedder) deps.models = unmetered({ ...deps.models, embedder })
    const ownerId = await newPerson(deps)
    const botId = await fill(deps, ownerId, { usesEmbeddings: embedder !== undefined })
    const search = (question: string) => trySearch(deps, ownerId, { botId, question })
    const { plain, paraphrased, strange } = questionsSchema.parse(JSON.parse(readFileSync(QUESTIONS, 'utf8')))
    const places = async (asked: typeof plain) => {
      const found: Place[] = []
      for (const { text, gold } of asked) found.push(placeOf(await search(text), gold))
      return found
    }
    // With meaning, passages get their vectors some at a time.
    const passages = await deps.db.$count(corpusPassages)
    for (let done = 0; embedder && done < passages; done += EMBEDDED_AT_ONCE) await search('anything')
    const [inWords, inOthers] = [await places(plain), await places(paraphrased)]
    const silent: boolean[] = []
    for (const question of strange)
      silent.push((await search(question)).found.every(({ isOffered }) => !isOffered))
    const all = [...inWords, ...inOthers]
    const share = (name: string, values: readonly (boolean | number)[]): BenchResult => {
      const { mean, low, high } = bootstrapMean(values.map(Number), seed)
      return { name: `corpus_${name}`, value: mean, unit: 'share', n: values.length, low, high }
    }
    const isFound = ({ rank }: Place) => rank !== null
    return [
      share('recall_at_5', all.map(isFound)),
      share('recall_at_5_plain', inWords.map(isFound)),
      share('recall_at_5_paraphrased', inOthers.map(isFound)),
      share(
        'recall_at_1',
        all.map(({ rank }) => rank === 1),
      ),
      share(
        'mean_reciprocal_rank',
        all.map(({ rank }) => (rank === null ? 0 : 1 / rank)),
      ),
      share(
        'gold_offered',
        all.map(({ isOffered }) => isOffered),
      ),
      share('strange_silent', silent),
    ]
  } finally {
    await market.close()
  }
}

/** From 1; null when it is not among those shown. */
type Place = { rank: number | null; isOffered: boolean }

function placeOf({ found }: TrySearchResult, gold: string): Place {
  // A passage may be set in lines of another length than the document's.
  const index = found.findIndex(({ text }) => text.replace(/\s+/g, ' ').includes(gold))
  return { rank: index < 0 ? null : index + 1, isOffered: found[index]?.isOffered ?? false }
}

async function fill(
  deps: Deps,
  ownerId: string,
  { usesEmbeddings }: { usesEmbeddings: boolean },
): Promise<string> {
  const bot = {
    kind: 'corpus',
    name: 'Shelf',
    matcher: { anyOf: ['anything'] },
    price: { rule: 'fixed', priceMicros: 1_000_000n },
    caps: { offersPerContext: 5 },
    usesEmbeddings,
  }
  const input = createBotSchema.parse({ bot, isLive: true, requestKey: deps.ids.next('step') })
  const { botId } = await createBot(deps, ownerId, input)
  for (const { name, text } of [...ownDocuments(), ...pages()]) {
    const file = { name, bytes: new Uint8Array(Buffer.from(text)) }
    const { documentId } = await addDocument(deps, ownerId, { botId, file })
    await ingestDocument(deps, documentId)
  }
  return botId
}

function ownDocuments() {
  return readdirSync(CORPUS).map((file) => {
    const { title, sections } = documentSchema.parse(
      JSON.parse(readFileSync(path.join(CORPUS, file), 'utf8')),
    )
    const parts = sections.map((section) => [`## ${section.title}`, ...section.paragraphs].join('\n\n'))
    return { name: file.replace('.json', '.md'), text: [`# ${title}`, ...parts].join('\n\n') }
  })
}

function pages() {
  return [
    'README.md',
    'CONTRIBUTING.md',
    ...readdirSync(path.join(ROOT, 'docs')).map((file) => `docs/${file}`),
  ]
    .filter((file) => file.endsWith('.md'))
    .map((file) => ({ name: path.basename(file), text: readFileSync(path.join(ROOT, file), 'utf8') }))
}
