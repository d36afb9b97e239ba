import { type DefaultTreeAdapterTypes, defaultTreeAdapter as dom, parse } from 'parse5'
import type { Block, ReadDocument } from '../../../contract/corpus'
import { headingPath } from './headings'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** Not read by people, or about the site and not the document. */
const SKIPPED = new Set(
  `script style noscript template nav footer aside form svg iframe object button select head dialog canvas math`.split(
    ' ',
  ),
)
const SKIPPED_ROLES = new Set(['navigation', 'banner', 'contentinfo', 'search', 'complementary'])
/** Begin and end a block; everything else runs on in its line. */
const BLOCKS = new Set(
  `address article blockquote body caption dd details div dl dt fieldset figcaption figure header hgroup hr html li main ol p pre
section summary table tbody td tfoot th thead tr ul`.split(/\s+/),
)

/**
 * HTML as blocks: the main part (`main`, else the only `article`, else the body) without scripts and navigation. The
 * title is that of the page, else its first heading, else the file's name.
 */
export function readHtml(html: string, nameTitle: string): ReadDocument {
  const elements = elementsOf(parse(html))
  const byName = (name: string) => elements.filter((element) => element.tagName === name)
  const articles = byName('article')
  const main =
    byName('main')[0] ??
    elements.find((element) => attribute(element, 'role') === 'main') ??
    (articles.length === 1 ? articles[0] : undefined) ??
    byName('body')[0]
  const { blocks, firstHeading } = main ? blocksOf(main) : { blocks: [], firstHeading: '' }
  const pageTitle = byName('title')[0]
  return { title: (pageTitle && flatText(pageTitle)) || firstHeading || nameTitle, blocks }
}

/** All elements of a document in order. A loop, because a file may nest deeper than a stack is. */
function elementsOf(root: Node): Element[] {
  const found: Element[] = []
  const stack: Node[] = [root]
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (dom.isElementNode(node)) found.push(node)
    // One by one: arguments are limited, children of an element are not.
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) stack.push(child)
  }
  return found
}

type Visit = { node: Node; isEnd: boolean }

function blocksOf(main: Element): { blocks: Block[]; firstHeading: string } {
  const blocks: Block[] = []
  const path = headingPath()
  const open = { text: '', heading: 0, pre: 0, item: false }
  let firstHeading = ''

  const flush = () => {
    const text = open.text.trim()
    open.text = ''
    if (text === '') return
    if (open.heading > 0) {
      const heading = text.replace(/\s+/g, ' ')
      if (firstHeading === '') firstHeading = heading
      // The page's own heading is its title; it would stand over every passage.
      if (open.heading > 1 || blocks.length > 0) path.enter(open.heading, heading)
      return
    }
    blocks.push({ headings: path.texts(), text: open.item ? `- ${text}` : text })
    open.item = false
  }

  const stack: Visit[] = [{ node: main, isEnd: false }]
  for (let visit = stack.pop(); visit; visit = stack.pop()) {
    const { node, isEnd } = visit
    if (dom.isTextNode(node)) {
      open.text += open.pre > 0 ? node.value : node.value.replace(/\s+/g, ' ')
      continue
    }
    if (!dom.isElementNode(node) || (node !== main && isSkipped(node))) continue
    const name = node.tagName
    const level = /^h([1-6])$/.exec(name)?.[1]
    if (name === 'br') open.text += '\n'
    // Cells of a row run on in one line.
    else if (name === 'td' || name === 'th') open.text += isEnd ? ' | ' : ''
    else if (level || BLOCKS.has(name)) {
      if (isEnd && name === 'tr') open.text = open.text.replace(/[\s|]+$/, '')
      flush()
      open.heading = level && !isEnd ? Number(level) : 0
      if (name === 'pre') open.pre += isEnd ? -1 : 1
      if (name === 'li') open.item = !isEnd
    }
    if (isEnd) continue
    stack.push({ node, isEnd: true })
    for (const child of node.childNodes.toReversed()) stack.push({ node: child, isEnd: false })
  }
  flush()
  return { blocks: withRowsTogether(blocks), firstHeading }
}

/** Items of a list and rows of a table stay together, as one block each. */
function withRowsTogether(blocks: readonly Block[]): Block[] {
  const result: Block[] = []
  const kindOf = (text: string) => (text.startsWith('- ') ? 'item' : text.includes(' | ') ? 'row' : null)
  for (const block of blocks) {
    const last = result.at(-1)
    const kind = kindOf(block.text)
    const isNext = last && kind !== null && kindOf(last.text) === kind && sameHeadings(last, block)
    if (isNext) result[result.length - 1] = { ...last, text: `${last.text}\n${block.text}` }
    else result.push(block)
  }
  return result
}

function sameHeadings(a: Block, b: Block): boolean {
  return (
    a.headings.length === b.headings.length && a.headings.every((text, index) => text === b.headings[index])
  )
}

function isSkipped(element: Element): boolean {
  return (
    SKIPPED.has(element.tagName) ||
    SKIPPED_ROLES.has(attribute(element, 'role') ?? '') ||
    attribute(element, 'hidden') !== undefined ||
    attribute(element, 'aria-hidden') === 'true'
  )
}

function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((one) => one.name === name)?.value
}

function flatText(element: Element): string {
  return element.childNodes
    .map((child) => (dom.isTextNode(child) ? child.value : ''))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}
