import { createSecretKey, randomBytes } from 'node:crypto'
import { TRPCError } from '@trpc/server'
import { cookies, headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { after } from 'next/server'
import { cache } from 'react'
import { visitor } from '@/server/actors/actor'
import { addressOf, authenticate } from '@/server/api/context'
import { appRouter } from '@/server/api/root'
import { createCallerFactory } from '@/server/api/trpc'
import { isOwnHost } from '@/server/auth/own-host'
import { networkOf } from '@/server/caller-address'
import type { Me } from '@/server/contract/auth'
import { siteUrl } from '@/server/env'
import { offeredNames } from '@/server/llm/directory'
import { createReadings } from '@/server/market/finding/readings'
import { getDeps } from '@/server/runtime'
import { chosenModels } from '@/server/settings/chosen-models'

/** For server components: the same procedures as the browser calls, without the network. Never imported by the browser. */

const createCaller = createCallerFactory(appRouter)

/** Who is signed in and with which login; looked up once per request, however many components ask. */
const getLogin = cache(async () => {
  // The request first: without one (a build that tries to draw pages ahead) Next stops here and no database is opened.
  const [jar, list] = await Promise.all([cookies(), headers()])
  const deps = await getDeps()
  const login = await authenticate(deps, { headers: list, cookie: (name) => jar.get(name)?.value })
  return { deps, ...login }
})

/** The signed-in person, or null. */
export async function getMe(): Promise<Me | null> {
  return (await getLogin()).user
}

/** Whether people can sign in under the name that their browser asks for. */
export async function isOwnName(): Promise<boolean> {
  return isOwnHost(await headers(), (await getLogin()).deps.env.APP_URL)
}

/** Where this market is, as the operator says. */
export async function siteAddress(): Promise<string> {
  return siteUrl((await getLogin()).deps.env)
}

/** Where the source of this market is read; null where its operator does not say. */
export async function sourceAddress(): Promise<string | null> {
  return (await getLogin()).deps.env.SOURCE_URL ?? null
}

/** What this market was started with, as far as it changes what pages say. */
export async function marketSetUp(): Promise<{ hasModel: boolean; models: string[] }> {
  const models = await chosenModels((await getLogin()).deps)
  return { hasModel: !models.isSiteBuiltIn, models: offeredNames(models) }
}

/** `const api = await serverCaller(); await api.contexts.view({ id })`. */
export const serverCaller = cache(async () =>
  createCaller(
    { ...(await getLogin()), keyId: null, call: null },
    {
      // An address with an id or a word that nothing can be called is an address where nothing is.
      onError: ({ error }) => {
        if (error.code === 'BAD_REQUEST') notFound()
      },
    },
  ),
)

/** The same for what leaves the site (pictures of links, the list of pages): it shows what anybody may see, whoever asks. */
export async function strangersCaller() {
  const { deps } = await getLogin()
  return createCaller({ deps, user: null, actor: visitor(), sessionId: null, keyId: null, call: null })
}

/** The same for what other sites show of the market: counted against the address that asks, and never taken for anybody's. */
export async function framesCaller() {
  const list = await headers()
  const ip = addressOf(list)
  const nobody = { user: null, actor: visitor(networkOf(ip)), sessionId: null, keyId: null }
  return createCaller({ deps: await getDeps(), ...nobody, call: { ip, isOurs: false } })
}

const countReading = createReadings(() => createSecretKey(randomBytes(32)))

/** That the page of a question is read, by somebody who did not ask it: counted once the page is sent. */
export async function noteReading(rootId: string): Promise<void> {
  const [{ deps, user }, list] = await Promise.all([getLogin(), headers()])
  const reader = user?.id ?? addressOf(list)
  const userAgent = list.get('user-agent')
  after(() =>
    countReading(deps.db, { rootId, reader, userAgent, at: deps.clock.now() }).catch((error: unknown) =>
      deps.log.warn({ err: error, rootId }, 'a reading was not counted'),
    ),
  )
}

/** The signed-in person; others are sent to sign in and come back to `path`. */
export async function requireMe(path: string): Promise<Me> {
  return (await getMe()) ?? redirect(`/sign-in?callbackUrl=${encodeURIComponent(path)}`)
}

/** What a call answers; the page for missing things when there is no such thing, or it is not for this person to see. */
export async function orNotFound<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    // What cannot be an id names nothing either.
    if (error instanceof TRPCError && (error.code === 'NOT_FOUND' || error.code === 'BAD_REQUEST')) notFound()
    throw error
  }
}
