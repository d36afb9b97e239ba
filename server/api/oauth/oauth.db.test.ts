import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { rowsOf } from '@/db/client'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { forgetRecords } from '../../auth/programs'
import { credits, person } from '../../inspection/engine/testing'
import { revokeKeyOf } from '../../operate/people'
import { createOutbound, type Outbound } from '../../outbound/outbound'
import { type TestMarket, testMarket } from '../../testing'
import { contextOfCall } from '../context'
import { handleMcp } from '../mcp/handle'
import { handleRest } from '../rest/handle'
import { handleOauth } from './handle'
import { serverMetadata } from './metadata'
import { OAUTH_PATHS } from './provider'
import { resourceMetadata } from './resources'
import { askOf, BACK, MCP, programOf, SITE, type Tokens } from './testing'

const API = `${SITE}/api/v1`

let database: TestDatabase
let market: TestMarket
let ann: string
beforeEach(async () => {
  database ??= await openTestDb()
  await database.truncate()
  market = testMarket(database)
  ann = await person(market, 'ann')
})
afterAll(() => database.close())

/** A tool of `/mcp` called with a token. */
async function callTool(token: string | undefined, name: string, given: object = {}) {
  const answer = await handleMcp(
    market.deps,
    new Request(MCP, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: given },
      }),
    }),
  )
  const text = await answer.text()
  return { status: answer.status, text, challenge: answer.headers.get('www-authenticate') }
}

const opens = async (token: string) => (await callTool(token, 'wallet')).status === 200

const readWallet = (token: string) =>
  handleRest(market.deps, new Request(`${API}/wallet`, { headers: { authorization: `Bearer ${token}` } }))

let asked = 0
function ask(token: string, budget: string) {
  asked += 1
  return callTool(token, 'ask', {
    title: `Is bridge ${asked} safe to cross?`,
    budget,
    idempotencyKey: `a-question-${asked}`,
  })
}

describe('a program finds its way', () => {
  it('from a refusal to the door’s metadata, and from there to what gives tokens', async () => {
    const refused = await callTool(undefined, 'ask')
    expect(refused.status).toBe(401)
    expect(refused.challenge).toBe(
      `Bearer realm="caveat", scope="ask spend", resource_metadata="${SITE}/.well-known/oauth-protected-resource/mcp"`,
    )
    const rest = await handleRest(market.deps, new Request(`${API}/wallet`))
    expect(rest.status).toBe(401)
    expect(rest.headers.get('www-authenticate')).toBe(
      `Bearer realm="caveat", scope="read", resource_metadata="${SITE}/.well-known/oauth-protected-resource/api/v1"`,
    )
    for (const [path, resource] of [
      ['', MCP],
      ['/mcp', MCP],
      ['/api/v1', API],
    ] as const)
      expect(resourceMetadata(market.deps, path)).toMatchObject({
        resource,
        authorization_servers: [SITE],
        bearer_methods_supported: ['header'],
      })
    expect(resourceMetadata(market.deps, '/elsewhere')).toBeNull()
    expect(serverMetadata(market.deps)).toMatchObject({
      issuer: SITE,
      authorization_endpoint: `${SITE}/oauth/authorize`,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    })
  })

  it('asks its person, who says what it may do and spend; the code comes back with state and issuer', async () => {
    const program = programOf(market.deps)
    const { body } = await program.register()
    expect(body).toMatchObject({ redirect_uris: [BACK], token_endpoint_auth_method: 'none' })
    expect(body).not.toHaveProperty('client_secret')
    const to = await program.begin(String(body.client_id))
    const api = await program.person(ann)
    expect(await api.programs.asked({ ask: askOf(to) })).toEqual({
      name: 'Helper',
      host: '127.0.0.1',
      isOnThisMachine: true,
      vouchedBy: null,
      scopes: ['read', 'ask', 'spend'],
      doors: ['mcp'],
      before: null,
    })
    const back = await program.allow(ann, askOf(to))
    expect(back.origin + back.pathname).toBe(BACK)
    expect(Object.fromEntries(back.searchParams)).toEqual({
      code: expect.stringMatching(/^[\w-]{43}$/),
      state: 'a-state',
      iss: SITE,
    })
    const got = await program.exchange(String(body.client_id), back.searchParams.get('code') ?? '')
    expect(got.headers.get('cache-control')).toBe('no-store')
    const tokens = got.body as Tokens
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 900, scope: 'read ask spend' })
    expect(await opens(tokens.access_token)).toBe(true)
    expect(await api.programs.list()).toMatchObject([
      {
        name: 'Helper',
        host: '127.0.0.1',
        scopes: ['read', 'ask', 'spend'],
        spendPerDayMicros: credits(10),
        usedAt: market.clock.now(),
      },
    ])
    // It is no key made by hand.
    expect(await api.keys.list()).toEqual([])
  })

  it('is told a no, and nothing came of it', async () => {
    const program = programOf(market.deps)
    const clientId = String((await program.register()).body.client_id)
    const ask = askOf(await program.begin(clientId))
    const api = await program.person(ann)
    const back = await program.goOn((await api.programs.refuse({ ask })).continueAt)
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'a-state',
      iss: SITE,
    })
    expect(await api.programs.list()).toEqual([])
    await expect(program.allow(ann, ask)).rejects.toThrow('Nothing is asked here')
  })

  it('over REST comes with a token for REST', async () => {
    const { tokens } = await programOf(market.deps).connect(ann, { asked: { resource: API } })
    expect((await readWallet(tokens.access_token)).status).toBe(200)
  })
})

