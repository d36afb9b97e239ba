// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { askLinkOf } from '@/components/question/ask-link'
import { bookmarkletOf } from './bookmarklet'

afterEach(() => vi.unstubAllGlobals())

/** Presses it on a page; says which address it opens. */
function press(
  mark: string | null,
  page = '<p>Since May: <b>the bridge carries 5 tonnes</b>. So the county says.</p>',
): URL {
  document.body.innerHTML = page
  const selection = window.getSelection()
  selection?.removeAllRanges()
  const marked = mark === null ? null : document.querySelector(mark)
  if (marked) {
    const range = document.createRange()
    range.selectNodeContents(marked)
    selection?.addRange(range)
  }
  const open = vi.fn()
  vi.stubGlobal('open', open)
  const code = decodeURIComponent(bookmarkletOf('https://market.example/').slice('javascript:'.length))
  new Function(code)()
  expect(open).toHaveBeenCalledOnce()
  expect(open.mock.calls[0]?.slice(1)).toEqual(['_blank', 'noopener'])
  return new URL(String(open.mock.calls[0]?.[0]))
}

it('asks about the passage that is marked, with what stands around it', () => {
  const url = press('b')
  expect(`${url.origin}${url.pathname}`).toBe('https://market.example/ask')
  expect(askLinkOf(Object.fromEntries(url.searchParams))).toMatchObject({
    quote: 'the bridge carries 5 tonnes',
    prefix: 'Since May: ',
    suffix: '. So the county says.',
  })
})

it('keeps words of two paragraphs apart, as where a page is read as text, and leaves out what nobody sees', () => {
  const url = press(
    'p ~ p',
    '<p>So they say.</p>\n<script>hidden()</script><p>It is <b>safe</b>.</p><ul><li>One.</li><li>Two.</li></ul>',
  )
  const { quote = '', prefix = '', suffix = '' } = Object.fromEntries(url.searchParams)
  expect(quote).toBe('It is safe.')
  expect(`${prefix}|${suffix}`.replace(/\s+/g, ' ')).toBe('So they say. | One. Two.')
})

it('opens the thread of the page where nothing is marked', () => {
  const url = press(null)
  expect(url.pathname).toBe('/pages')
  expect(url.searchParams.get('url')).toBe(location.href)
})
