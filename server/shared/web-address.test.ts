import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinsTo, webAddressOf } from './web-address'

describe('the normal form of a web address', () => {
  it.each([
    ['https://Example.ORG:443/a', 'https://example.org/a', 'case of the host, and the port that is usual'],
    ['http://example.org/a', 'https://example.org/a', 'no encryption: the page is fetched with it'],
    ['https://example.org/a/../b', 'https://example.org/b', 'steps back'],
    ['https://example.org/%7Eann/%e2%82%ac', 'https://example.org/~ann/%E2%82%AC', 'escapes'],
    ['https://example.org/a?utm_source=x&id=7&fbclid=abc', 'https://example.org/a?id=7', 'what tracks'],
    ['https://example.org/a#part', 'https://example.org/a', 'a place on the page'],
    ['https://example.org/a#:~:text=seven%20words', 'https://example.org/a', 'a marked passage'],
    [
      'https://example.org/#/settings:~:text=x',
      'https://example.org/#/settings',
      'a marked passage of a route',
    ],
    ['https://example.org/a?', 'https://example.org/a', 'an empty query'],
    ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4', 'letters of other alphabets'],
  ])('of %s is %s: %s', (address, normal) => {
    expect(webAddressOf(address)).toBe(normal)
  })

  it.each([
    ['https://example.org/a', 'https://example.org/a/'],
    ['https://example.org/a', 'https://www.example.org/a'],
    ['https://example.org/a', 'https://example.org/A'],
    ['https://example.org/a/b', 'https://example.org/a//b'],
    ['https://example.org/a', 'https://example.org:8443/a'],
    ['https://example.org/?a=1&b=2', 'https://example.org/?b=2&a=1'],
    ['https://example.org/?q=a%26b', 'https://example.org/?q=a&b'],
    ['https://example.org/?q', 'https://example.org/?q='],
    ['https://example.org/%2520', 'https://example.org/%20'],
    ['https://example.org/a%2Fb', 'https://example.org/a/b'],
    ['https://example.org/?ref=main', 'https://example.org/?ref=next'],
    ['https://example.org/#/one', 'https://example.org/#/two'],
    ['https://example.org/index.html', 'https://example.org/'],
  ])('keeps %s and %s apart', (one, other) => {
    expect(webAddressOf(one)).not.toBeNull()
    expect(webAddressOf(one)).not.toBe(webAddressOf(other))
  })

  it.each([
    '',
    'example.org',
    'mailto:a@example.org',
    'javascript:alert(1)',
    'https://',
    'https://ann:secret@example.org/',
  ])('is none of %j', (text) => {
    expect(webAddressOf(text)).toBeNull()
  })

  it('is none of what is too long to be looked up, also when escapes make it so', () => {
    expect(webAddressOf(`https://example.org/${'a'.repeat(2_000)}`)).toBeNull()
    expect(webAddressOf(`https://example.org/${'ü'.repeat(400)}`)).toBeNull()
  })

  /** Letters that mean something in an address stand among the others, so that parts run into each other. */
  const part = fc.string({
    unit: fc.constantFrom(...'ab7Z%&=?/#+.:;@~!$*()[]|^ äß漢'.split('')),
    maxLength: 8,
  })
  const key = fc.oneof(part, fc.constantFrom('q', 'id', 'ref', 'source', 's', 'page'))
  const address = fc
    .record({
      host: fc.constantFrom('a.example', 'www.a.example', 'b.example:8080', 'x.co.uk'),
      path: fc.array(part, { maxLength: 4 }),
      query: fc.array(fc.tuple(key, part), { maxLength: 4 }),
      fragment: part,
    })
    .map(({ host, path, query, fragment }) => {
      const search = query.map(([name, value]) => `${name}=${value}`).join('&')
      return `https://${host}/${path.join('/')}${search === '' ? '' : `?${search}`}${fragment === '' ? '' : `#${fragment}`}`
    })

  it('is its own normal form', () => {
    fc.assert(
      fc.property(address, (text) => {
        const normal = webAddressOf(text)
        if (normal !== null) expect(webAddressOf(normal)).toBe(normal)
      }),
      { numRuns: 3_000 },
    )
  })

  it('does not change with what tracks, or with a place on the page', () => {
    const tracked = fc.tuple(
      fc.constantFrom('utm_source', 'UTM_Campaign', 'fbclid', 'gclid', 'mc_eid'),
      fc.stringMatching(/^[\w-]{0,9}$/),
    )
    fc.assert(
      fc.property(
        address,
        tracked,
        fc.boolean(),
        fc.stringMatching(/^[a-z][\w-]{0,9}$/),
        (text, [name, value], isFirst, place) => {
          const [page = ''] = new URL(text).href.split('#')
          const [path = '', search = ''] = page.includes('?')
            ? [page.slice(0, page.indexOf('?')), page.slice(page.indexOf('?') + 1)]
            : [page]
          const more = `${name}=${value}`
          const query = search === '' ? more : isFirst ? `${more}&${search}` : `${search}&${more}`
          expect(webAddressOf(`${path}?${query}#${place}`)).toBe(webAddressOf(page))
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('never joins two pages that differ by anything else', () => {
    fc.assert(
      fc.property(address, address, (one, other) => {
        const [a, b] = [webAddressOf(one), webAddressOf(other)]
        if (a !== null && a === b) expect(spelled(one)).toBe(spelled(other))
      }),
      { numRuns: 5_000 },
    )
  })

  it('never joins an address with a neighbour of one letter more', () => {
    fc.assert(
      fc.property(address, fc.nat(), fc.constantFrom(...'ab7/=&'.split('')), (text, place, letter) => {
        const [page = ''] = new URL(text).href.split('#')
        const start = page.indexOf('/', 'https://'.length) + 1
        const at = start + (place % (page.length - start + 1))
        const other = page.slice(0, at) + letter + page.slice(at)
        const [a, b] = [webAddressOf(page), webAddressOf(other)]
        if (a !== null && a === b) expect(spelled(page)).toBe(spelled(other))
      }),
      { numRuns: 5_000 },
    )
  })

  /** What a server is sent: paths by their bytes, for a letter may be escaped or not; queries letter for letter. */
  function spelled(text: string): string {
    const { host, pathname, search, hash } = new URL(text)
    const path = pathname.replace(/%([0-9a-f]{2})/gi, (escaped, hex: string) => {
      const letter = String.fromCharCode(Number.parseInt(hex, 16))
      return /[\w.~-]/.test(letter) || /["<>`{}|^[\]!'()* ]/.test(letter)
        ? encoded(letter)
        : escaped.toUpperCase()
    })
    const route = /^#(?:\/|!.)/.test(hash) ? (hash.split(':~:')[0] ?? '') : ''
    return [host, path.replace(/["<>`{}|^[\]!'()*]/g, encoded), search.replace(/^\?$/, ''), route].join('\n')
  }
  const encoded = (letter: string) =>
    /[\w.~-]/.test(letter) ? letter : `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
})

describe('the address that a page says is its own', () => {
  it('is on its own port too', () => {
    expect(joinsTo('https://example.org:8443/a', 'https://example.org/a')).toBeNull()
  })

  it.each([
    ['https://www.example.org/a?page=1', 'https://example.org/a', 'https://example.org/a'],
    [
      'https://en.m.wikipedia.org/wiki/Bridge',
      'https://en.wikipedia.org/wiki/Bridge',
      'https://en.wikipedia.org/wiki/Bridge',
    ],
    ['https://example.org/a/', '/a?utm_source=self', 'https://example.org/a'],
  ])('of %s, %s, counts', (address, says, joined) => {
    expect(joinsTo(address, says)).toBe(joined)
  })

  it.each([
    ['of another site', 'https://example.org/a', 'https://example.com/a'],
    ['of another’s pages on a host for many', 'https://ann.github.io/a', 'https://bob.github.io/a'],
    ['below the same public suffix', 'https://a.co.uk/x', 'https://b.co.uk/x'],
    ['that is its own anyway', 'https://example.org/a', 'https://example.org/a#top'],
    [
      'of the first page, which careless sites name everywhere',
      'https://example.org/a',
      'https://example.org/',
    ],
    ['that is none', 'https://example.org/a', 'javascript:alert(1)'],
    ['of another machine without a name', 'https://192.0.2.1/a', 'https://192.0.2.2/a'],
  ])('%s does not count', (_, address, says) => {
    expect(joinsTo(address, says)).toBeNull()
  })
})
