import { expect, test } from 'vitest'
import { readCapped } from './read-capped'

const MEGABYTE = 1024 * 1024

/** A body of so many megabytes, and how many of them were read. */
function bodyOf(megabytes: number) {
  const sent = { megabytes: 0 }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (sent.megabytes === megabytes) return controller.close()
        sent.megabytes += 1
        controller.enqueue(new Uint8Array(MEGABYTE))
      },
    },
    { highWaterMark: 0 },
  )
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
  return { sent, request: new Request('http://market.test/', init) }
}

test('a body is read to its limit', async () => {
  expect(await readCapped(bodyOf(2).request, 2 * MEGABYTE)).toHaveLength(2 * MEGABYTE)
  expect(await readCapped(new Request('http://market.test/'), 1)).toHaveLength(0)
})

test('what is too large is heard out before it is refused, and not for ever', async () => {
  const large = bodyOf(3)
  await expect(readCapped(large.request, MEGABYTE)).rejects.toMatchObject({ code: 'request.too_large' })
  expect(large.sent.megabytes).toBe(3)
  const endless = bodyOf(Number.POSITIVE_INFINITY)
  await expect(readCapped(endless.request, MEGABYTE)).rejects.toMatchObject({ code: 'request.too_large' })
  expect(endless.sent.megabytes).toBeLessThan(12)
})
