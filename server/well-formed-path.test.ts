import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mendPaths, wellFormedPath } from './well-formed-path'

describe('the path of an address', () => {
  it.each([
    ['/questions/%ff', '/questions/%25ff'],
    ['/people/50%', '/people/50%25'],
    ['/people/%zz%20', '/people/%25zz%20'],
    // Half of a letter, and one that may not be written so.
    ['/bots/%e2%82', '/bots/%25e2%2582'],
    ['/bots/%ed%a0%80', '/bots/%25ed%25a0%2580'],
    ['/lab/caf%C3%A9', '/lab/caf%C3%A9'],
    ['/questions?query=%ff', '/questions?query=%ff'],
  ])('%s is read as %s', (written, read) => {
    expect(wellFormedPath(written)).toBe(read)
  })

  it('can always be decoded, and stays what it is where it could be before', () => {
    const part = fc.oneof(
      fc.constantFrom('%', '/', '%ff', '%25', '%e2', '%82', '%ac', 'a', '%2'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const path = parts.join('').replace(/[?#]/g, '')
        const mended = wellFormedPath(path)
        const read = decodeURIComponent(mended)
        expect(wellFormedPath(mended)).toBe(mended)
        let before: string | null = null
        try {
          before = decodeURIComponent(path)
        } catch {}
        if (before !== null) expect(read).toBe(before)
      }),
    )
  })

  it('is mended in every request before it is handled', async () => {
    mendPaths()
    const server = createServer((request, response) => response.end(request.url))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}/questions/%ff?query=%ff`)
    expect(await answer.text()).toBe('/questions/%25ff?query=%ff')
    server.close()
  })
})
