import * as z from 'zod'
import { DECISION_KINDS } from '../../protocol/decision'
import { ASK_KINDS, REASONS } from '../../protocol/verdict'
import { SCHEMA_WORDS } from '../../shared/schema-words'
import { LICENCES } from '../../words/licence'

/**
 * Decided trees of a public market, one JSON line each: what any visitor sees, without names. Titles and teasers are there
 * where everybody may read them, an answer where its asker published it, and private information where such an answer quotes it
 * with its seller's leave; other private information and notes never are, bought or not.
 */

/** Whole micro-credits as text: JSON has no big integers. Fifteen digits are a billion credits, and exact as numbers. */
const micros = z.string().regex(/^\d{1,15}$/, 'must be whole micro-credits, of 15 digits at most')

const recommended = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open') }),
  z.object({ kind: z.literal('belief'), probability: z.number().min(0).max(1) }),
  z.object({ kind: z.literal('choice'), utilities: z.array(z.number()).min(2) }),
])

const treeShape = z.object({
  /** "t1", "t2", … in the order of the export. */
  tree: z.string(),
  protocol: z.string(),
  inspector: z.string(),
  decision: z.enum(DECISION_KINDS),
  contexts: z.array(
    z.object({
      id: z.string(),
      parent: z.string().nullable(),
      level: z.int().min(0),
      title: z.string().nullable(),
      askKind: z.enum(ASK_KINDS).nullable(),
      budgetMicros: micros,
      phase: z.string(),
    }),
  ),
  offers: z.array(
    z.object({
      id: z.string(),
      context: z.string(),
      /** The same word for the same seller in the whole data set, and in no other. */
      seller: z.string(),
      isBot: z.boolean(),
      /** Posted by a bot, or through a key; a data set of an earlier version does not say. */
      isByProgram: z.boolean().optional(),
      teaser: z.string().nullable(),
      words: z.int(),
      priceMicros: micros,
      /** What its buyer may do with it; a data set of an earlier version does not say. */
      licence: z.enum(LICENCES).optional(),
      /** The private information, where a published answer quotes it as its licence allows; null elsewhere. */
      quoted: z.string().nullable().optional(),
      state: z.string(),
      reason: z.enum(REASONS).nullable(),
    }),
  ),
  /** Seconds since the tree was opened; ids as above. */
  events: z.array(
    z.object({
      seq: z.int(),
      type: z.string(),
      context: z.string(),
      offer: z.string().nullable(),
      amountMicros: micros.nullable(),
      round: z.int().nullable(),
      code: z.string().nullable(),
      atSeconds: z.number(),
    }),
  ),
  /** Bought offers in the order of buying. */
  bought: z.array(z.string()),
  /** What was recommended after 0, 1, 2, … purchases. */
  trail: z.array(recommended),
  /** What of its answer everybody may read; null where nothing is published. */
  published: z.string().nullable().optional(),
  /** The program that wrote it, never a person; a data set of an earlier version does not say. */
  writtenBy: z.string().nullable().optional(),
})

/** What a re-valuation rests on: every word for an offer, a context or a parent leads to one that is there. */
export const treeLineSchema = treeShape.superRefine(({ contexts, offers, bought, trail }, issues) => {
  const say = (path: (string | number)[], message: string) =>
    issues.addIssue({ code: 'custom', path, message })
  const contextIds = new Set(contexts.map(({ id }) => id))
  const offerIds = new Set(offers.map(({ id }) => id))
  if (contextIds.size < contexts.length) say(['contexts'], 'has an id twice')
  if (offerIds.size < offers.length) say(['offers'], 'has an id twice')
  if (new Set(bought).size < bought.length) say(['bought'], 'has an offer twice')
  if (contexts.filter(({ parent }) => parent === null).length !== 1) say(['contexts'], 'must have one root')
  contexts.forEach(({ parent }, i) => {
    if (parent !== null && !contextIds.has(parent))
      say(['contexts', i, 'parent'], `there is no context ${parent}`)
  })
  const parents = new Map(contexts.map(({ id, parent }) => [id, parent]))
  contexts.forEach(({ id }, i) => {
    if (!reachesRoot(id, parents)) say(['contexts', i, 'parent'], 'leads in a circle')
  })
  offers.forEach(({ context }, i) => {
    if (!contextIds.has(context)) say(['offers', i, 'context'], `there is no context ${context}`)
  })
  bought.forEach((id, i) => {
    if (!offerIds.has(id)) say(['bought', i], `there is no offer ${id}`)
  })
  const sizes = trail.map((one) => (one.kind === 'choice' ? one.utilities.length : 1))
  const isOfOneForm = trail.every((one, i) => one.kind === trail[0]?.kind && sizes[i] === sizes[0])
  if (!isOfOneForm) say(['trail'], 'must be of one kind, with as many utilities each time')
})
export type TreeLine = z.infer<typeof treeLineSchema>

/** Whether the parents of a context lead to one without any; a parent that is not there is said apart. */
function reachesRoot(id: string, parents: ReadonlyMap<string, string | null>): boolean {
  let at: string | null | undefined = id
  for (let steps = 0; steps <= parents.size; steps += 1) {
    if (at === null || at === undefined) return true
    at = parents.get(at)
  }
  return false
}

/**
 * Reads JSON Lines.
 *
 * @throws Error that names the data set, the line and what is wrong with it, or says that there is none.
 */
export function readDataSet(text: string, name = 'The data set'): TreeLine[] {
  const trees = treesIn(text, name)
  if (trees.length === 0) throw new Error(`${name} has no tree.`)
  return trees
}

function treesIn(text: string, name: string): TreeLine[] {
  const lines = new Map<string, number>()
  return text
    .split('\n')
    .map((line, i) => ({ line, number: i + 1 }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, number }) => {
      const document = json(line)
      if (document === undefined)
        throw new Error(`${name}, line ${number}, is no JSON; was the file cut off?`)
      const read = treeLineSchema.safeParse(document, SCHEMA_WORDS)
      if (!read.success)
        throw new Error(`${name}, line ${number}, is no tree: ${z.prettifyError(read.error)}`)
      const twin = lines.get(read.data.tree)
      if (twin !== undefined) {
        throw new Error(
          `${name}, line ${number}: the tree ${read.data.tree} is in line ${twin} too, and would count twice; leave one out.`,
        )
      }
      lines.set(read.data.tree, number)
      return read.data
    })
}

function json(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // Said with the line's number.
    return undefined
  }
}
