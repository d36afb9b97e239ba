import { parseFragment } from 'parse5'

const TAG = /<\/?[a-z][^<>]*>|<!--.*?-->/gis
const CHARACTER_REFERENCE = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/gi

/** Whether Markdown would show another character in place of what is written. */
export const hasReference = (markdown: string) => markdown.search(CHARACTER_REFERENCE) >= 0

/**
 * The letters of a piece of Markdown as a page shows them: character references are what they stand for, and tags and marks of
 * emphasis and of escapes are gone, within words too. It is for comparing, not for showing.
 */
export function asShown(markdown: string): string {
  return markdown
    .replace(TAG, '')
    .replace(CHARACTER_REFERENCE, characterOf)
    .replace(/(?<!\\)[*~]/g, '')
    .replace(/(?<![\\\p{L}\p{N}])_|(?<!\\)_(?![\p{L}\p{N}])/gu, '')
    .replace(/\\([^\p{L}\p{N}\s])/gu, '$1')
}

/** As browsers read it: "&#72;" is H, "&Hopf;" ℍ. */
function characterOf(reference: string): string {
  const [node] = parseFragment(reference).childNodes
  return node && 'value' in node ? node.value : reference
}
