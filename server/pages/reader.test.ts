import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createOutbound } from '../outbound/outbound'
import { type LoopbackServer, listen } from '../outbound/testing'
import { START_MS_MAX } from '../shared/processes'
import { longestTurnOf, TURN_MS_MAX } from '../testing-loop'
import { PAGE_BYTES_MAX, REDIRECTS_MAX } from './fetch-page'
import { PAGE_CHARS_MAX } from './page-text'
import { boundedTasks, createPageReader, plainTasks } from './reader'

/** What a server that means no good, or none well, can do to the one who reads its pages. */

const outbound = createOutbound({ allowsPrivate: true })
const reader = createPageReader({ outbound, tasks: plainTasks })
const open: LoopbackServer[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
})
afterAll(() => outbound.close())

type Answer = (path: string, response: ServerResponse) => void
/** A server without a robots.txt, unless `answer` has one. */
async function serve(answer: Answer, robots: string | null = null): Promise<LoopbackServer> {
  const server = await listen((request, response) => {
    const path = request.url ?? ''
    if (path !== '/robots.txt') answer(path, response)
    else if (robots === null) response.writeHead(404).end()
    else response.end(robots)
  })
  open.push(server)
  return server
}
const html = (response: ServerResponse, body: string | Buffer, type = 'text/html; charset=utf-8') =>
  response.writeHead(200, { 'content-type': type }).end(body)
const read = (url: string, signal = new AbortController().signal) => reader.read(url, signal)

const ARTICLE = `<!doctype html><html><head><title>Lindow bridge</title><script>steal()</script></head><body>
<nav><a href="/">Home</a> <a href="/shop">Shop</a></nav>
<article><h1>Lindow bridge</h1><p>The bridge at Lindow carries at most <b>3.5 tonnes</b> since the survey of 2021.</p>
<p>Lorries take the <a href="/by-pass">by-pass</a> through Wilmslow &amp; Styal.</p>
<table><tr><th>Axle</th><th>Limit</th></tr><tr><td>single</td><td>2 tonnes</td></tr></table></article>
<footer>Cookies, terms, imprint</footer></body></html>`

