import { setTimeout as sleep } from 'node:timers/promises'
import { encode } from 'next-auth/jwt'
import { describe, expect, it, vi } from 'vitest'
import { corpusDocuments } from '@/db/schema'
import { openSession } from '../auth/sessions'
import { FILE_BYTES_MAX, FILES_PER_UPLOAD_MAX, UPLOAD_BYTES_MAX } from '../contract/corpus'
import { person } from '../inspection/engine/testing'
import { shelfScene } from '../sellers/corpus/testing-shelf'
import { longestTurnOf } from '../testing-loop'
import { uploadDocuments } from './upload-documents'

const shelf = shelfScene()

/** Half of what `/api/health` may take: the largest file goes to the database in one statement. */
const LARGEST_TURN_MS_MAX = 1_000

const OURS = { 'sec-fetch-site': 'same-origin' }

function formOf(...files: [name: string, content: string | Uint8Array<ArrayBuffer>][]): FormData {
  const form = new FormData()
  for (const [name, content] of files) form.append('file', new File([content], name))
  return form
}

/** Sends a request as somebody; null for nobody. */
async function send(
  userId: string | null,
  body: BodyInit | null,
  { headers = OURS, bot = shelf.botId }: { headers?: Record<string, string>; bot?: string } = {},
) {
  const { deps } = shelf.market
  const token = userId
    ? await encode({ token: { sid: await openSession(deps, userId) }, secret: deps.authSecret })
    : undefined
  const request = new Request('http://localhost/api/bots/x/documents', {
    method: 'POST',
    headers,
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  } as RequestInit)
  const response = await uploadDocuments(deps, { request, botId: bot, cookie: () => token })
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: await response.json(),
  }
}

const held = () => shelf.market.deps.db.$count(corpusDocuments)

describe('uploading documents', () => {
  it('takes several files, each for itself, and answers before they are read', async () => {
    const answer = await send(
      shelf.ownerId,
      formOf(['a.md', '# A'], ['b.exe', 'MZ'], ['c.txt', ''], ['d.pdf', new Uint8Array(FILE_BYTES_MAX + 1)]),
    )
    expect(answer.status).toBe(200)
    expect(answer.body.files).toMatchObject([
      { name: 'a.md', failure: null, error: null },
      { name: 'b.exe', failure: 'unsupported' },
      { name: 'c.txt', failure: 'empty' },
      { name: 'd.pdf', failure: 'too-large' },
    ])
    expect(shelf.market.waiting.map(({ name }) => name)).toContain('corpus.ingest')
  })

  it('is for the owner alone', async () => {
    expect(await send(null, formOf(['a.md', 'x']))).toMatchObject({ status: 401 })
    const stranger = await person(shelf.market, 'stranger')
    expect(await send(stranger, formOf(['a.md', 'x']))).toMatchObject({
      status: 404,
      body: { appCode: 'sellers.bot_not_found' },
    })
    expect(await send(shelf.ownerId, formOf(['a.md', 'x']), { bot: 'bot_none' })).toMatchObject({
      status: 404,
    })
    expect(await held()).toBe(0)
  })

  it('comes from a page of ours', async () => {
    const strange: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example', host: 'localhost' },
    ]
    for (const headers of strange) {
      expect(await send(shelf.ownerId, formOf(['a.md', 'x']), { headers })).toMatchObject({
        status: 400,
        body: { appCode: 'request.foreign' },
      })
    }
    expect(await held()).toBe(0)
  })

  it('stops reading a body that is too large, whatever its sender says', async () => {
    const headers = { ...OURS, 'content-type': 'multipart/form-data; boundary=x' }
    const said = { ...headers, 'content-length': String(UPLOAD_BYTES_MAX + 1) }
    expect(await send(shelf.ownerId, 'x', { headers: said })).toMatchObject({ status: 413 })
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.md"\r\n\r\n'
        const chunk = sent === 0 ? new Uint8Array(Buffer.from(head)) : new Uint8Array(1_000_000)
        sent += chunk.length
        controller.enqueue(chunk)
      },
    })
    expect(await send(shelf.ownerId, endless, { headers })).toMatchObject({
      status: 413,
      body: { appCode: 'request.too_large' },
    })
    expect(sent).toBeLessThan(UPLOAD_BYTES_MAX + 5_000_000)
    expect(await held()).toBe(0)
  })

  it('lets others have their turn while a file of the largest size is taken', async () => {
    const form = formOf(['a.pdf', new Uint8Array(FILE_BYTES_MAX)])
    const whole = new Response(form)
    const type = whole.headers.get('content-type') ?? ''
    const body = await whole.arrayBuffer()
    const take = async () => {
      const answer = await send(shelf.ownerId, body, { headers: { ...OURS, 'content-type': type } })
      expect(answer.body.files).toMatchObject([{ failure: null, error: null }])
    }
    expect(await longestTurnOf(take)).toBeLessThan(LARGEST_TURN_MS_MAX)
  })

  it('receives two of one person’s at once, has eight wait, and asks for any more to come later', async () => {
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.md"\r\n\r\n# A'
    const ends: (() => void)[] = []
    const slow = () =>
      new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            ends.push(() => {
              controller.enqueue(new Uint8Array(Buffer.from(`${head}\r\n--x--\r\n`)))
              controller.close()
            })
            return new Promise<void>((resolve) => ends.push(resolve))
          },
        },
        { highWaterMark: 0 },
      )
    const headers = { ...OURS, 'content-type': 'multipart/form-data; boundary=x' }
    const answers = Array.from({ length: 10 }, () => send(shelf.ownerId, slow(), { headers }))
    await vi.waitFor(() => expect(ends).toHaveLength(4))
    await sleep(50)
    expect(await send(shelf.ownerId, formOf(['b.md', '# B']))).toMatchObject({
      status: 503,
      retryAfter: '5',
      body: { appCode: 'request.busy' },
    })
    // Another is not held up by them.
    expect(await send(await person(shelf.market, 'other'), formOf(['b.md', 'x']))).toMatchObject({
      status: 404,
    })
    expect(ends).toHaveLength(4)
    let isDone = false
    const all = Promise.all(answers).finally(() => {
      isDone = true
    })
    while (!isDone) {
      for (const end of ends.splice(0)) end()
      await sleep(5)
    }
    expect((await all).map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await held()).toBe(10)
  })

  it('refuses what is no upload', async () => {
    expect(
      await send(shelf.ownerId, '{}', { headers: { ...OURS, 'content-type': 'application/json' } }),
    ).toMatchObject({ status: 400 })
    expect(await send(shelf.ownerId, formOf())).toMatchObject({ status: 400 })
    const broken = { ...OURS, 'content-type': 'multipart/form-data; boundary=x' }
    expect(await send(shelf.ownerId, '--y\r\nnot a part', { headers: broken })).toMatchObject({ status: 400 })
    const many = Array.from({ length: FILES_PER_UPLOAD_MAX + 1 }, (_, n): [string, string] => [
      `${n}.md`,
      'x',
    ])
    expect(await send(shelf.ownerId, formOf(...many))).toMatchObject({ status: 413 })
  })
})