describe('what a program asks in a wrong way', () => {
  /** What goes wrong before anybody was asked stays here, whatever address is named. */
  it.each([
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['another way back', { redirect_uri: 'https://evil.example/back' }, 'invalid_redirect_uri'],
    ['a longer way back', { redirect_uri: `${BACK}/more` }, 'invalid_redirect_uri'],
    ['a way back with a query', { redirect_uri: `${BACK}?x=1` }, 'invalid_redirect_uri'],
    ['no way back', { redirect_uri: undefined }, 'invalid_request'],
    ['another resource', { resource: 'https://evil.example/mcp' }, 'invalid_target'],
    ['a resource with a fragment', { resource: `${MCP}#x` }, 'invalid_target'],
    ['a token at once', { response_type: 'token' }, 'invalid_request'],
    ['no question to the person', { prompt: 'none' }, 'login_required'],
    ['an unknown program', { client_id: 'nobody' }, 'invalid_client'],
  ])('is refused on a page of the market: %s', async (_, over, error) => {
    const program = programOf(market.deps)
    const clientId = String((await program.register()).body.client_id)
    expect(await program.begin(clientId, over)).toBe(`/connect/refused?error=${error}`)
  })

  it('a program on this machine may listen at another port, and a server may not (RFC 8252)', async () => {
    const program = programOf(market.deps)
    const clientId = String((await program.register()).body.client_id)
    const elsewhere = BACK.replace('4999', '5001')
    expect(askOf(await program.begin(clientId, { redirect_uri: elsewhere }))).not.toBe('')
    const there = 'https://agent.example/back'
    const server = String((await program.register({ redirect_uris: [there] })).body.client_id)
    expect(askOf(await program.begin(server, { redirect_uri: there }))).not.toBe('')
    expect(await program.begin(server, { redirect_uri: 'https://agent.example:8443/back' })).toContain(
      'invalid_redirect_uri',
    )
  })

  it.each(['http://agent.example/back', 'cursor://back', 'javascript:alert(1)', `${BACK}#x`, 'nothing'])(
    'no program registers with %s',
    async (uri) => {
      for (const type of ['native', 'web']) {
        const over = { redirect_uris: [BACK, uri], application_type: type }
        const { status, body } = await programOf(market.deps).register(over)
        expect(status, type).toBe(400)
        expect(body.error).toBe('invalid_redirect_uri')
      }
    },
  )

  it('a registration that is no object, or too large, is refused without a fault', async () => {
    const program = programOf(market.deps)
    for (const body of ['', '{', '[]', '"x"', JSON.stringify({ client_name: 'x'.repeat(20_000) })]) {
      const answer = await program.send(OAUTH_PATHS.registration, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      expect(answer.status, body.slice(0, 9)).toBeGreaterThanOrEqual(400)
      expect(answer.status, body.slice(0, 9)).toBeLessThan(500)
    }
  })
})

describe('a code', () => {
  async function coded() {
    const program = programOf(market.deps)
    const clientId = String((await program.register()).body.client_id)
    const back = await program.allow(ann, askOf(await program.begin(clientId)))
    return { program, clientId, code: back.searchParams.get('code') ?? '' }
  }

  it('opens once: coming again it ends what came of it', async () => {
    const { program, clientId, code } = await coded()
    const first = (await program.exchange(clientId, code)).body as Tokens
    expect(await opens(first.access_token)).toBe(true)
    const again = await program.exchange(clientId, code)
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant'])
    expect(await opens(first.access_token)).toBe(false)
    expect((await program.refresh(clientId, first.refresh_token)).status).toBe(400)
  })

  it('of ten at once opens at most once', async () => {
    const { program, clientId, code } = await coded()
    const all = await Promise.all(Array.from({ length: 10 }, () => program.exchange(clientId, code)))
    expect(all.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    const given = all.flatMap(({ body }) => body.access_token ?? [])
    for (const token of given) expect(await opens(String(token))).toBe(false)
  })

  it('opens for its program, verifier, way back and resource alone, and for a minute', async () => {
    const { program, clientId, code } = await coded()
    const wrong: Record<string, string>[] = [
      { code_verifier: 'x'.repeat(43) },
      { code_verifier: '' },
      { redirect_uri: 'http://127.0.0.1:4998/callback' },
      { client_id: String((await program.register()).body.client_id) },
    ]
    for (const over of wrong) {
      const { status } = await program.exchange(clientId, code, over)
      expect(status, JSON.stringify(over)).toBe(400)
    }
    market.clock.forward(61_000)
    expect((await program.exchange(clientId, code)).body.error).toBe('invalid_grant')
  })

  it('gives no token for another resource than the person was asked for', async () => {
    const { program, clientId, code } = await coded()
    expect((await program.exchange(clientId, code, { resource: API })).body.error).toBe('invalid_target')
  })
})

describe('a token', () => {
  it('opens the door that it was given for, and no other', async () => {
    const forMcp = (await programOf(market.deps).connect(ann)).tokens
    expect((await readWallet(forMcp.access_token)).status).toBe(401)
    const bob = await person(market, 'bob')
    const forRest = (await programOf(market.deps).connect(bob, { asked: { resource: API } })).tokens
    expect(await callTool(forRest.access_token, 'wallet')).toMatchObject({
      status: 401,
      challenge: expect.stringContaining('error="invalid_token"'),
    })
    // Nor the one that pages call.
    const headers = new Headers({ authorization: `Bearer ${forMcp.access_token}` })
    await expect(contextOfCall(market.deps, { headers, cookie: () => undefined })).rejects.toThrow()
    // And in an address it is nothing.
    const inQuery = await handleMcp(
      market.deps,
      new Request(`${MCP}?access_token=${forMcp.access_token}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'wallet', arguments: {} },
        }),
      }),
    )
    expect(inQuery.status).toBe(401)
  })

  it('is over after a quarter of an hour; another comes for the refresh token, which changes each time', async () => {
    const program = programOf(market.deps)
    const { clientId, tokens } = await program.connect(ann)
    market.clock.forward(15 * 60_000)
    expect(await callTool(tokens.access_token, 'wallet')).toMatchObject({
      status: 401,
      challenge: expect.stringContaining('error="invalid_token"'),
    })
    const next = (await program.refresh(clientId, tokens.refresh_token)).body as Tokens
    expect(next.refresh_token).not.toBe(tokens.refresh_token)
    expect(await opens(next.access_token)).toBe(true)
    // For no more than before.
    expect((await program.refresh(clientId, next.refresh_token, { scope: 'read sell' })).body.error).toBe(
      'invalid_scope',
    )
    market.clock.forward(30 * 86_400_000)
    expect((await program.refresh(clientId, next.refresh_token)).body.error).toBe('invalid_grant')
  })

  it('that comes again for a refresh, or beside another, ends the whole family', async () => {
    const program = programOf(market.deps)
    const { clientId, tokens } = await program.connect(ann)
    const next = (await program.refresh(clientId, tokens.refresh_token)).body as Tokens
    expect((await program.refresh(clientId, tokens.refresh_token)).body.error).toBe('invalid_grant')
    expect(await opens(next.access_token)).toBe(false)
    expect((await program.refresh(clientId, next.refresh_token)).body.error).toBe('invalid_grant')

    const bob = await person(market, 'bob')
    const other = programOf(market.deps)
    const his = await other.connect(bob)
    const all = await Promise.all(
      Array.from({ length: 8 }, () => other.refresh(his.clientId, his.tokens.refresh_token)),
    )
    const given = all.flatMap(({ body }) => (body.access_token ? [body as Tokens] : []))
    expect(given.length).toBeLessThanOrEqual(1)
    for (const one of given) {
      expect(await opens(one.access_token)).toBe(false)
      expect((await other.refresh(his.clientId, one.refresh_token)).status).toBe(400)
    }
  })

  it('is revoked by its program, by its person, by an operator, and at the end of its connection', async () => {
    const program = programOf(market.deps)
    const { clientId, tokens } = await program.connect(ann)
    // Another program cannot.
    const stranger = String((await program.register()).body.client_id)
    await program.post(OAUTH_PATHS.revocation, { client_id: stranger, token: tokens.refresh_token })
    expect(await opens(tokens.access_token)).toBe(true)
    const { status } = await program.post(OAUTH_PATHS.revocation, {
      client_id: clientId,
      token: tokens.refresh_token,
    })
    expect(status).toBe(200)
    expect(await opens(tokens.access_token)).toBe(false)

    const ends: ((keyId: string) => Promise<unknown>)[] = [
      async (id) => (await program.person(ann)).programs.disconnect({ id }),
      (id) => revokeKeyOf(market.deps, id),
      async () => market.clock.forward(30 * 86_400_000),
    ]
    for (const end of ends) {
      // Revoked tokens leave the connection, so the newest must be newer.
      market.clock.forward(1_000)
      const other = programOf(market.deps)
      const connected = await other.connect(ann)
      const [newest] = await (await other.person(ann)).programs.list()
      await end(newest?.id ?? '')
      expect(await opens(connected.tokens.access_token)).toBe(false)
      const refreshed = await other.refresh(connected.clientId, connected.tokens.refresh_token)
      expect(refreshed.body.error).toBe('invalid_grant')
    }
  })

  it('stands nowhere as it is, nor does a code', async () => {
    const program = programOf(market.deps)
    const { back, tokens } = await program.connect(ann)
    const kept = JSON.stringify(rowsOf(await market.deps.db.execute(sql`select * from oauth_record`)))
    expect(kept).toContain('RefreshToken')
    for (const secret of [back.searchParams.get('code'), tokens.access_token, tokens.refresh_token])
      expect(kept).not.toContain(secret)
  })
})

describe('what the person says', () => {
  it('only from the browser that was sent, after a fresh sign-in, and once', async () => {
    const program = programOf(market.deps)
    const clientId = String((await program.register()).body.client_id)
    const ask = askOf(await program.begin(clientId))
    const given = { ask, scopes: ['read' as const], days: 1 }
    // A link that somebody passed on: their program would act for whoever opens it.
    const elsewhere = await program.person(ann, 'another-ask')
    await expect(elsewhere.programs.asked({ ask })).rejects.toThrow('Nothing is asked here')
    await expect(elsewhere.programs.allow(given)).rejects.toThrow('Nothing is asked here')
    await expect(elsewhere.programs.refuse({ ask })).rejects.toThrow('Nothing is asked here')
    const api = await program.person(ann)
    market.clock.forward(16 * 60_000)
    await expect(api.programs.allow(given)).rejects.toThrow('It is a while since you signed in')
    await program.allow(ann, ask, { scopes: ['read'], spendPerDayMicros: null, spendPerQuestionMicros: null })
    await expect(program.allow(ann, ask)).rejects.toThrow('Nothing is asked here')
    // And who was not asked in the browser that goes on gets nothing of it.
    const next = askOf(await program.begin(clientId))
    program.jar.delete('caveat_connect_back')
    expect((await program.allow(ann, next)).pathname).toBe('/connect/refused')
  })

  it('is never more than what was asked, and may be less', async () => {
    const program = programOf(market.deps)
    const clientId = String((await program.register()).body.client_id)
    const first = askOf(await program.begin(clientId, { scope: 'read openid offline_access profile' }))
    const api = await program.person(ann)
    expect((await api.programs.asked({ ask: first })).scopes).toEqual(['read'])
    await expect(program.allow(ann, first)).rejects.toThrow('did not ask for that')
    const less = askOf(await program.begin(clientId, { scope: 'read ask spend' }))
    const noCaps = { spendPerDayMicros: null, spendPerQuestionMicros: null }
    const back = await program.allow(ann, less, { scopes: ['read'], ...noCaps })
    const tokens = (await program.exchange(clientId, back.searchParams.get('code') ?? '')).body as Tokens
    expect(tokens.scope).toBe('read')
    // A call beyond that says what to ask for.
    expect(await ask(tokens.access_token, '1')).toMatchObject({
      status: 403,
      challenge: expect.stringMatching(/error="insufficient_scope", scope="ask spend", resource_metadata="/),
    })
    // A program that says nothing asks to read.
    const none = askOf(await program.begin(clientId, { scope: undefined }))
    expect((await (await program.person(ann)).programs.asked({ ask: none })).scopes).toEqual(['read'])
  })

  it('holds for every token that the program has, and the day goes on counting when it is said anew', async () => {
    const program = programOf(market.deps)
    const { clientId, tokens } = await program.connect(ann, {
      spendPerDayMicros: credits(6),
      spendPerQuestionMicros: credits(5),
    })
    expect((await ask(tokens.access_token, '5')).text).toContain('questionId')
    const again = askOf(await program.begin(clientId))
    expect((await (await program.person(ann)).programs.asked({ ask: again })).before).toMatchObject({
      spendPerDayMicros: credits(6),
    })
    const back = await program.allow(ann, again, {
      spendPerDayMicros: credits(7),
      spendPerQuestionMicros: credits(5),
    })
    const newer = (await program.exchange(clientId, back.searchParams.get('code') ?? '')).body as Tokens
    expect((await ask(newer.access_token, '3')).text).toContain('The cap of 7.00 credits for a day')
    expect((await ask(tokens.access_token, '2')).text).toContain('questionId')
    expect(await (await program.person(ann)).programs.list()).toHaveLength(1)
    const { rows } = await (await program.person(ann)).audit.own({})
    expect(rows.map(({ deed, actor }) => [deed.act, actor.kind])).toEqual([
      ['question.asked', 'key'],
      ['key.changed', 'person'],
      ['question.asked', 'key'],
      ['key.created', 'person'],
    ])
  })

  it('is held by fifty calls at once, with several tokens', async () => {
    const program = programOf(market.deps)
    const { clientId, tokens } = await program.connect(ann, {
      spendPerDayMicros: credits(10),
      spendPerQuestionMicros: credits(2),
    })
    const second = (await program.refresh(clientId, tokens.refresh_token)).body as Tokens
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        ask(at % 2 === 0 ? tokens.access_token : second.access_token, '2'),
      ),
    )
    expect(all.filter(({ text }) => text.includes('questionId'))).toHaveLength(5)
    expect((await callTool(second.access_token, 'wallet')).text).toContain('90.00')
  })

  it('is limited together with the person’s other programs', async () => {
    const first = (await programOf(market.deps).connect(ann, { asked: { resource: API } })).tokens
    const second = (await programOf(market.deps).connect(ann, { asked: { resource: API } })).tokens
    const left: number[] = []
    for (const { access_token } of [first, second, first]) {
      const { headers } = await readWallet(access_token)
      left.push(Number(/;r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]))
    }
    const [most = 0] = left
    expect(left).toEqual([most, most - 1, most - 2])
  })
})

describe('a program that a page describes', () => {
  const CLIENT = 'https://agent.example/client.json'
  const DOCUMENT = {
    client_id: CLIENT,
    client_name: 'Agent',
    redirect_uris: [BACK],
    scope: 'anything at all',
    token_endpoint_auth_method: 'none',
  }

  /** The guarded client, with an answer of its own for that page. */
  function described(document: unknown) {
    const fetched: string[] = []
    const outbound: Outbound = {
      ...createOutbound({ allowsPrivate: false }),
      async fetch(url) {
        fetched.push(String(url))
        return new Response(typeof document === 'string' ? document : JSON.stringify(document), {
          headers: { 'content-type': 'application/json' },
        })
      },
    }
    market = testMarket(database)
    Object.assign(market.deps, { outbound })
    return fetched
  }

  it('is known by its address, fetched by the market’s guarded client', async () => {
    const fetched = described(DOCUMENT)
    const program = programOf(market.deps)
    const ask = askOf(await program.begin(CLIENT))
    const api = await program.person(ann)
    expect(await api.programs.asked({ ask })).toMatchObject({ name: 'Agent', vouchedBy: 'agent.example' })
    const back = await program.allow(ann, ask)
    const got = await program.exchange(CLIENT, back.searchParams.get('code') ?? '')
    expect(await opens(String(got.body.access_token))).toBe(true)
    // And remembered.
    expect(fetched).toEqual([CLIENT])
    expect(await program.begin(CLIENT, { redirect_uri: 'https://evil.example/' })).toContain(
      'invalid_redirect_uri',
    )
  })

  it.each([
    ['of another address', { ...DOCUMENT, client_id: 'https://other.example/client.json' }],
    ['without a name', { ...DOCUMENT, client_name: undefined }],
    ['without a way back', { ...DOCUMENT, redirect_uris: undefined }],
    ['with a way back in the clear', { ...DOCUMENT, redirect_uris: [BACK, 'http://agent.example/'] }],
    ['with a secret', { ...DOCUMENT, client_secret: 'x', token_endpoint_auth_method: 'client_secret_post' }],
    ['that is no JSON', 'nothing'],
    ['that is a list', []],
    ['without an end', { ...DOCUMENT, more: 'x'.repeat(10_000) }],
  ])('is refused for a page %s', async (_, document) => {
    described(document)
    expect(await programOf(market.deps).begin(CLIENT)).toMatch(
      /^\/connect\/refused\?error=(invalid_client|invalid_client_metadata|invalid_redirect_uri)$/,
    )
  })

  it.each([
    'https://127.0.0.1/client.json',
    'https://[::1]/client.json',
    'https://10.0.0.8/client.json',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/client.json',
    'https://market.internal/client.json',
    'https://agent.example:22/client.json',
    'http://agent.example/client.json',
  ])('nothing is fetched from %s', async (clientId) => {
    const fetched = described(DOCUMENT)
    expect(await programOf(market.deps).begin(clientId)).toBe('/connect/refused?error=invalid_client')
    expect(fetched).toEqual([])
  })
})

it('forgets what is over, and programs that nobody connected; a connected one it keeps', async () => {
  const program = programOf(market.deps)
  const { clientId, tokens } = await program.connect(ann)
  await program.register()
  const count = async (model: string) =>
    rowsOf(await market.deps.db.execute(sql`select 1 as n from oauth_record where model = ${model}`)).length
  market.clock.forward(9 * 86_400_000)
  await forgetRecords(market.deps, 1_000)
  expect(
    await Promise.all(['Client', 'AuthorizationCode', 'AccessToken', 'RefreshToken'].map(count)),
  ).toEqual([1, 0, 0, 1])
  expect((await program.refresh(clientId, tokens.refresh_token)).status).toBe(200)
})

it('answers other pages without cookies, and nothing that is not its own', async () => {
  const call = (path: string, init: RequestInit) => handleOauth(market.deps, new Request(SITE + path, init))
  const origin = { origin: 'https://inspector.example' }
  const asked = await call(OAUTH_PATHS.registration, { method: 'OPTIONS', headers: origin })
  expect(asked.headers.get('access-control-allow-origin')).toBe('*')
  const token = await call(OAUTH_PATHS.token, { method: 'POST', headers: origin })
  expect(token.headers.get('access-control-allow-origin')).not.toBeNull()
  expect(token.headers.get('access-control-allow-credentials')).toBeNull()
  for (const path of ['/oauth/nothing', '/oauth', '/oauth/../wallet'])
    expect((await call(path, {})).status, path).toBe(404)
})
