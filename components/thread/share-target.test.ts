import { describe, expect, it } from 'vitest'
import { shareTargetHref } from './share-target'

const PAGE = 'https://example.org/a?b=1'
const open = (href: string) => {
  const { pathname, searchParams } = new URL(href, 'https://market.example')
  return { pathname, ...Object.fromEntries(searchParams) }
}

describe('what another app shares', () => {
  it.each([
    ['an address', { url: PAGE }],
    ['an address in the text', { text: PAGE, title: 'A page' }],
    ['an address after the page’s own title', { text: `A page ${PAGE}`, title: 'A page' }],
  ])('opens the thread of the page: %s', (_, shared) => {
    expect(open(shareTargetHref(shared))).toEqual({ pathname: '/pages', url: PAGE })
  })

  it('is a passage to be checked where there are words beside the address', () => {
    expect(open(shareTargetHref({ title: 'A page', text: `“It carries 5 tonnes.” ${PAGE}` }))).toEqual({
      pathname: '/ask',
      page: PAGE,
      quote: 'It carries 5 tonnes.',
    })
  })

  it('is a question where there are only words, and an empty form where there is nothing', () => {
    expect(open(shareTargetHref({ text: 'Which pump?' }))).toEqual({ pathname: '/ask', title: 'Which pump?' })
    expect(shareTargetHref({})).toBe('/ask')
  })
})
