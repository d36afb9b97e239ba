import { describe, expect, it } from 'vitest'
import type { Outbound } from '../../outbound/outbound'
import { findProof, hostIn, namedInFile, namedInPage } from './find-proof'

const TOKEN = 'cvt_abcdefghij0123456789'
const SINGLE = `<meta name='caveat-site' content='${TOKEN}'>`
const META = `<meta name="caveat-site" content="${TOKEN}">`

it.each([
  ['news.example', 'news.example'],
  ['https://News.example:443/article?utm_source=x', 'news.example'],
  ['www.news.example:8443', 'www.news.example:8443'],
  ['news', null],
  ['https://ann:secret@news.example/', null],
  ['ftp://news.example', null],
])('of %s the host is %s', (typed, host) => {
  expect(hostIn(typed)).toBe(host)
})

describe('a site names an owner', () => {
  it('by a line of its file', () => {
    expect(namedInFile(`cvt_other\r\n${TOKEN}\r\n`, TOKEN)).toBe(true)
    expect(namedInFile(`Somebody wrote ${TOKEN} here.`, TOKEN)).toBe(false)
  })

  it.each([
    [true, `<html><head>${META}</head>`],
    [true, `<head><title>News</title><META content='${TOKEN}' name='caveat-site' /></head>`],
    [false, `<html><head></head><body>${META}`],
    [false, `<head><!-- ${META} --></head>`],
    [false, `<head><!-- never ended ${META} </head>`],
    [true, `<!doctype html><title>News</title><meta name=caveat-site content=${TOKEN}><h1>News</h1>`],
    [false, `<head><script type="application/ld+json">{"headline":"${SINGLE}"}</script></head>`],
    [false, `<head><script>window.S = "${SINGLE}"</script></head>`],
    [false, `<head><title>${SINGLE}</title></head>`],
    [false, `<head><meta property="og:description" content="${SINGLE}"></head>`],
    [false, `<head><noscript>${SINGLE}</noscript><template>${SINGLE}</template></head>`],
    [false, `<!doctype html><title>News</title><textarea>${SINGLE}</textarea>`],
    [false, `<!doctype html><title>News</title><img alt="${SINGLE}">`],
    [false, `<head><style>${' '.repeat(70_000)}</style>${META}</head>`],
    [false, `<head><meta name="caveat-site" content="x${TOKEN}"></head>`],
    [false, `<head><meta name="other" content="caveat-site ${TOKEN}"></head>`],
  ])('by an element in its head alone (%s): %s', (isNamed, html) => {
    expect(namedInPage(html, TOKEN)).toBe(isNamed)
  })
})

describe('a look at a site', () => {
  const look = (answer: (url: string) => { status: number; text: string } | null) => {
    const outbound = {
      allows: (url: string) => url.startsWith('https:'),
      async exchange({ url }: { url: string }) {
        const { status, text } = answer(url) ?? {}
        if (status === undefined) return { ok: false, failure: 'unreachable' }
        return { ok: true, status, headers: {}, body: Buffer.from(text ?? '') }
      },
    } as unknown as Outbound
    return findProof(outbound, { host: 'news.example', token: TOKEN })
  }

  it('finds the file, or else the first page', async () => {
    expect(await look((url) => ({ status: 200, text: url.endsWith('.txt') ? TOKEN : '' }))).toEqual({
      ok: true,
      way: 'file',
    })
    expect(
      await look((url) => (url.endsWith('/') ? { status: 200, text: META } : { status: 404, text: '' })),
    ).toEqual({
      ok: true,
      way: 'meta',
    })
  })

  it('takes no redirect and no error page for a proof, and tells silence from a no', async () => {
    expect(await look(() => ({ status: 302, text: TOKEN }))).toEqual({ ok: false, failure: 'not-named' })
    expect(await look(() => ({ status: 404, text: TOKEN }))).toEqual({ ok: false, failure: 'not-named' })
    for (const status of [503, 429, 403, 401])
      expect(await look(() => ({ status, text: META }))).toEqual({ ok: false, failure: 'unreachable' })
    expect(await look((url) => (url.endsWith('/') ? null : { status: 404, text: '' }))).toEqual({
      ok: false,
      failure: 'unreachable',
    })
  })
})
