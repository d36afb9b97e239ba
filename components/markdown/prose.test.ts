import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { readProse } from '@/server/prose/read-prose'
import { Prose, type ProseProps } from './prose'

const draw = (markdown: string, style: Omit<ProseProps, 'prose'> = {}) =>
  renderToStaticMarkup(createElement(Prose, { prose: readProse(markdown), ...style }))

it('draws a text below the headings of its page, with links that tell nothing of ours', () => {
  expect(draw('# Beans\n\n[source](https://a.example)', { headingsFrom: 4 })).toBe(
    '<div class="prose"><h4>Beans</h4><p><a href="https://a.example" rel="nofollow noopener noreferrer ugc">source</a></p></div>',
  )
})

it('draws pictures as links and boxes as signs, and lets a table scroll', () => {
  expect(draw('![bean](https://a.example/b.png)')).toContain('>Picture: bean</a>')
  expect(draw('- [x] done')).toContain('<span>☑ </span> done')
  expect(draw('|a|\n|:-:|\n|1|')).toContain('<td style="text-align:center">1</td>')
})

it('draws a link its caller’s way, and a place in the text as words', () => {
  const renderLink = (href: string) => (href === '#purchase-1' ? createElement('b', null, 'one') : undefined)
  expect(draw('[1](#purchase-1) [2](#elsewhere)', { renderLink })).toContain(
    '<p><b>one</b> <span>2</span></p>',
  )
})

it('switches kerning off for a run without a break', () => {
  expect(draw('a'.repeat(600))).toContain('[font-kerning:none]')
  expect(draw('a '.repeat(600))).not.toContain('font-kerning')
})
