import * as z from 'zod'
import { isSeen } from '../shared/text'

/**
 * A text that somebody wrote in Markdown, laid out: what pages draw. It is read once, in a process with limits
 * (`server/prose/`), and the browser needs no reader of Markdown. Text is text: nothing in it is markup.
 */

/** Most characters of any text in Markdown that the market takes or writes; longer ones are shown as they are. */
export const MARKDOWN_CHARS_MAX = 40_000

export const PROSE_TAGS = [
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'ul',
  'ol',
  'li',
  'pre',
  'code',
  'em',
  'strong',
  'del',
  'sup',
  'a',
  'img',
  'br',
  'hr',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'input',
] as const
export type ProseTag = (typeof PROSE_TAGS)[number]

export type ProseElement = {
  tag: ProseTag
  children: ProseNode[]
  /** `a`, and `img`, which is drawn as a link: an http, https or mailto address, or a place in the text. */
  href?: string
  /** `th` and `td`. */
  align?: 'left' | 'center' | 'right'
  /** `ol`: the first number. */
  start?: number
  /** `input`, the box of a task. */
  isChecked?: boolean
  /** `ul` and `ol` whose points are tasks. */
  isTasks?: boolean
}

export type ProseNode = string | ProseElement
export type Prose = ProseNode[]

/** Ours, made by `server/prose/`: walking it again to check it would cost as much as drawing it. */
export const proseSchema = z.custom<Prose>((value) => Array.isArray(value))

/** Whether anything of a text is drawn that a reader could read: letters, figures, signs, or an address behind a picture. */
export function showsSomething(prose: Prose): boolean {
  return prose.some((node) => {
    if (typeof node === 'string') return isSeen(node)
    return (node.tag === 'img' && node.href !== undefined) || showsSomething(node.children)
  })
}

/** The text as it was typed, for what cannot be laid out: a paragraph for each, its lines kept. */
export function plainProse(text: string): Prose {
  return text
    .split(/\n[^\S\n]*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => ({
      tag: 'p' as const,
      children: paragraph
        .trim()
        .split('\n')
        .flatMap((line, index) => (index === 0 ? [line] : [{ tag: 'br' as const, children: [] }, line])),
    }))
}
