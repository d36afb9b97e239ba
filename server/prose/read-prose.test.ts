import { describe, expect, it } from 'vitest'
import { MARKDOWN_CHARS_MAX } from '../contract/prose'
import { PROSE_DEPTH_MAX, PROSE_PARTS_MAX, readProse } from './read-prose'

describe('a text in Markdown', () => {
  it('is laid out as what pages draw, without its markup', () => {
    expect(readProse('# One\n\n- [x] *done*\n- [ ] **not**\n\n3. c\n')).toEqual([
      { tag: 'h1', children: ['One'] },
      {
        tag: 'ul',
        isTasks: true,
        children: [
          {
            tag: 'li',
            children: [
              { tag: 'input', isChecked: true, children: [] },
              ' ',
              { tag: 'em', children: ['done'] },
            ],
          },
          {
            tag: 'li',
            children: [
              { tag: 'input', isChecked: false, children: [] },
              ' ',
              { tag: 'strong', children: ['not'] },
            ],
          },
        ],
      },
      { tag: 'ol', start: 3, children: [{ tag: 'li', children: ['c'] }] },
    ])
    expect(readProse('|a|\n|-:|\n|1|')).toEqual([
      {
        tag: 'table',
        children: [
          {
            tag: 'thead',
            children: [{ tag: 'tr', children: [{ tag: 'th', align: 'right', children: ['a'] }] }],
          },
          {
            tag: 'tbody',
            children: [{ tag: 'tr', children: [{ tag: 'td', align: 'right', children: ['1'] }] }],
          },
        ],
      },
    ])
  })

  it('keeps nothing that could run, load or pretend', () => {
    const text = JSON.stringify(
      readProse(
        [
          '<script>alert(1)</script> <img src=x onerror=alert(1)> <b onclick=x>bold</b>',
          '[a](javascript:alert(1)) [b](data:text/html,x) [c](vbscript:x) ![d](javascript:x)',
          '<iframe src="https://evil.example"></iframe>',
          '[e](https://good.example "a title")',
        ].join('\n\n'),
      ),
    )
    expect(text).not.toMatch(/script|onerror|onclick|iframe|data:/)
    expect(text).toContain('"href":"https://good.example"')
  })

  it.each([
    [
      'a table whose cells are mostly not written',
      `${'|a'.repeat(600)}|\n${'|-'.repeat(600)}|\n${'|\n'.repeat(2_000)}`,
    ],
    ['a list of more points than anybody reads', '- a\n'.repeat(PROSE_PARTS_MAX)],
  ])('refuses %s', (_, markdown) => {
    expect(() => readProse(markdown)).toThrow('too-many-parts')
  })

  it('refuses one address so often that a page of it has megabytes, and takes a list of sources', () => {
    const often = `[a]: ${'x'.repeat(9_900)}\n\n${'[a]'.repeat(3_300)}`
    expect(() => readProse(often)).toThrow('too-long')
    const sources = `[a]: https://example.org/${'x'.repeat(80)}\n\n${'As it says [there][a]. '.repeat(500)}`
    expect(readProse(sources)).toHaveLength(1)
    expect(readProse('x'.repeat(MARKDOWN_CHARS_MAX))).toHaveLength(1)
  })

  it('refuses quotes within quotes past its depth, and takes those below', () => {
    expect(() => readProse(`${'> '.repeat(PROSE_DEPTH_MAX + 1)}a`)).toThrow('too-deep')
    expect(readProse(`${'> '.repeat(PROSE_DEPTH_MAX - 2)}a`)).toHaveLength(1)
  })
})
