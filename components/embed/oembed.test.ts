import { describe, expect, it } from 'vitest'
import { framedBy, oEmbedHref, oEmbedOf } from './oembed'

const SITE = 'https://market.example'

describe('oEmbed', () => {
  it.each([
    [`${SITE}/questions/bc_1?tab=offers`, { kind: 'card', question: 'bc_1' }],
    [`${SITE}/pages?url=https%3A%2F%2Fnews.example%2Fa`, { kind: 'thread', url: 'https://news.example/a' }],
    [`${SITE}/questions/bc_1/edit`, null],
    [`${SITE}/wallet`, null],
    [`${SITE}/pages`, null],
    ['https://elsewhere.example/questions/bc_1', null],
    ['nothing', null],
  ])('shows %s as %j', (url, frame) => {
    expect(framedBy(url, SITE)).toEqual(frame)
  })

  it('is a frame no larger than there is room for, whose title stays text', () => {
    const frame = { kind: 'card', question: 'bc_1' } as const
    const title = '"><script>alert(1)</script>'
    const told = oEmbedOf(SITE, frame, title, { maxWidth: 320, maxHeight: null })
    expect(told).toMatchObject({ version: '1.0', type: 'rich', width: 320, height: 216, title })
    expect(told.html).toContain('src="https://market.example/embed/card?question=bc_1"')
    expect(told.html).toContain('sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"')
    expect(told.html).not.toContain('"><script>')
    expect(oEmbedOf(SITE, frame, title, { maxWidth: null, maxHeight: 100 })).toMatchObject({
      width: 600,
      height: 100,
    })
  })

  it('is found by the address of what it shows', () => {
    const href = new URL(oEmbedHref(`${SITE}/questions/bc_1`), SITE)
    expect(href.searchParams.get('url')).toBe(`${SITE}/questions/bc_1`)
  })
})
