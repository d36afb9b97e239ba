import { getDocumentProxy } from 'unpdf'
import { PDF_PAGES_MAX, type ReadDocument, TEXT_CHARS_MAX, UnreadableError } from '../../../contract/corpus'
import { type Line, paragraphsOf } from './pdf-paragraphs'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

/** What programs write when nobody gave a title. */
const NO_TITLE = /^(untitled|microsoft word\b|document\d*$|slide 1$)|\.(docx?|tex|indd|pdf|qxd|dvi)$/i

/**
 * A PDF as blocks. A PDF knows places of letters and nothing of paragraphs, so these are told by gaps between lines, and
 * headings by their size; what repeats at the edge of pages is left out.
 *
 * @throws UnreadableError `encrypted`, `broken`, `no-text`, `too-many-pages`, `too-much-text`.
 */
export async function readPdf(bytes: Uint8Array, nameTitle: string): Promise<ReadDocument> {
  const pdf = await open(bytes)
  try {
    if (pdf.numPages > PDF_PAGES_MAX) throw new UnreadableError('too-many-pages')
    const pages: Line[][] = []
    let chars = 0
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const lines = await linesOf(pdf, number)
      chars += lines.reduce((sum, line) => sum + line.text.length, 0)
      if (chars > TEXT_CHARS_MAX) throw new UnreadableError('too-much-text')
      pages.push(lines)
    }
    const blocks = paragraphsOf(pages)
    if (blocks.length === 0) throw new UnreadableError('no-text')
    return { title: (await titleOf(pdf)) ?? nameTitle, blocks }
  } finally {
    await pdf.loadingTask.destroy()
  }
}

async function open(bytes: Uint8Array): Promise<Pdf> {
  try {
    // A copy, because the library takes its input away. No fonts are loaded and nothing is run: only text is wanted.
    return await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: 0,
      stopAtErrors: false,
      useSystemFonts: false,
      disableFontFace: true,
    })
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    throw new UnreadableError(isLocked ? 'encrypted' : 'broken', { cause: error })
  }
}

async function linesOf(pdf: Pdf, pageNumber: number): Promise<Line[]> {
  try {
    const page = await pdf.getPage(pageNumber)
    const { items } = await page.getTextContent()
    page.cleanup()
    const lines: Line[] = []
    let open: Line | null = null
    for (const item of items) {
      if (!('str' in item)) continue
      const [, , , , , y = 0] = item.transform as number[]
      if (item.str.trim() !== '') {
        open ??= { text: '', y, size: 0 }
        open.size = Math.max(open.size, item.height)
      }
      if (open) open.text += item.str
      if (item.hasEOL && open) {
        lines.push(open)
        open = null
      }
    }
    if (open) lines.push(open)
    return lines.map((line) => ({ ...line, text: line.text.replace(/\s+/g, ' ').trim() }))
  } catch (error) {
    throw new UnreadableError('broken', { cause: error })
  }
}

async function titleOf(pdf: Pdf): Promise<string | null> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }))
  const title =
    'Title' in info && typeof info.Title === 'string' ? info.Title.replace(/\s+/g, ' ').trim() : ''
  return title.length < 3 || NO_TITLE.test(title) ? null : title
}
