import type { Block, ReadDocument } from '../../../contract/corpus'

/** A line that reads like a heading is left where it is: plain text says nothing of what it is. */
export function readText(text: string, nameTitle: string): ReadDocument {
  const blocks: Block[] = text
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => ({ headings: [], text: paragraph }))
  return { title: nameTitle, blocks }
}
