import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  Client,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { expectAccessible } from './axe'
import { expect, test } from './fixtures'
import { untilLive } from './live'

/** A program on somebody's machine: it listens for its person to come back, and keeps what it was given. */
async function startProgram() {
  const server = createServer((_, response) => response.end('You may close this page.'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const back = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  const kept: {
    client?: StoredOAuthClientInformation
    tokens?: StoredOAuthTokens
    verifier?: string
    page?: URL
  } = {}
  const provider: OAuthClientProvider = {
    redirectUrl: back,
    clientMetadata: { client_name: 'Travelling helper', redirect_uris: [back] },
    state: () => 'a-state-of-its-own',
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (page) => {
      kept.page = page
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
  }
  /** Where its person's browser comes back. */
  const cameBack = async () => {
    const [request] = await once(server, 'request')
    return new URL(String(request.url), back).searchParams
  }
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { provider, kept, cameBack, close }
}

test('a program connects itself: its person says what it may spend, it asks after a yes, is held at its cap, and is disconnected', async ({
  join,
  open,
  word,
  market,
}) => {
  const url = market.url.replace('127.0.0.1', 'localhost')
  const person = await join('Cara Connects')
  const program = await startProgram()
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { authProvider: program.provider })
  const connect = async () => {
    const client = new Client({ name: 'travelling-helper', version: '1' })
    const way = transport()
    await client.connect(way)
    return { client, way }
  }

  // Searching is for everybody; asking is not.
  const first = await connect()
  const ask = (client: Client, budget: string, key: string) =>
    client.callTool({
      name: 'ask',
      arguments: { title: `Is the ${word} ferry running ${key}?`, budget, idempotencyKey: `${word}-${key}` },
    })
  await expect(ask(first.client, '2', 'today')).rejects.toThrow(UnauthorizedError)
  const page = await open(person, { url, path: program.kept.page?.href ?? '' })

  await expect(page.getByRole('heading', { name: 'Connect a program' })).toBeVisible()
  await expect(page.getByText('Travelling helper asks to act on this market')).toBeVisible()
  await expect(page.getByText('It registered itself: nobody has checked its name.')).toBeVisible()
  await expect(page.getByText('a program on this machine')).toBeVisible()
  await expectAccessible(page, '/connect')
  await page.getByRole('button', { name: 'Connect it' }).click()
  await expect(page.getByLabel('At most a day')).toBeFocused()
  await page.getByLabel('At most a day').fill('3')
  await page.getByLabel('At most for one question').fill('2')
  await page.getByLabel('Ask me above').fill('1')
  const came = program.cameBack()
  await page.getByRole('button', { name: 'Connect it' }).click()
  await expect(page.getByText('You may close this page.')).toBeVisible()
  await first.way.finishAuth(await came)

  const { client } = await connect()
  const waits = await ask(client, '2', 'today')
  expect(JSON.stringify(waits.content)).toContain('read_request tells how it stands')
  await page.goto(`${url}/inbox`)
  await untilLive(page)
  await page.getByRole('link', { name: 'A program of yours asks for your yes' }).click()
  await page.getByRole('button', { name: 'Yes, spend it' }).click()
  await expect(page.getByText('You said yes, and it was carried out')).toBeVisible()
  const asked = await ask(client, '2', 'today')
  expect(asked.structuredContent).toMatchObject({ questionId: expect.stringMatching(/^bc_/) })
  const refused = await ask(client, '2', 'tomorrow')
  expect(refused.isError).toBe(true)
  expect(JSON.stringify(refused.content)).toContain('The cap of 3.00 credits for a day')

  await page.goto(`${url}/settings#programs`)
  await untilLive(page)
  const row = page.getByRole('list', { name: 'Connected programs' }).getByRole('listitem')
  await expect(row).toContainText('Travelling helper')
  await expect(row).toContainText('up to 3.00 credits a day')
  await expect(row).toContainText('last used')
  await row.getByRole('button', { name: 'Disconnect Travelling helper' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect it' }).click()
  await expect(page.getByText('No program is connected.')).toBeVisible()
  await expect(client.callTool({ name: 'wallet', arguments: {} })).rejects.toThrow()

  await page.goto(`${url}/settings/log`)
  await expect(page.getByText('Key revoked')).toBeVisible()
  await expect(page.getByText('Your key “Travelling helper”').first()).toBeVisible()
  program.close()
})
