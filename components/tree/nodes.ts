import { heldStateOf, type MarketState } from '@/components/status/status'
import type { TreeContext } from '@/server/tree/contract'
import type {
  ContextNode,
  FoldedTree,
  LogLine,
  OfferNode,
  TreeNode,
  VerdictNode,
} from '@/server/tree/folded-tree'
import { counted } from '@/server/words/amounts'
import { COUNTER_WAITS, sellerInWords } from '@/server/words/tree'

/** Which question a sub-question belongs to, as its own words end: in its tree everybody sees it. */
const ON_ITS_QUESTION = / \(on “[^”]*”\)(?=\?$)/

/** What a question is called in its tree; null while sealed. */
export function nameInTree({ parentId, title }: Pick<TreeContext, 'parentId' | 'title'>): string | null {
  return parentId === null || title === null ? title : title.replace(ON_ITS_QUESTION, '')
}

/** What a row is called: the question, the teaser, or the number of the verdict. */
export function titleOf(node: TreeNode): string {
  if (node.kind === 'context') return nameInTree(node.context) ?? 'Sealed question'
  if (node.kind === 'offer') return node.offer.teaser ?? 'Sealed offer'
  return node.answer === null ? `Verdict ${node.ordinal}` : ANSWER_TITLES[node.answer]
}

const ANSWER_TITLES: Record<NonNullable<VerdictNode['answer']>, string> = {
  first: 'First answer',
  refined: 'Refined answer',
  unchanged: 'No new answer',
}

/** "bought 1, asked 2 questions, 3 not bought"; what it did not do is left out. */
export function verdictInWords(verdict: VerdictNode): string {
  if (verdict.answer !== null) return answerInWords(verdict)
  if (verdict.isReading) return 'reading the offers'
  const parts = [
    verdict.boughtIds.length > 0 ? `bought ${verdict.boughtIds.length}` : '',
    verdict.askedIds.length > 0 ? `asked ${counted(verdict.askedIds.length, 'question')}` : '',
    verdict.heldIds.length > 0 ? `${verdict.heldIds.length} being checked` : '',
    verdict.waitingIds.length > 0 ? waitInWords(verdict.waitingIds.length) : '',
    verdict.passedIds.length > 0 ? `${verdict.passedIds.length} not bought` : '',
  ].filter((part) => part !== '')
  if (parts.length === 0) return 'stopped before it decided'
  // A replay stands between one offer and the next: what is bought or asked may come yet.
  return verdict.hasSpoken &&
    verdict.boughtIds.length +
      verdict.askedIds.length +
      verdict.heldIds.length +
      verdict.waitingIds.length ===
      0
    ? ['bought nothing', ...parts].join(', ')
    : parts.join(', ')
}

const waitInWords = (offers: number) => (offers === 1 ? '1 waits for that' : `${offers} wait for that`)

/** Of a step that writes an answer on the way. */
function answerInWords({ answer, isReading, endedAt, askedIds }: VerdictNode): string {
  if (isReading)
    return answer === 'first' ? 'being written from what was bought' : 'being refined by its follow-ups'
  if (endedAt === null) return 'stopped before it was written'
  if (askedIds.length > 0) return `lacked something, asked ${counted(askedIds.length, 'question')}`
  if (answer === 'first') return 'asked nothing more'
  return answer === 'refined' ? 'refined by what its follow-ups found' : 'nothing was found to refine it by'
}

/** The state a row is drawn in, and a word for it where the usual one does not fit. */
export function stateOf(node: TreeNode): { state: MarketState; word?: string } {
  if (node.kind === 'context') return { state: contextStateOf(node) }
  if (node.kind === 'offer') {
    if (isWaiting(node)) return { state: 'open', word: COUNTER_WAITS }
    if (node.state === 'hold') return { state: heldStateOf(node.reason) }
    return node.state === 'passed' && node.readAt === null
      ? { state: 'passed', word: 'not read' }
      : { state: node.state }
  }
  if (node.isReading) return { state: 'inspecting' }
  if (node.endedAt === null) return { state: 'cancelled', word: 'stopped' }
  if (node.openAsks > 0) return { state: 'waiting' }
  if (node.boughtIds.length > 0) return { state: 'bought' }
  if (node.askedIds.length > 0) return { state: 'asking', word: 'asked' }
  if (node.answer !== null)
    return node.answer === 'unchanged'
      ? { state: 'passed', word: 'unchanged' }
      : { state: 'settled', word: 'written' }
  return node.hasSpoken
    ? { state: 'passed', word: 'bought nothing' }
    : { state: 'inspecting', word: 'deciding' }
}

