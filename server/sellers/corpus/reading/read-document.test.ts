import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  type DocumentFailure,
  type MediaType,
  PDF_PAGES_MAX,
  TEXT_CHARS_MAX,
  UnreadableError,
} from '../../../contract/corpus'
import { tinyPdf } from '../testing'
import { readAndCut } from './read-document'
import { readInChild } from './read-in-child'
import { titleOfName } from './title-of-name'

const bytesOf = (text: string, encoding: BufferEncoding = 'utf8') =>
  new Uint8Array(Buffer.from(text, encoding))
const read = (text: string | Uint8Array, mediaType: MediaType, name = 'a-file.x') =>
  readAndCut(typeof text === 'string' ? bytesOf(text) : text, { name, mediaType })
const failureOf = (reading: Promise<unknown>): Promise<DocumentFailure | null> =>
  reading.then(
    () => null,
    (error: unknown) => {
      if (error instanceof UnreadableError) return error.failure
      throw error
    },
  )

const ZIP = new Uint8Array([0x50, 0x4b, 0x03, 0x04, ...gzipSync(Buffer.from('x'.repeat(500)))])

describe('Markdown', () => {
  it('gives title, sections, and whole lists, tables and code', async () => {
    const document = await read(
      `# Cooking rice

First *words* of a [page](https://example.org/x).

## Boiling

- wash it
- boil it
  - for ten minutes

\`\`\`sh
cook --rice
\`\`\`

### Pressure

| pot | minutes |
| --- | --- |
| old | 12 |

<div>badge</div>

## Serving

Hot.
`,
      'text/markdown',
    )
    expect(document).toEqual({
      title: 'Cooking rice',
      passages: [
        { section: '', text: 'First words of a page.', words: 5 },
        {
          section: 'Boiling',
          text: '- wash it\n- boil it\n  - for ten minutes\n\n```\ncook --rice\n```',
          words: 9,
        },
        { section: 'Boiling › Pressure', text: 'pot | minutes\nold | 12', words: 4 },
        { section: 'Serving', text: 'Hot.', words: 1 },
      ],
    })
  })

  it('takes the title of its front matter, or its name', async () => {
    expect((await read('---\ntitle: "Of rice"\n---\n\nText.', 'text/markdown')).title).toBe('Of rice')
    expect((await read('Text.', 'text/markdown', 'on_cooking-rice.md')).title).toBe('on cooking rice')
  })
})

describe('HTML', () => {
  it('reads the main part without scripts, styles and navigation', async () => {
    const document = await read(
      `<!doctype html><html><head><title>Rice &amp; beans</title><style>p{}</style></head><body>
<nav><a href="/">Home</a></nav><header role="banner">Site</header>
<main><h1>Rice &amp; beans</h1><p>One <b>bold</b>
  word.<script>alert('stolen')</script></p><h2>Soak</h2><ul><li>beans</li><li><p>rice</p></li></ul>
<table><tr><th>pot</th><th>min</th></tr><tr><td>old</td><td>12</td></tr></table>
<pre>a
  b</pre><aside>Advert</aside><p hidden>Never</p></main><footer>2025</footer></body></html>`,
      'text/html',
    )
    expect(document.title).toBe('Rice & beans')
    expect(document.passages).toEqual([
      { section: '', text: 'One bold word.', words: 3 },
      { section: 'Soak', text: '- beans\n- rice\n\npot | min\nold | 12\n\na\n  b', words: 8 },
    ])
  })

  it('survives nesting deeper than any stack', async () => {
    const deep = `${'<div>'.repeat(50_000)}bottom${'</div>'.repeat(50_000)}`
    expect((await read(deep, 'text/html')).passages[0]?.text).toBe('bottom')
  })

  it('follows the encoding that the page names', async () => {
    const page = Buffer.concat([
      Buffer.from('<meta charset="windows-1252"><p>caf'),
      Buffer.from([0xe9]),
      Buffer.from(' au lait</p>'),
    ])
    expect((await read(new Uint8Array(page), 'text/html')).passages[0]?.text).toBe('café au lait')
  })
})

describe('text', () => {
  it('has paragraphs between empty lines, in UTF-8 or UTF-16', async () => {
    const text = 'One line\nand another.\r\n \r\nSecond.'
    const expected = [{ section: '', text: 'One line\nand another.\n\nSecond.', words: 5 }]
    expect((await read(text, 'text/plain')).passages).toEqual(expected)
    expect((await read(bytesOf(`\uFEFF${text}`, 'utf16le'), 'text/plain')).passages).toEqual(expected)
  })
})

