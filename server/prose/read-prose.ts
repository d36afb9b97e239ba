import type { ElementContent, Nodes as HastNodes, RootContent } from 'hast'
import type { Nodes as MdastNodes } from 'mdast'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import {
  MARKDOWN_CHARS_MAX,
  PROSE_TAGS,
  type Prose,
  type ProseElement,
  type ProseNode,
  type ProseTag,
} from '../contract/prose'
import type { ProseFailure } from '../words/failures'

/**
 * Parts of one text: paragraphs, list points, cells, runs of words. A dense text of 20 000 characters has two thousand; a page
 * draws this many in some ten milliseconds. A table of 18 kB can ask for five million cells.
 */
export const PROSE_PARTS_MAX = 6_000
/** Parts within parts: a list within a list takes two, so this is fifteen lists and something in the last. */
export const PROSE_DEPTH_MAX = 32
/**
 * Characters of all words and addresses together, as they are drawn. A text has as many as are typed, and each use of a reference the
 * whole address again: three times the longest text leaves room for a long list of sources, and none for 33 MB out of 20 kB.
 */
export const PROSE_CHARS_MAX = 3 * MARKDOWN_CHARS_MAX

/** A text that cannot be drawn for everybody who opens a page. */
export class UnreadableProseError extends Error {
  override readonly name = 'UnreadableProseError'
  constructor(readonly why: ProseFailure) {
    super(why)
  }
}

const reader = unified().use(remarkParse).use(remarkGfm)
// HTML in the text is dropped, and addresses are limited to the safe kinds.
const layouter = unified().use(remarkRehype).use(rehypeSanitize)

/**
 * Markdown laid out. Takes as long as the text wants: call it through `renderer.ts`, in a process that is ended in time.
 *
 * @throws UnreadableProseError
 * @throws RangeError when the text is nested deeper than the stack.
 */
export function readProse(markdown: string): Prose {
  const tree = reader.parse(markdown)
  measure(tree)
  const prose = partsOf(layouter.runSync(tree).children, true)
  if (charsOf(prose) > PROSE_CHARS_MAX) throw new UnreadableProseError('too-long')
  return prose
}

function charsOf(prose: Prose): number {
  return prose.reduce(
    (sum, node) =>
      sum + (typeof node === 'string' ? node.length : (node.href?.length ?? 0) + charsOf(node.children)),
    0,
  )
}

/** Without recursion, for a text can be nested ten thousand deep. */
function measure(tree: MdastNodes): void {
  const waiting: { node: MdastNodes; depth: number }[] = [{ node: tree, depth: 0 }]
  let parts = 0
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next
    if (depth > PROSE_DEPTH_MAX) throw new UnreadableProseError('too-deep')
    parts += 1
    // Each row is filled up to the width of the first.
    if (node.type === 'table') parts += node.children.length * (node.children[0]?.children.length ?? 0)
    if (parts > PROSE_PARTS_MAX) throw new UnreadableProseError('too-many-parts')
    if ('children' in node) for (const child of node.children) waiting.push({ node: child, depth: depth + 1 })
  }
}

/** Between these only their own kind of thing is drawn, so line breaks between them are nothing. */
const BLOCKS = new Set(['blockquote', 'ul', 'ol', 'table', 'thead', 'tbody', 'tr'])
const TAGS: ReadonlySet<string> = new Set(PROSE_TAGS)
const isTag = (name: string): name is ProseTag => TAGS.has(name)

function partsOf(nodes: readonly (RootContent | ElementContent)[], isBlock: boolean): Prose {
  return nodes.flatMap((node) => partOf(node, isBlock))
}

function partOf(node: HastNodes, isBlock: boolean): ProseNode[] {
  if (node.type === 'text') return isBlock && node.value.trim() === '' ? [] : [node.value]
  if (node.type !== 'element') return []
  if (!isTag(node.tagName)) return partsOf(node.children, isBlock)
  return [elementOf(node.tagName, node)]
}

function elementOf(
  tag: ProseTag,
  { properties, children }: Extract<HastNodes, { type: 'element' }>,
): ProseElement {
  const { href, src, alt, align, start, checked, className } = properties
  const element: ProseElement = { tag, children: partsOf(children, BLOCKS.has(tag)) }
  const address = tag === 'img' ? src : href
  if (typeof address === 'string' && address !== '') element.href = address
  if (tag === 'img' && typeof alt === 'string' && alt !== '') element.children = [alt]
  if (align === 'left' || align === 'center' || align === 'right') element.align = align
  if (tag === 'ol' && typeof start === 'number') element.start = start
  if (tag === 'input') element.isChecked = checked === true
  if (Array.isArray(className) && className.includes('contains-task-list')) element.isTasks = true
  return element
}
