import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { createOutbound, patientFetch } from './outbound'
import { bodyOf, type LoopbackServer, listen } from './testing'

/** What a server that means no good can do to the one who calls it, through the development switch. */

const outbound = createOutbound({ allowsPrivate: true })
const open: LoopbackServer[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
})

async function serve(answer: Parameters<typeof listen>[0]): Promise<LoopbackServer> {
  const server = await listen(answer)
  open.push(server)
  return server
}

const post = (url: string, over: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
  outbound.exchange({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    timeoutMs: 2_000,
    replyBytesMax: 1_000,
    ...over,
  })

async function timed<T>(work: Promise<T>): Promise<{ result: T; ms: number }> {
  const startedMs = performance.now()
  const result = await work
  return { result, ms: performance.now() - startedMs }
}

async function drip(response: ServerResponse): Promise<void> {
  while (!response.destroyed) {
    response.write('x')
    await sleep(20)
  }
}

describe('an exchange', () => {
  it('sends what it is given and brings back status, headers and body', async () => {
    const { url } = await serve(async (request, response) => {
      const body = await bodyOf(request)
      response.writeHead(201, { 'x-test': 'yes' }).end(`${request.method} ${body}`)
    })
    const result = await post(`${url}/path?query`)
    expect(result).toMatchObject({ ok: true, status: 201, headers: { 'x-test': 'yes' } })
    expect(result.ok && Buffer.from(result.body).toString()).toBe('POST {}')
  })

  it('follows no redirect', async () => {
    const inside = await serve((_request, response) => response.end('inside'))
    for (const status of [301, 302, 303, 307, 308]) {
      const { url } = await serve((_request, response) =>
        response.writeHead(status, { location: inside.url }).end(),
      )
      expect(await post(url)).toMatchObject({ ok: true, status })
      await expect(outbound.fetch(url, { method: 'POST', body: '{}' })).rejects.toThrow('redirected')
    }
    expect(inside.connections()).toBe(0)
  })

  it('ends in time with a server that never answers, stops half way, or drips', async () => {
    const servers = [
      await serve(() => undefined),
      await serve(
        (_request, response) => void response.writeHead(200, { 'content-length': '10' }).write('half'),
      ),
      await serve((_request, response) => void drip(response)),
    ]
    for (const { url } of servers) {
      const { result, ms } = await timed(post(url, { timeoutMs: 300 }))
      expect(result).toEqual({ ok: false, failure: 'timeout' })
      expect(ms).toBeLessThan(1_500)
    }
  })

  it('stops reading at the size cap, told or not', async () => {
    let sent = 0
    const told = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': String(10 ** 9) }).write('x'.repeat(100))
    })
    const untold = await serve(async (_request, response) => {
      const chunk = 'x'.repeat(16_384)
      while (!response.destroyed && sent < 10 ** 9) {
        sent += chunk.length
        if (!response.write(chunk)) await sleep(1)
      }
    })
    expect(await post(told.url)).toEqual({ ok: false, failure: 'too-large' })
    expect(await post(untold.url)).toEqual({ ok: false, failure: 'too-large' })
    await expect.poll(() => sent).toBeLessThan(50_000_000)
  })

  it('unfolds nothing', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000))
    for (const coding of ['gzip', 'br', 'zstd', 'gzip, gzip']) {
      const { url } = await serve((_request, response) =>
        response.writeHead(200, { 'content-encoding': coding }).end(bomb),
      )
      expect(await post(url)).toEqual({ ok: false, failure: 'compressed' })
    }
  })

  it('survives what is not HTTP: a flood of headers, a cut line, a port where nobody listens', async () => {
    const flood = await serve((_request, response) =>
      response.writeHead(200, { 'x-flood': 'x'.repeat(40_000) }).end(),
    )
    const cut = await serve((request) => request.socket.end('HTTP/1.1 2'))
    const gone = await listen(() => undefined)
    await gone.close()
    for (const { url } of [flood, cut, gone])
      expect(await post(url)).toMatchObject({ failure: 'unreachable' })
  })

  it('can be given up by its caller', async () => {
    const { url } = await serve(() => undefined)
    expect(await post(url, { signal: AbortSignal.timeout(50) })).toEqual({ ok: false, failure: 'timeout' })
  })

  it('wears the face of fetch for libraries', async () => {
    const { url } = await serve(async (request, response) => {
      const body = await bodyOf(request)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ body, auth: request.headers.authorization }))
    })
    const response = await outbound.fetch(url, {
      method: 'POST',
      body: 'hi',
      headers: { authorization: 'Bearer k' },
    })
    expect([response.status, await response.json()]).toEqual([200, { body: 'hi', auth: 'Bearer k' }])
    await expect(createOutbound({ allowsPrivate: false }).fetch(url)).rejects.toThrow('address-refused')
  })
})

describe('the operator’s own server', () => {
  it('is fetched as by fetch, piece by piece, and given up only on its caller’s word', async () => {
    const { url } = await serve((_request, response) => response.writeHead(200).write('first'))
    const giveUp = new AbortController()
    const response = await patientFetch()(url, { signal: giveUp.signal })
    const reader = response.body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first')
    giveUp.abort()
    await expect(reader?.read()).rejects.toThrow()
  })
})
