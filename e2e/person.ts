import { randomBytes, randomInt } from 'node:crypto'
import { createTRPCClient, httpLink } from '@trpc/client'
import superjson from 'superjson'
import type { AppRouter } from '@/server/api/root'
import { credits } from './amounts'

/** The app's own procedures over HTTP, as a page of it would call them. */
export type Api = ReturnType<typeof apiAt>

export type Person = {
  name: string
  handle: string
  email: string
  password: string
  /** The cookie of their login, for a browser. */
  cookie: { name: string; value: string }
  api: Api
}

/** A caller at an address of their own: limits of rate count by address, and tests must not use up each other's. */
export function apiAt(url: string, cookie = '') {
  const headers = { origin: url, cookie, 'x-forwarded-for': ownAddress() }
  return createTRPCClient<AppRouter>({
    links: [httpLink({ url: `${url}/api/trpc`, transformer: superjson, headers })],
  })
}

/** Registers somebody through the app's own procedure and signs them in through next-auth. */
export async function register(url: string, name: string): Promise<Person> {
  const handle = `${name.toLowerCase().replace(/[^a-z]/g, '')}-${randomBytes(4).toString('hex')}`
  const email = `${handle}@example.org`
  const password = `correct horse ${handle}`
  await apiAt(url).people.register.mutate({ name, handle, email, password })
  return withLogin(
    { name, handle, email, password },
    url,
    await signIn(url, 'credentials', { email, password }),
  )
}

/** Steps in as somebody of the demo market, the first one by default. */
export async function stepIn(url: string, handle?: string): Promise<Person> {
  const { demoPeople } = await apiAt(url).people.signInOptions.query()
  const found = demoPeople.find((person) => handle === undefined || person.handle === handle)
  if (!found) throw new Error(`There is no demo person ${handle ?? 'at all'}`)
  const login = await signIn(url, 'demo', { handle: found.handle })
  const person = withLogin({ name: found.name, handle: '', email: '', password: '' }, url, login)
  // Each visitor is a demo person of their own, with a handle of their own.
  return { ...person, handle: (await person.api.people.me.query())?.handle ?? '' }
}

/** The same login at another address of the same market, for example after it was started again. */
export function withLogin(
  person: Omit<Person, 'cookie' | 'api'>,
  url: string,
  cookie: Person['cookie'],
): Person {
  return { ...person, cookie, api: apiAt(url, `${cookie.name}=${cookie.value}`) }
}

const SESSION_COOKIE = 'caveat.session'

async function signIn(
  url: string,
  provider: 'credentials' | 'demo',
  fields: Record<string, string>,
): Promise<Person['cookie']> {
  const address = { 'x-forwarded-for': ownAddress() }
  const asked = await fetch(`${url}/api/auth/csrf`, { headers: address })
  const { csrfToken } = (await asked.json()) as { csrfToken: string }
  const cookies = asked.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  const answer = await fetch(`${url}/api/auth/callback/${provider}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...address, origin: url, cookie: cookies.join('; ') },
    body: new URLSearchParams({ ...fields, csrfToken, callbackUrl: url }),
  })
  const session = answer.headers
    .getSetCookie()
    .map((line) => /^([^=]+)=([^;]+)/.exec(line))
    .find((match) => match?.[1] === SESSION_COOKIE)?.[2]
  if (!session) throw new Error(`Signing in did not work: ${answer.status}`)
  return { name: SESSION_COOKIE, value: session }
}

function ownAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
}

export const requestKey = () => randomBytes(12).toString('hex')

/** What a wallet says, as text in credits: easier to read in a failing test than micro-credits. */
export async function walletOf({ api }: Person) {
  const { availableMicros, heldMicros, earnedMicros, spentMicros } = await api.wallet.summary.query()
  return {
    available: credits(availableMicros),
    held: credits(heldMicros),
    earned: credits(earnedMicros),
    spent: credits(spentMicros),
  }
}

/** Each movement of a wallet, oldest first: "sale 2.00", "fee −0.10". */
export async function movementsOf({ api }: Person): Promise<string[]> {
  const { rows } = await api.wallet.rows.query({ limit: 200 })
  return rows.map((row) => `${row.kind} ${credits(row.amountMicros)}`).reverse()
}
