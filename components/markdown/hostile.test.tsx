import fc from 'fast-check'
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Prose } from '@/components/markdown/prose'
import { plainProse } from '@/server/contract/prose'
import { readProse, UnreadableProseError } from '@/server/prose/read-prose'

type Element = DefaultTreeAdapterMap['element']

/** Everything a page may hold that came from somebody's Markdown. Nothing else: what is not text is on this list. */
const TAGS = new Set(
  `div p span br hr h2 h3 h4 h5 h6 ul ol li strong em del code pre blockquote a sup
   table thead tbody tr th td`.split(/\s+/),
)
const ATTRIBUTES = new Set(['class', 'href', 'rel', 'tabindex', 'start', 'style'])
/** To other pages, to a mailbox, or on the page itself. */
const SAFE_HREF = /^(?:https?:|mailto:|ircs?:|xmpp:|[^:]*$|[/#?])/i

/** As a page draws it: laid out and then rendered; what cannot be laid out is shown as it was typed. */
function draw(markdown: string) {
  const html = renderToStaticMarkup(<Prose prose={laidOut(markdown)} />)
  return { html, elements: elementsOf(parseFragment(html).childNodes) }
}

function laidOut(markdown: string) {
  try {
    return readProse(markdown)
  } catch (error) {
    if (error instanceof UnreadableProseError) return plainProse(markdown)
    throw error
  }
}

function elementsOf(nodes: readonly DefaultTreeAdapterMap['childNode'][]): Element[] {
  return nodes.flatMap((node) => ('tagName' in node ? [node, ...elementsOf(node.childNodes)] : []))
}

const attributeOf = (element: Element, name: string) =>
  element.attrs.find((attribute) => attribute.name === name)?.value

/** What in it could run, load or mislead; empty for what may be shown. */
function dangers(elements: readonly Element[]): string[] {
  return elements.flatMap(({ tagName, attrs }) => [
    ...(TAGS.has(tagName) ? [] : [`<${tagName}>`]),
    ...attrs.flatMap(({ name, value }) => {
      if (!ATTRIBUTES.has(name)) return [`${tagName} ${name}`]
      if (name === 'href' && !SAFE_HREF.test(value.trim())) return [`${tagName} href=${value}`]
      if (name === 'style' && !/^text-align:\s?(?:left|right|center)$/.test(value)) return [`style=${value}`]
      return []
    }),
  ])
}

const HOSTILE = [
  '<script>alert(1)</script>',
  'Before <script src="https://evil.example/x.js"></script> after',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><circle r=1 /></svg>',
  '<iframe src="https://evil.example"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="https://evil.example"></object><embed src="https://evil.example">',
  '<form action="https://evil.example"><input name=password><button>Sign in</button></form>',
  '<a href="javascript:alert(1)">press</a>',
  '<a href="https://ok.example" onclick="alert(1)" style="position:fixed;inset:0">press</a>',
  '<style>body { display: none }</style>',
  '<link rel=stylesheet href="https://evil.example/x.css"><meta http-equiv=refresh content="0;url=//evil.example">',
  '<base href="https://evil.example/">',
  '<div\n\nonmouseover=alert(1)>\n\ntext\n\n</div>',
  '<details open ontoggle=alert(1)><summary>s</summary></details>',
  '<video><source onerror=alert(1)></video><audio src=x onerror=alert(1)>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<!-- --><script>alert(1)</script><!-- -->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '[press](javascript:alert(1))',
  '[press](JaVaScRiPt:alert(1))',
  '[press](java\u0000script:alert(1))',
  '[press](&#106;avascript:alert(1))',
  '[press](javascript&colon;alert(1))',
  '[press](<java\tscript:alert(1)>)',
  '[press]( javascript:alert(1) "title")',
  '[press](vbscript:msgbox(1))',
  '[press](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[press](file:///etc/passwd)',
  '[press](blob:https://ok.example/1)',
  '[press][ref]\n\n[ref]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '![x](javascript:alert(1))',
  '![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)',
  '![x](https://evil.example/pixel.gif "t\\" onerror=alert(1)")',
  '![x\\" onerror=\\"alert(1)](https://evil.example/pixel.gif)',
  '[![x](https://evil.example/pixel.gif)](javascript:alert(1))',
  '```html\n<script>alert(1)</script>\n```',
  '```" onmouseover="alert(1)\ncode\n```',
  '`<img src=x onerror=alert(1)>`',
  '| a |\n|---|\n| <script>alert(1)</script> |',
  '[^1]\n\n[^1]: <img src=x onerror=alert(1)> [press](javascript:alert(1))',
  '- [ ] <input type=checkbox onclick=alert(1)>',
]

describe('Markdown of strangers', () => {
  it.each(HOSTILE)('runs and loads nothing: %j', (markdown) => {
    const { elements } = draw(markdown)
    expect(dangers(elements)).toEqual([])
  })

  it('runs and loads nothing, however it is put together', () => {
    const piece = fc.oneof(
      fc.constantFrom(...HOSTILE),
      fc.constantFrom('\n\n', '\n', ' ', '> ', '- ', '# ', '**', '`', '<', '>', '"', "'", '](', '![', '\\'),
      fc.string({ maxLength: 8 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        expect(dangers(draw(pieces.join('')).elements)).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('drops raw HTML and keeps what is written around it', () => {
    const { html } = draw('Before <b onclick=x>bold</b> after.\n\n<div>gone</div>\n\nThe end.')
    expect(html).toContain('<p>Before bold after.</p>')
    expect(html).toContain('<p>The end.</p>')
    expect(html).not.toMatch(/&lt;|gone/)
  })

  it('shows code as it is written', () => {
    expect(draw('`<script>`').html).toContain('<code>&lt;script&gt;</code>')
  })
})

describe('a picture', () => {
  const LINK = '<a href="https://a.example/x.png" rel="nofollow noopener noreferrer ugc">'

  it('is a link, which is followed by choice and not by reading', () => {
    expect(draw('![the pier](https://a.example/x.png)').html).toContain(`${LINK}Picture: the pier</a>`)
    expect(draw('![](https://a.example/x.png)').html).toContain(`${LINK}Picture</a>`)
  })

  it('is its words where its address is not safe', () => {
    expect(draw('![the pier](javascript:alert(1))').html).toContain('<p><span>the pier</span></p>')
  })
})

describe('a link', () => {
  it('vouches for nothing and tells nothing', () => {
    const [, , link] = draw('[there](https://a.example)').elements
    expect(link && attributeOf(link, 'href')).toBe('https://a.example')
    expect(link && attributeOf(link, 'rel')).toBe('nofollow noopener noreferrer ugc')
  })

  it('is words where its address is not safe', () => {
    expect(draw('[there](javascript:alert(1))').html).toContain('<p><span>there</span></p>')
  })
})

describe('a task', () => {
  it('has no control: its box is a sign', () => {
    const { html, elements } = draw('- [x] done\n- [ ] open')
    expect(html).toMatch(/☑.*☐/s)
    expect(elements.map(({ tagName }) => tagName)).not.toContain('input')
  })
})
