import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { createKey } from '../../auth/access-keys'
import { openSession } from '../../auth/sessions'
import { createKeySchema } from '../../contract/access-keys'
import { person } from '../../inspection/engine/testing'
import { type TestMarket, testMarket } from '../../testing'
import { handleMcp } from './handle'
import { TOOLS } from './tools'

const PACKAGES = path.resolve(import.meta.dirname, '../../../node_modules/@modelcontextprotocol')
const SUITE = path.join(PACKAGES, 'conformance/dist/index.js')
const INSPECTOR = path.join(PACKAGES, 'inspector/clients/launcher/build/index.js')
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

/** No call depends on another here, so there is no session whose stream could be taken up again: the suite notes that, and finds no fault. */
it.each(['server-sse-polling', 'server-sse-multiple-streams'])(
  'fails nothing of the conformance scenario “%s”',
  async (scenario) => {
    const { stdout } = await run(process.execPath, [SUITE, 'server', '--url', url, '--scenario', scenario])
    expect(stdout).toMatch(/, 0 failed, [13] warnings/)
  },
)

describe('the official inspector’s command line', () => {
  let home: string
  beforeAll(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'caveat-inspector-'))
  })
  afterAll(() => rm(home, { recursive: true, force: true }))

  /** It keeps files of its own where its person is at home. */
  async function inspect(...given: string[]) {
    const { stdout } = await run(
      process.execPath,
      [INSPECTOR, '--cli', url, '--transport', 'http', ...given],
      { env: { ...process.env, HOME: home } },
    )
    return JSON.parse(stdout)
  }

  it('lists the tools, whose schemas every client can read', async () => {
    const { tools } = await inspect('--method', 'tools/list', '--strict')
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(TOOLS.map(({ name }) => name))
  })

  it('calls a tool that is for everybody, and with a key one that is not', async () => {
    const call = ['--method', 'tools/call', '--tool-name']
    expect(await inspect(...call, 'search', '--tool-arg', 'query=bridge')).toMatchObject({
      structuredContent: { questions: [] },
    })
    const ann = await person(market, 'ann')
    const sessionId = await openSession(market.deps, ann)
    const wanted = createKeySchema.parse({ name: 'Inspector', scopes: ['read'], days: 1 })
    const { secret } = await createKey(market.deps, { ...wanted, userId: ann, sessionId })
    expect(await inspect(...call, 'wallet', '--header', `Authorization: Bearer ${secret}`)).toMatchObject({
      structuredContent: { available: '100.00' },
    })
  })
})
