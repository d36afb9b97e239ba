// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { pageText } from '@/server/pages/page-text'
import { anchorsIn } from '@/server/shared/anchor'
import { pageWords, placesOf } from './page-words'

const SENTENCES = [
  'The bridge at Lindow was built in 1890 by a company that no longer exists today.',
  'Since May it carries no more than 3.5 tonnes, the county says, and lorries take the by-pass.',
  'Two engineers looked at the piers in the spring and found cracks in three of them.',
  'Nobody has said so far what mending them costs, or who is to pay for it in the end.',
]
const ARTICLE = `
  <nav><a href="/">Home</a> <a href="/news">News</a></nav>
  <article>
    <h1>The bridge at Lindow</h1>
    <p>${SENTENCES[0]} <em>Since May</em>${SENTENCES[1]?.slice('Since May'.length)}</p>
    <script>const text = 'Two engineers looked at the piers'</script>
    <ul><li>${SENTENCES[2]}</li><li>The rest of the piers, seven in all, was found to be sound by both.</li></ul>
    <blockquote><p>${SENTENCES[3]}</p></blockquote>
    <p>It is safe. The county will say more in June, when its council meets again, and not before.<br>It is safe.</p>
    <table><tr><td>Length</td><td>212 metres from one bank to the other</td></tr></table>
  </article>
  <footer>It is safe. All rights reserved by the newspaper of Lindow.</footer>`

const mark = (
  questionId: string,
  quote: { exact: string; prefix: string; suffix: string } | null,
  claim = '',
) => ({
  ...{ questionId, title: '', claim, state: 'answered' as const },
  ...{ verdict: null, probability: null, decidedPercent: null },
  quote: quote && { type: 'TextQuoteSelector' as const, ...quote },
})
const joined = (text: string) => text.replace(/\s+/g, '')
const folded = (text: string) => text.replace(/\s+/g, ' ').trim()
function wordsOf(html: string) {
  document.body.innerHTML = html
  return pageWords(document.body, () => true)
}

it('finds on the page what the market found in its text, in the same words, and never elsewhere', () => {
  const read = pageText({
    kind: 'text',
    bytes: new TextEncoder().encode(`<title>Lindow</title>${ARTICLE}`),
    isHtml: true,
    charset: 'utf-8',
    url: 'https://news.example/lindow',
  })
  if (!read.ok) throw new Error(read.failure)
  const anchors = anchorsIn(read.text)
  const quoteAt = (start: number, end: number) => anchors.quoteAt({ start, end })
  const any = Array.from(read.text.matchAll(/\S[^.\n]{20,}/g)).flatMap(({ index, 0: exact }, n) => {
    const quote = quoteAt(index, index + exact.length)
    return quote ? [mark(String(n), quote)] : []
  })
  const own = SENTENCES.map((sentence) => {
    const place = anchors.find({ exact: sentence, prefix: '', suffix: '' })
    return mark(sentence, place && quoteAt(place.start, place.end))
  })
  const marks = [...any, ...own]
  const places = placesOf(wordsOf(ARTICLE), marks)
  for (const { questionId, quote } of marks) {
    const range = places.get(questionId)
    // A range has nothing between two blocks.
    if (range) expect(joined(range.toString())).toBe(joined(quote?.exact ?? ''))
  }
  // Of use too: each of the article's own sentences is found, in a list and a quotation as well.
  expect(SENTENCES.filter((sentence) => !places.has(sentence))).toEqual([])
})

it('has each place of its text in the document', () => {
  const words = wordsOf(ARTICLE)
  for (const sentence of SENTENCES) {
    const place = anchorsIn(words.text).find({ exact: sentence, prefix: '', suffix: '' })
    expect(place && folded(words.rangeOf(place)?.toString() ?? '')).toBe(sentence)
  }
  expect(words.text).not.toContain('const text')
})

it('reads a page whose forms have fields of any name', () => {
  const [sentence = ''] = SENTENCES
  // Not those that this document’s walker, which is no browser’s, reads itself.
  for (const name of ['childNodes', 'nodeName', 'tagName', 'nodeType', 'textContent']) {
    wordsOf(`<main><form><p>${sentence}</p></form><p>What follows.</p></main>`)
    const form = document.querySelector('form') as HTMLFormElement
    // As a browser has it where a field is called so.
    Object.defineProperty(form, name, { value: document.createElement('input') })
    const words = pageWords(document.body, () => true)
    expect(words.text, name).toContain(sentence)
    expect(words.text, name).toContain('What follows.')
  }
})

it('marks a claim in the page’s own words, and nothing that stands twice or was changed', () => {
  const [, may = ''] = SENTENCES
  const marks = [mark('claim', null, may), mark('twice', null, 'It is safe.')]
  expect([...placesOf(wordsOf(ARTICLE), marks).keys()]).toEqual(['claim'])
  expect(placesOf(wordsOf(ARTICLE.replace('3.5', '5')), marks).size).toBe(0)
})