describe('PDF', () => {
  const body = (text: string) => ({ text })

  it('gives title, headings by size, paragraphs by gaps, and leaves running lines out', async () => {
    const page = (number: number, ...lines: { text: string; size?: number; gap?: number }[]) => [
      { text: 'Annual report', size: 8 },
      ...lines,
      { text: `Page ${number}`, size: 8, gap: 40 },
    ]
    const pdf = tinyPdf(
      [
        page(
          1,
          { text: 'Harvest', size: 18, gap: 30 },
          { text: 'Rice was cut in Septem-', gap: 30 },
          body('ber by hand, and'),
          body('dried.'),
          {
            text: 'A second paragraph goes on',
            gap: 28,
          },
        ),
        page(
          2,
          body('overleaf and ends.'),
          { text: 'Prices', size: 18, gap: 30 },
          { text: 'They fell.', gap: 30 },
        ),
        page(3, body('They rose (again).')),
      ],
      'Of rice and prices',
    )
    expect(await read(pdf, 'application/pdf')).toEqual({
      title: 'Of rice and prices',
      passages: [
        {
          section: 'Harvest',
          text: 'Rice was cut in September by hand, and dried.\n\nA second paragraph goes on overleaf and ends.',
          words: 17,
        },
        { section: 'Prices', text: 'They fell.\n\nThey rose (again).', words: 5 },
      ],
    })
  })

  it('takes its name for a title when a program wrote none of use', async () => {
    const pdf = tinyPdf([[body('Words.')]], 'Microsoft Word - draft.docx')
    expect((await read(pdf, 'application/pdf', 'C:\\me\\on-rice.pdf')).title).toBe('on rice')
  })
})

describe('files that cannot be read', () => {
  const pdf = tinyPdf([[{ text: 'Words.' }]])
  const encrypted = bytesOf(
    Buffer.from(pdf)
      .toString('latin1')
      .replace(
        '/Root 1 0 R',
        `/Root 1 0 R /ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`,
      ),
    'latin1',
  )
  const cases: [string, Uint8Array, MediaType, DocumentFailure][] = [
    ['0 bytes', new Uint8Array(), 'text/plain', 'empty'],
    ['only spaces', bytesOf(' \n\n '), 'text/plain', 'no-text'],
    ['Markdown with nothing to read', bytesOf('# Title\n\n---\n\n<br>'), 'text/markdown', 'no-text'],
    ['a zip with the name of a PDF', ZIP, 'application/pdf', 'mismatched'],
    ['a zip with the name of a text', ZIP, 'text/plain', 'not-text'],
    ['a PDF with the name of a text', pdf, 'text/markdown', 'not-text'],
    [
      'random bytes as HTML',
      Uint8Array.from({ length: 4_000 }, (_, n) => (n * 167 + 13) % 256),
      'text/html',
      'not-text',
    ],
    ['Latin letters that are not UTF-8', bytesOf('caf\xe9 au lait', 'latin1'), 'text/plain', 'bad-encoding'],
    ['an unknown encoding', bytesOf('<meta charset="klingon">text'), 'text/html', 'bad-encoding'],
    ['a PDF cut off after its head', pdf.subarray(0, 30), 'application/pdf', 'broken'],
    ['a PDF behind a password', encrypted, 'application/pdf', 'encrypted'],
    ['a scan: pages without letters', tinyPdf([[], []]), 'application/pdf', 'no-text'],
    [
      'a PDF of too many pages',
      tinyPdf(Array.from({ length: PDF_PAGES_MAX + 1 }, () => [])),
      'application/pdf',
      'too-many-pages',
    ],
    ['a text without end', bytesOf('word '.repeat(TEXT_CHARS_MAX / 5 + 1)), 'text/plain', 'too-much-text'],
  ]
  for (const [what, bytes, mediaType, failure] of cases) {
    it(`${what}: ${failure}`, async () => {
      expect(await failureOf(read(bytes, mediaType))).toBe(failure)
    })
  }
})

describe('the reading process', () => {
  it('reads one file after another, and a bad one does not stop the next', async () => {
    const good = { name: 'a.md', mediaType: 'text/markdown' } as const
    const results = await Promise.all([
      readInChild(bytesOf('# A\n\nText.'), good).then(({ title }) => title),
      failureOf(readInChild(ZIP, { name: 'b.pdf', mediaType: 'application/pdf' })),
      readInChild(bytesOf('# C\n\nText.'), good).then(({ title }) => title),
    ])
    expect(results).toEqual(['A', 'mismatched', 'C'])
  })

  it('gives up a file that takes too long, and reads the next', async () => {
    // Nested quotes are quadratic to parse.
    const slow = bytesOf(`${'>'.repeat(20_000)} a\n`.repeat(20))
    const file = { name: 'a.md', mediaType: 'text/markdown' } as const
    expect(await failureOf(readInChild(slow, file, 700))).toBe('too-slow')
    expect((await readInChild(bytesOf('Text.'), file)).passages).toHaveLength(1)
  })

  it('leaves the event loop free', async () => {
    const large = bytesOf(`# Large\n\n${'A sentence of a few words goes on here. '.repeat(40_000)}`)
    let longest = 0
    let last = performance.now()
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }, 1)
    const began = performance.now()
    await readInChild(large, { name: 'a.md', mediaType: 'text/markdown' })
    clearInterval(timer)
    expect(longest).toBeLessThan((performance.now() - began) / 2)
  })
})

describe('titles from names', () => {
  it('drop folders, endings and joins', () => {
    expect(titleOfName('/home/me/annual-report_2025.final.pdf')).toBe('annual report 2025.final')
    expect(titleOfName('.md')).toBe('.md')
  })
})
