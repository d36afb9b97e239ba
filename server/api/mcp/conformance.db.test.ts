import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { type TestMarket, testMarket } from '../../testing'
import { handleMcp } from './handle'

const SUITE = path.resolve(
  import.meta.dirname,
  '../../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
)
const run = promisify(execFile)

let database: TestDatabase
let market: TestMarket
let server: Server
let url: string
beforeAll(async () => {
  database = await openTestDb()
  market = testMarket(database)
  server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value))
    const answer = await handleMcp(
      market.deps,
      new Request(`http://localhost${request.url}`, {
        method: request.method ?? 'GET',
        headers,
        ...(parts.length === 0 ? {} : { body: Buffer.concat(parts) }),
      }),
    )
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://localhost:${(server.address() as AddressInfo).port}/mcp`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await database.close()
})

/** Of the official suite, those that ask nothing but the protocol; the others want tools of the suite's own. */
it.each([
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
])('passes the conformance scenario “%s”', async (scenario) => {
  const { stdout } = await run(process.execPath, [SUITE, 'server', '--url', url, '--scenario', scenario])
  expect(stdout).toMatch(/Passed: (\d+)\/\1, 0 failed, 0 warnings/)
})
