import type { ListItem, RootContent, Table } from 'mdast'
import { toString as plainText } from 'mdast-util-to-string'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import type { Block, ReadDocument } from '../../../contract/corpus'
import { headingPath } from './headings'

const FRONT_MATTER = /^---\n([\s\S]{0,10000}?)\n---\n/

/**
 * Markdown as blocks: paragraphs, lists, tables and code stay whole. The first heading of level one, when nothing stands
 * before it, is the title; else the `title` of its front matter, else the file's name.
 */
export function readMarkdown(markdown: string, nameTitle: string): ReadDocument {
  const front = FRONT_MATTER.exec(markdown)
  const tree = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .parse(markdown.slice(front?.[0].length ?? 0))
  const path = headingPath()
  const blocks: Block[] = []
  let title: string | null = null
  for (const node of tree.children) {
    if (node.type === 'heading') {
      const text = plainText(node).trim()
      if (node.depth === 1 && title === null && blocks.length === 0) title = text
      else path.enter(node.depth, text)
      continue
    }
    const text = blockText(node).trim()
    if (text !== '') blocks.push({ headings: path.texts(), text })
  }
  return { title: title || titleInFrontMatter(front?.[1]) || nameTitle, blocks }
}

function titleInFrontMatter(yaml: string | undefined): string | undefined {
  return /^title:[^\S\n]*["']?(.*?)["']?[^\S\n]*$/m.exec(yaml ?? '')?.[1]
}

function blockText(node: RootContent): string {
  switch (node.type) {
    case 'code':
      return `\`\`\`\n${node.value}\n\`\`\``
    case 'list':
      return node.children.map((item) => itemText(item)).join('\n')
    case 'table':
      return tableText(node)
    case 'blockquote':
    case 'footnoteDefinition':
      return node.children.map(blockText).filter(Boolean).join('\n\n')
    // Markup of pages and badges; what it says to a reader stands in the text around it.
    case 'html':
    case 'definition':
    case 'thematicBreak':
      return ''
    default:
      return plainText(node, { includeHtml: false })
  }
}

function itemText(item: ListItem): string {
  return `- ${item.children.map(blockText).filter(Boolean).join('\n').replaceAll('\n', '\n  ')}`
}

function tableText(table: Table): string {
  return table.children
    .map((row) => row.children.map((cell) => plainText(cell).replace(/\s+/g, ' ')).join(' | '))
    .join('\n')
}
