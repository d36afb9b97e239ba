import { createBotSchema } from '../../contract/bots'
import type { Deps } from '../../deps'
import type { TestMarket } from '../../testing'
import { createBot } from '../bots/bots'

/** Text of a page of a PDF: lines from the top, each with its size. */
export type PdfLine = { text: string; size?: number; gap?: number }

/** A PDF made by hand: a page for each list of lines, in Helvetica, with an outline that any reader takes. */
export function tinyPdf(pages: readonly (readonly PdfLine[])[], title?: string): Uint8Array {
  const objects: string[] = []
  const add = (body: string) => objects.push(body)
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ')
  add('<< /Type /Catalog /Pages 2 0 R >>')
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`)
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  for (const lines of pages) {
    let y = 800
    const shown = lines.map(({ text, size = 11, gap = 14 }) => {
      y -= gap
      const escaped = text.replace(/[\\()]/g, (letter) => `\\${letter}`)
      return `BT /F1 ${size} Tf 50 ${y} Td (${escaped}) Tj ET`
    })
    const stream = shown.join('\n')
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${objects.length + 2} 0 R >>`,
    )
    add(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`)
  }
  if (title !== undefined) add(`<< /Title (${title}) >>`)
  let file = '%PDF-1.4\n'
  const places: number[] = []
  for (const [index, body] of objects.entries()) {
    places.push(file.length)
    file += `${index + 1} 0 obj\n${body}\nendobj\n`
  }
  const start = file.length
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const info = title === undefined ? '' : ` /Info ${objects.length} 0 R`
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${info} >>\nstartxref\n${start}\n%%EOF\n`
  return new Uint8Array(Buffer.from(file, 'latin1'))
}

/** A `corpus` bot that answers everything with one of these words. */
export async function corpusBot(
  { deps }: Pick<TestMarket, 'deps'>,
  ownerId: string,
  extra: Record<string, unknown> = {},
  isLive = true,
): Promise<string> {
  const input = createBotSchema.parse({
    bot: {
      kind: 'corpus',
      name: 'Shelf',
      matcher: { anyOf: ['rice', 'legumes', 'pressure'] },
      price: { rule: 'fixed', priceMicros: 500_000n },
      ...extra,
    },
    isLive,
    requestKey: deps.ids.next('step'),
  })
  return (await createBot(deps, ownerId, input)).botId
}

/** A market whose transactions fail that `fails` says, counted from 1. */
export function failingAt(deps: Deps, fails: (transaction: number) => boolean): Deps {
  let begun = 0
  const db = new Proxy(deps.db, {
    get(target, name, receiver) {
      if (name !== 'transaction') return Reflect.get(target, name, receiver)
      return (...given: Parameters<typeof target.transaction>) => {
        begun += 1
        if (fails(begun)) throw new Error('The process died')
        return target.transaction(...given)
      }
    },
  })
  return { ...deps, db }
}
