import type { Block } from '../../../contract/corpus'
import { headingPath } from './headings'

/** A line of a page: how far above the page's foot it stands, and how high its letters are. */
export type Line = { text: string; y: number; size: number }

/** A gap this much wider than the usual one between lines begins a paragraph. */
const PARAGRAPH_GAP = 1.35
/** Letters this much larger than the usual ones, in a short line, are a heading. */
const HEADING_SIZE = 1.12
const HEADING_WORDS_MAX = 20
/** A line that stands at the edge of this share of pages, whatever its numbers, is a running head or a page number. */
const RUNNING_SHARE_MIN = 0.5
const RUNNING_PAGES_MIN = 3

/** Paragraphs and headings of pages. A word cut at the end of a line is put together again; a paragraph may go on overleaf. */
export function paragraphsOf(pages: readonly (readonly Line[])[]): Block[] {
  const running = runningLines(pages)
  const body = pages.map((lines) =>
    lines.filter((line, index) => !isEdge(lines, index) || !(running.has(keyOf(line)) || isPageNumber(line))),
  )
  const lines = body.flat()
  const size = usual(
    lines.flatMap((line) => Array.from({ length: Math.ceil(line.text.length / 20) }, () => line.size)),
  )
  const gap = usual(body.flatMap((page) => gapsOf(page.filter((line) => !isHeading(line, size)))))
  const levels = headingLevels(lines, size)

  const blocks: Block[] = []
  const path = headingPath()
  let paragraph: string[] = []
  let heading: { lines: string[]; level: number } = { lines: [], level: 0 }
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ headings: path.texts(), text: joined(paragraph) })
    paragraph = []
  }
  const endHeading = () => {
    if (heading.level > 0) path.enter(heading.level, joined(heading.lines))
    heading = { lines: [], level: 0 }
  }
  for (const page of body) {
    for (const [index, line] of page.entries()) {
      const level = isHeading(line, size) ? (levels.get(rounded(line.size)) ?? 1) : 0
      const above = page[index - 1]
      if (level > 0) {
        endParagraph()
        // A heading may fill two lines.
        if (heading.level === level) heading.lines.push(line.text)
        else {
          endHeading()
          heading = { lines: [line.text], level }
        }
        continue
      }
      endHeading()
      const isNew = above
        ? above.y - line.y > gap * PARAGRAPH_GAP || above.y < line.y
        : !goesOn(paragraph.at(-1), line.text)
      if (isNew) endParagraph()
      paragraph.push(line.text)
    }
  }
  endParagraph()
  return blocks.filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
}

/** "infor-" and "mation" are one word; "well-" and "Known" are not. */
function joined(lines: readonly string[]): string {
  return lines
    .map((line, index) => {
      const next = lines[index + 1]
      if (next === undefined) return line
      return /\p{L}-$/u.test(line) && /^\p{Ll}/u.test(next) ? line.slice(0, -1) : `${line} `
    })
    .join('')
}

/** Whether a paragraph that ended a page with this line goes on with the first line of the next. */
function goesOn(last: string | undefined, next: string): boolean {
  return last !== undefined && !/[.!?:]["”’)]?$/.test(last) && /^[\p{Ll}(]/u.test(next)
}

function isHeading(line: Line, size: number): boolean {
  return (
    line.size > size * HEADING_SIZE &&
    line.text.split(' ').length <= HEADING_WORDS_MAX &&
    /\p{L}/u.test(line.text)
  )
}

/** The largest letters are level one. */
function headingLevels(lines: readonly Line[], size: number): Map<number, number> {
  const sizes = new Set(lines.filter((line) => isHeading(line, size)).map((line) => rounded(line.size)))
  return new Map([...sizes].sort((a, b) => b - a).map((one, index) => [one, index + 1]))
}

const rounded = (size: number) => Math.round(size)

function gapsOf(lines: readonly Line[]): number[] {
  return lines
    .slice(1)
    .map((line, index) => (lines[index]?.y ?? 0) - line.y)
    .filter((gap) => gap > 0)
}

/** The median: robust against titles and footnotes. */
function usual(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0
}

/** A line without its numbers, so that "Page 3" and "Page 4" are one. */
const keyOf = (line: Line) => line.text.replace(/\d+/g, '#')
const isPageNumber = (line: Line) => /^(\p{Pd}? ?(\d+|[ivxlc]+) ?\p{Pd}?)$/u.test(line.text)
const isEdge = (lines: readonly Line[], index: number) => index === 0 || index === lines.length - 1

function runningLines(pages: readonly (readonly Line[])[]): Set<string> {
  const counts = new Map<string, number>()
  for (const lines of pages) {
    const edges = new Set(lines.filter((_, index) => isEdge(lines, index)).map(keyOf))
    for (const key of edges) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const least = Math.max(RUNNING_PAGES_MIN, pages.length * RUNNING_SHARE_MIN)
  return new Set([...counts].filter(([, count]) => count >= least).map(([key]) => key))
}