/** Without a purchase there is no answer, neither a last one nor a provisional one. */
function contextStateOf({ state, fromBudgetMicros }: ContextNode): MarketState {
  if (fromBudgetMicros > 0n) return state
  if (state === 'settled') return 'unanswered'
  return state === 'provisional' ? 'collecting' : state
}

/** A counter-offer that nobody has read at this moment. */
export function isWaiting({ state, offer }: OfferNode): boolean {
  return state === 'open' && offer.isCounter
}

/** What the verdict before the purchase had said, when a later one thought otherwise. */
export function earlierStateOf(offer: OfferNode): MarketState | null {
  if (!offer.hasChangedMind) return null
  const bought = offer.history.findIndex((step) => step.state === 'bought')
  const before = offer.history[bought - 1]
  return before?.state === 'hold' ? heldStateOf(before.reason) : (before?.state ?? null)
}

/** What kind of row it is and whose, for those who do not see its icon; a verdict says so in its title. */
export function kindInWords(node: TreeNode): string {
  if (node.kind === 'verdict') return ''
  if (node.kind === 'offer') return `Offer of ${sellerInWords(node.offer)}: `
  return node.context.parentId === null ? 'Question: ' : 'Sub-question: '
}

/** The rows above a row, root first. */
export function ancestorsOf(tree: FoldedTree, id: string): TreeNode[] {
  const above: TreeNode[] = []
  let parentId = tree.nodes.get(id)?.parentId ?? null
  while (parentId !== null) {
    const parent = tree.nodes.get(parentId)
    if (!parent) break
    above.unshift(parent)
    parentId = parent.parentId
  }
  return above
}

/** The row to show for a chosen one at a moment of a replay: itself, or while it has not come the nearest above it that has. */
export function standInFor(id: string | null, { tree, newest }: { tree: FoldedTree; newest: FoldedTree }) {
  if (id !== null && tree.nodes.has(id)) return id
  const above = id === null ? [] : ancestorsOf(newest, id)
  return above.findLast((node) => tree.nodes.has(node.id))?.id ?? tree.rootIds[0] ?? null
}

/** How long a row took, in milliseconds; null while it runs. */
export function tookMs(node: TreeNode): number | null {
  return node.endedAt === null ? null : node.endedAt.getTime() - node.startedAt.getTime()
}

/** What had just happened at the moment shown. */
export function lineAt(tree: FoldedTree, log: readonly LogLine[]): LogLine | undefined {
  return log.findLast(({ seq }) => seq <= (tree.event?.seq ?? 0))
}

export type Shown = 'everything' | 'bought' | 'left'

/** What of a tree is shown: rows of a kind, and of these the ones in which all the words stand. */
export type TreeFilter = { shown: Shown; words: string }

export const NO_FILTER: TreeFilter = { shown: 'everything', words: '' }

/** The rows that fit a filter: how many there are, and the ids of them and of every row on the way to them. */
export function keptIn(
  tree: FoldedTree,
  { shown, words }: TreeFilter,
): { kept: ReadonlySet<string>; found: number } {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const kept = new Set<string>()
  let found = 0
  for (const node of tree.nodes.values()) {
    if (!isOfKind(node, shown) || !hasWords(node, wanted)) continue
    for (const { id } of ancestorsOf(tree, node.id)) kept.add(id)
    kept.add(node.id)
    found += 1
  }
  // A tree without its question would not say what it is.
  for (const id of tree.rootIds) kept.add(id)
  return { kept, found }
}

function isOfKind(node: TreeNode, shown: Shown): boolean {
  if (shown === 'everything') return true
  if (node.kind === 'context') return false
  const isBought = node.kind === 'offer' ? node.state === 'bought' : node.boughtIds.length > 0
  const isLeft =
    node.kind === 'offer' ? node.state === 'passed' || node.state === 'withdrawn' : node.passedIds.length > 0
  return shown === 'bought' ? isBought : isLeft
}

function hasWords(node: TreeNode, wanted: readonly string[]): boolean {
  const text =
    `${kindInWords(node)}${titleOf(node)} ${node.kind === 'offer' ? (node.privateInfo ?? '') : ''}`.toLowerCase()
  return wanted.every((word) => text.includes(word))
}

/** How many rows lie below a row. */
export function countBelow(tree: FoldedTree, node: TreeNode): number {
  return node.childIds.reduce((count, id) => {
    const child = tree.nodes.get(id)
    return child ? count + 1 + countBelow(tree, child) : count
  }, 0)
}
