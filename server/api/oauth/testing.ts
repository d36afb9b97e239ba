import { createHash, randomBytes } from 'node:crypto'
import { openSession } from '../../auth/sessions'
import { type AllowConnection, allowConnectionSchema, CONNECT_COOKIE } from '../../contract/programs'
import type { Deps } from '../../deps'
import { appRouter } from '../root'
import { contextOf, testMe } from '../testing'
import { createCallerFactory } from '../trpc'
import { handleOauth } from './handle'
import { OAUTH_PATHS } from './provider'

/** A program that connects itself, and the browser of its person: for tests. */

export const SITE = 'http://localhost:3000'
export const MCP = `${SITE}/mcp`
export const BACK = 'http://127.0.0.1:4999/callback'

const createCaller = createCallerFactory(appRouter)

export type Tokens = { access_token: string; refresh_token: string; expires_in: number; scope: string }
type Answer = { status: number; body: Record<string, unknown>; headers: Headers }

export function programOf(deps: Deps) {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const jar = new Map<string, string>()

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('x-forwarded-for', '203.0.113.7')
    // As it comes over the network.
    if (typeof init.body === 'string') headers.set('content-length', String(Buffer.byteLength(init.body)))
    if (jar.size > 0) headers.set('cookie', [...jar].map((pair) => pair.join('=')).join('; '))
    const answer = await handleOauth(deps, new Request(SITE + path, { ...init, headers }))
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', ...value] = cookie.split(';')[0]?.split('=') ?? []
      jar.set(name, value.join('='))
    }
    return answer
  }

  async function post(path: string, form: Record<string, string>): Promise<Answer> {
    const answer = await send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? {} : JSON.parse(text), headers: answer.headers }
  }

  const program = {
    verifier,
    challenge,
    jar,
    send,
    post,

    async register(over: object = {}): Promise<Answer> {
      const answer = await send(OAUTH_PATHS.registration, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_name: 'Helper', redirect_uris: [BACK], ...over }),
      })
      return { status: answer.status, body: await answer.json(), headers: answer.headers }
    },

    /** Sends the person's browser here; where it is sent on to. */
    async begin(clientId: string, over: Record<string, string | undefined> = {}): Promise<string> {
      const asked: Record<string, string | undefined> = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: BACK,
        scope: 'read ask spend',
        state: 'a-state',
        code_challenge: challenge,
        code_challenge_method: 'S256',
        resource: MCP,
        ...over,
      }
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries(asked)) if (value !== undefined) query.append(name, value)
      const answer = await send(`${OAUTH_PATHS.authorization}?${query}`)
      return answer.headers.get('location') ?? `status ${answer.status}`
    },

    /** The person's own calls, from the browser that was sent here. */
    async person(userId: string, connecting = jar.get(CONNECT_COOKIE)) {
      const sessionId = await openSession(deps, userId)
      const call = { ip: '203.0.113.7', isOurs: true, connecting }
      return createCaller(contextOf(deps, testMe(userId), { sessionId, call }))
    },

    /** Where the program's page is opened after the person's yes. */
    async allow(userId: string, ask: string, over: Partial<AllowConnection> = {}): Promise<URL> {
      const api = await program.person(userId)
      const given = allowConnectionSchema.parse({
        ask,
        scopes: ['read', 'ask', 'spend'],
        spendPerDayMicros: 10_000_000n,
        spendPerQuestionMicros: 5_000_000n,
        days: 30,
        ...over,
      })
      return program.goOn((await api.programs.allow(given)).continueAt)
    },

    async goOn(path: string): Promise<URL> {
      const answer = await send(path)
      return new URL(answer.headers.get('location') ?? '', SITE)
    },

    exchange: (clientId: string, code: string, over: Record<string, string> = {}) =>
      post(OAUTH_PATHS.token, {
        grant_type: 'authorization_code',
        client_id: clientId,
        code,
        redirect_uri: BACK,
        code_verifier: verifier,
        resource: MCP,
        ...over,
      }),

    refresh: (clientId: string, token: string, over: Record<string, string> = {}) =>
      post(OAUTH_PATHS.token, {
        grant_type: 'refresh_token',
        client_id: clientId,
        refresh_token: token,
        ...over,
      }),

    /** All of it, to the tokens. */
    async connect(userId: string, over: Partial<AllowConnection> & { asked?: Record<string, string> } = {}) {
      const { asked, ...allowed } = over
      const clientId = String((await program.register()).body.client_id)
      const ask = askOf(await program.begin(clientId, asked))
      const back = await program.allow(userId, ask, allowed)
      const { status, body } = await program.exchange(
        clientId,
        back.searchParams.get('code') ?? '',
        asked?.resource === undefined ? {} : { resource: asked.resource },
      )
      if (status !== 200) throw new Error(JSON.stringify(body))
      return { clientId, ask, back, tokens: body as Tokens }
    },
  }
  return program
}

/** Of `/connect/…`. */
export const askOf = (location: string) => /^\/connect\/([\w-]{20,})$/.exec(location)?.[1] ?? ''