describe('a page', () => {
  it('is read for its main text, with its title, its hash and where it lies', async () => {
    const { url } = await serve((_path, response) => html(response, ARTICLE))
    const page = await read(`${url}/bridge#:~:text=carries`)
    expect(page).toMatchObject({ ok: true, url: `${url}/bridge`, title: 'Lindow bridge' })
    if (!page.ok) return
    expect(page.text).toContain('carries at most 3.5 tonnes since')
    expect(page.text).toContain('\n\nLorries take the by-pass through Wilmslow & Styal.')
    expect(page.text).toMatch(/single\s+2 tonnes/)
    expect(page.text).not.toMatch(/steal|Shop|Cookies|<|href/)
    expect(page.hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it.each([
    [
      'a graph',
      '<script type="application/ld+json">{"@graph":[{"@type":"WebPage","mainEntity":{"@type":["Product"],"name":"Kettle 2"}}]}</script>',
    ],
    [
      'a list, after what is no JSON',
      '<script type="application/ld+json">{</script><script type="application/ld+json">[{"@type":"https://schema.org/Product","name":"Kettle 2"}]</script>',
    ],
    [
      'microdata',
      '<div itemscope itemtype="https://schema.org/Product"><b itemprop="name"> Kettle\n2 </b></div>',
    ],
  ])('says what it sells and which address is its own: by %s', async (_, sold) => {
    const { url } = await serve((_path, response) =>
      html(
        response,
        `<head><link rel="canonical" href="/kettle"></head><body>${sold}<p>It boils water in two minutes.</p></body>`,
      ),
    )
    expect(await read(`${url}/kettle?utm_source=x`)).toMatchObject({
      product: 'Kettle 2',
      canonical: `${url}/kettle`,
    })
    const plain = await serve((_path, response) => html(response, '<p>It boils water.</p>'))
    expect(await read(plain.url)).toMatchObject({ product: '', canonical: '' })
  })

  it.each([
    [
      'its server’s charset',
      'text/html; charset=iso-8859-1',
      Buffer.from('<p>Zürich is caf\xe9</p>', 'latin1'),
    ],
    ['its own', 'text/html', Buffer.from('<meta charset="windows-1252"><p>Zürich is café</p>', 'latin1')],
    [
      'a byte order mark',
      'text/html; charset=iso-8859-1',
      Buffer.from('\ufeff<p>Zürich is café</p>', 'utf8'),
    ],
    ['none', 'text/plain', Buffer.from('Zürich is café', 'utf8')],
    ['none, and not UTF-8', 'text/plain', Buffer.from('Zürich is café', 'latin1')],
    ['UTF-16', 'text/plain', Buffer.from('\ufeffZürich is café', 'utf16le')],
    ['one that nobody knows', 'text/plain; charset=klingon', Buffer.from('Zürich is café', 'utf8')],
  ])('is decoded by %s', async (_, type, body) => {
    const { url } = await serve((_path, response) => html(response, body, type))
    expect(await read(url)).toMatchObject({ ok: true, text: 'Zürich is café' })
  })

  it('follows redirects, each under the rules of its own server', async () => {
    const last = await serve((_path, response) => html(response, ARTICLE))
    const first = await serve((_path, response) =>
      response.writeHead(302, { location: `${last.url}/b` }).end(),
    )
    expect(await read(first.url)).toMatchObject({ ok: true, url: `${last.url}/b` })
    const closed = await serve((_path, response) => html(response, ARTICLE), 'User-agent: *\nDisallow: /')
    const to = await serve((_path, response) => response.writeHead(301, { location: closed.url }).end())
    expect(await read(to.url)).toEqual({ ok: false, failure: 'robots' })
  })

  it('is cut where it is longer than anybody reads', async () => {
    const { url } = await serve((_path, response) =>
      html(response, 'A line.\n\n'.repeat(40_000), 'text/plain'),
    )
    const page = await read(url)
    expect(page.ok && page.text.length).toBeLessThanOrEqual(PAGE_CHARS_MAX)
    expect(page.ok && page.text.endsWith('A line.')).toBe(true)
  })
})

describe('robots.txt', () => {
  it.each([
    ['forbids all', 'User-agent: *\nDisallow: /', false],
    ['forbids us', 'User-agent: CaveatBot\nDisallow: /private', false],
    ['forbids others', 'User-agent: Other\nDisallow: /', true],
    ['lets one page be read', 'User-agent: *\nDisallow: /\nAllow: /private/page', true],
    ['is no robots.txt', '<html>Not here</html>', true],
  ])('that %s is heard', async (_, robots, mayRead) => {
    let asked = 0
    const { url } = await serve((_path, response) => {
      asked += 1
      html(response, ARTICLE)
    }, robots)
    expect(await read(`${url}/private/page`)).toMatchObject(mayRead ? { ok: true } : { failure: 'robots' })
    expect(asked).toBe(mayRead ? 1 : 0)
  })

  it('that cannot be had for its server’s fault keeps us away', async () => {
    const server = await listen((_request, response) => response.writeHead(503).end())
    open.push(server)
    expect(await read(server.url)).toEqual({ ok: false, failure: 'server-failed' })
  })
})

const shows =
  (body: string): Answer =>
  (_path, response) =>
    html(response, `<!doctype html><html><body>${body}</body></html>`)
const LOGIN_FORM = `<title>Log in</title><h1>Welcome back</h1><p>Log in to your account.</p><form><label>User name <input></label>
<label>Password <input type="password"></label><button>Log in</button></form><p>No account? Sign up, it is free.</p>`

describe('a page that only speaks of walls', () => {
  it.each([
    [
      'has a form to log in beside its text',
      `<header><form><input><input type="password"><button>Log in</button></form></header>${ARTICLE}`,
    ],
    [
      'asks for consent at its foot',
      `${ARTICLE}<div><p>We use cookies.</p><button>Accept all</button></div>`,
    ],
    [
      'is about cookies',
      '<article><h1>What cookies are</h1><p>A cookie is a short text that a browser keeps for a server.</p><p>It was made in 1994 for a shop that wanted to know what lay in a basket.</p><p>The name comes from older programs, which handed a token back and forth.</p></article>',
    ],
    [
      'works better with scripts',
      `<noscript>Please enable JavaScript for the map.</noscript>${ARTICLE}<script src="/map.js"></script>`,
    ],
    ['is very short', '<p>The bridge at Lindow is closed until Sunday.</p>'],
  ])('is read: it %s', async (_, body) => {
    const { url } = await serve((_path, response) => html(response, body))
    expect(await read(url)).toMatchObject({ ok: true })
  })
})

describe('what is no page', () => {
  it.each<[string, string, Answer]>([
    ['too-large', 'a body without end', endless],
    [
      'too-large',
      'a size that is announced',
      (_path, response) => {
        response
          .writeHead(200, { 'content-type': 'text/html', 'content-length': String(PAGE_BYTES_MAX + 1) })
          .write('x')
      },
    ],
    ['wrong-type', 'a picture', (_path, response) => html(response, 'GIF89a', 'image/gif')],
    ['wrong-type', 'no type', (_path, response) => response.writeHead(200).end('text')],
    ['wrong-type', 'a program called text', (_path, response) => html(response, 'MZ\0\0\0', 'text/plain')],
    [
      'compressed',
      'a gzip bomb',
      (_path, response) => {
        response
          .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
          .end(gzipSync(Buffer.alloc(10_000_000)))
      },
    ],
    [
      'missing',
      'nothing',
      (_path, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('gone'),
    ],
    ['forbidden', 'a wall', (_path, response) => response.writeHead(403).end()],
    ['server-failed', 'a fault', (_path, response) => response.writeHead(500).end()],
    [
      'no-text',
      'an empty page',
      (_path, response) => html(response, '<html><body><script>x()</script></body></html>'),
    ],
    [
      'too-many-redirects',
      'a circle',
      (path, response) => response.writeHead(302, { location: `/${path.length}` }).end(),
    ],
    ['login-wall', 'a form to log in', shows(LOGIN_FORM)],
    [
      'login-wall',
      'the first lines of what is sold',
      shows(
        `<title>Bridges</title><article><p>The bridge at Lindow has been a worry for years, and the county knows it.</p><p>Subscribe to continue reading this article.</p></article>`,
      ),
    ],
    [
      'login-wall',
      'what its publisher says is not free',
      shows(
        `<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree": false}</script><p>The bridge at Lindow has been a worry for years.</p>`,
      ),
    ],
    [
      'consent-wall',
      'a question for consent',
      shows(
        `<h1>We value your privacy</h1><p>We and our 812 partners store cookies on your device to personalise advertising.</p><p>You may manage your choices at any time.</p><button>Reject all</button> <button>Accept all</button>`,
      ),
    ],
    [
      'needs-script',
      'a frame with a word for those without scripts',
      shows(
        `<title>App</title><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src="/main.js"></script>`,
      ),
    ],
    [
      'needs-script',
      'a frame that is loading',
      shows(`<title>App</title><div id="app">Loading…</div><script type="module" src="/main.js"></script>`),
    ],
    [
      'human-check',
      'a test for people',
      shows(`<h1>Just a moment…</h1><p>Checking your browser before you go on to bridge.example.</p>`),
    ],
    ['unreachable', 'half a line', (_path, response) => response.socket?.end('HTTP/1.1 2')],
  ])('is %s: %s', async (failure, _, answer) => {
    const { url } = await serve(answer)
    expect(await read(`${url}/start`)).toEqual({ ok: false, failure })
  })

  it('asks a server that sends in circles no more often than it may', async () => {
    let asked = 0
    const { url } = await serve((_path, response) => {
      asked += 1
      response.writeHead(302, { location: `/${asked}` }).end()
    })
    await read(url)
    expect(asked).toBe(REDIRECTS_MAX + 1)
  })

  it('is left when its caller has waited enough, though it drips', async () => {
    const { url } = await serve((_path, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      void drip(response)
    })
    expect(await read(url, AbortSignal.timeout(200))).toEqual({ ok: false, failure: 'timeout' })
  })
})

describe('an address inside', () => {
  it('is refused at once, and where a page outside redirects to it', async () => {
    const inside = await serve((_path, response) => html(response, ARTICLE))
    const guarded = createOutbound({ allowsPrivate: false })
    const careful = createPageReader({ outbound: guarded, tasks: plainTasks })
    const never = new AbortController().signal
    for (const url of [inside.url, 'https://localhost/', 'http://169.254.169.254/latest/meta-data'])
      expect(await careful.read(url, never)).toEqual({ ok: false, failure: 'address-refused' })
    // The first hop is let through by its text; the client refuses the second.
    const outside = await serve((_path, response) => response.writeHead(302, { location: inside.url }).end())
    const before = inside.connections()
    const halfOpen = createPageReader({
      outbound: {
        ...guarded,
        allows: (url) => url.startsWith(outside.url) || guarded.allows(url),
        exchange: (call) => (call.url.startsWith(outside.url) ? outbound : guarded).exchange(call),
      },
      tasks: plainTasks,
    })
    expect(await halfOpen.read(outside.url, never)).toEqual({ ok: false, failure: 'address-refused' })
    expect(inside.connections()).toBe(before)
    await guarded.close()
  })
})

describe('the child process', () => {
  const TIMEOUT_MS = 700
  const tasks = boundedTasks({ timeoutMs: TIMEOUT_MS })
  const text = (body: string) => ({
    kind: 'text' as const,
    bytes: new Uint8Array(Buffer.from(body)),
    isHtml: true,
    charset: 'utf-8',
    url: 'https://page.example/',
  })
  beforeAll(async () => {
    await tasks.run(text('<p>Starts the process.</p>'))
  }, START_MS_MAX)
  afterAll(() => tasks.close())

  it.each([
    ['open elements', '<div>'.repeat(200_000)],
    ['tables in tables', '<table><tr><td>'.repeat(50_000)],
    ['attributes', `<p ${'a '.repeat(500_000)}>`],
    ['entities', '&amp'.repeat(300_000)],
    ['one line of commas', `<article><p>${'a, '.repeat(500_000)}</p></article>`],
  ])(
    'gives up pages of %s in time, and nobody else waits for them',
    async (_, body) => {
      const started = performance.now()
      expect(await longestTurnOf(() => tasks.run(text(body)))).toBeLessThan(TURN_MS_MAX)
      expect(performance.now() - started).toBeLessThan(TIMEOUT_MS + START_MS_MAX)
    },
    2 * START_MS_MAX,
  )

  it(
    'reads the next page after one that was given up',
    async () => {
      expect(await tasks.run(text('<p>Still here.</p>'))).toMatchObject({ ok: true, text: 'Still here.' })
      const robots = {
        kind: 'robots',
        url: 'https://page.example/robots.txt',
        page: 'https://page.example/x',
      } as const
      expect(await tasks.run({ ...robots, text: 'User-agent: *\nDisallow: /x' })).toBe(false)
    },
    2 * START_MS_MAX,
  )
})

async function drip(response: ServerResponse): Promise<void> {
  while (!response.destroyed) {
    response.write('x')
    await sleep(20)
  }
}

function endless(_path: string, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' })
  const chunk = 'x'.repeat(65_536)
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', more)
  more()
}
