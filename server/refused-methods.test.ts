import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { NextRequest } from 'next/server'
import { expect, it } from 'vitest'
import { proxy } from '../proxy'
import { renameTrace } from './refused-methods'

it('TRACE is a request that can be made and that pages refuse', async () => {
  renameTrace()
  const server = createServer((asked, response) => {
    const { status, headers } = proxy(
      new NextRequest('http://market.example/', { method: asked.method ?? '' }),
    )
    response.writeHead(status, { allow: headers.get('allow') ?? '' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const answer = await new Promise<{ status: number | undefined; allow: string | undefined }>((resolve) =>
    request({ port, method: 'TRACE' }, ({ statusCode, headers }) =>
      resolve({ status: statusCode, allow: headers.allow }),
    ).end(),
  )
  expect(answer).toEqual({ status: 405, allow: 'GET, HEAD, POST, DELETE, OPTIONS' })
  server.close()
})
