import type { NextAuthOptions } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import GitHub from 'next-auth/providers/github'
import Google from 'next-auth/providers/google'
import * as z from 'zod'
import { visitor } from '../actors/actor'
import { deviceInWords } from '../auth/device-words'
import { rememberAddress } from '../auth/known-addresses'
import { rememberDevice } from '../auth/known-devices'
import { signInWithPasskey } from '../auth/passkeys'
import { checkPassword } from '../auth/passwords'
import { sessionCookieName, sessionTokenSchema } from '../auth/session-cookie'
import { endSession, openSession, readSession, SESSION_SECONDS } from '../auth/sessions'
import { type ProviderLogin, signInWithProvider } from '../auth/sign-in-with-provider'
import { networkOf } from '../caller-address'
import { emailSchema, PASSWORD_CHARS_MAX } from '../contract/auth'
import { passkeyAnswerSchema } from '../contract/passkeys'
import { stepIn } from '../demo/step-in'
import type { Deps } from '../deps'
import type { Env } from '../env'
import { AppError } from '../errors'
import { cleanLine, secretTextSchema } from '../shared/text'
import { appErrorOf, faultOf, logFault } from './errors'
import { forgiveGuess, spend, spendGuess } from './rate-limit'

/**
 * next-auth as a door over `server/auth`: its cookie carries the id of a login's row and nothing else, and the row is looked
 * up with every request.
 */
export function authOptions({
  caller,
  isSecure,
  ...market
}: {
  deps: Deps
  caller: SignInCaller
  isSecure: boolean
}): NextAuthOptions {
  const network = networkOf(caller.ip)
  // Nobody is signed in yet.
  const deps = { ...market.deps, actor: visitor(network) }
  tellNextAuthItsAddress(deps.env)
  const from = { device: deviceInWords(caller.userAgent), network }
  return {
    secret: deps.authSecret,
    useSecureCookies: isSecure,
    cookies: {
      sessionToken: {
        name: sessionCookieName(isSecure),
        // Lax: a link from elsewhere arrives signed in, a request made by another site does not.
        options: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure },
      },
    },
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    pages: { signIn: '/sign-in', error: '/sign-in', signOut: '/settings' },
    providers: [
      passwordProvider(deps, caller),
      passkeyProvider(deps, caller),
      demoProvider(deps, caller),
      ...oauthProviders(deps.env),
    ],
    callbacks: {
      async signIn({ account, user, profile }) {
        if (account?.type !== 'oauth') return true
        try {
          await signInWithProvider(deps, loginOf(account.provider, user, profile))
          return true
        } catch (error) {
          return `/sign-in?error=${publicCodeOf(deps, error)}`
        }
      },
      async jwt({ token, user, account, profile }) {
        if (!user) return standingLogin(deps, token)
        const { userId } =
          account?.type === 'oauth'
            ? await signInWithProvider(deps, loginOf(account.provider, user, profile))
            : { userId: user.id }
        return { sid: await openSession(deps, userId, from) }
      },
      // Who is signed in is asked of the market (`people.me`), not of this cookie.
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      async signOut({ token }) {
        const login = sessionTokenSchema.safeParse(token)
        if (login.success) await endSession(deps, login.data.sid)
      },
    },
    logger: {
      error: (code, metadata) => {
        const error = metadata instanceof Error ? metadata : metadata.error
        deps.log.error({ code, fault: faultOf(error) }, 'next-auth')
      },
      warn: (code) => deps.log.warn({ code }, 'next-auth'),
      debug: () => {},
    },
  }
}

/** Who comes to a door of next-auth. */
export type SignInCaller = {
  ip: string
  userAgent: string | null
  /** The cookie of a browser that somebody signed in with before; after signing in, the one to keep. */
  device: string | undefined
}

/** The door is open to them: their guesses are forgiven, and they are known here from now on. */
async function welcome(deps: Deps, caller: SignInCaller, userId: string): Promise<{ id: string }> {
  await rememberAddress(deps, { userId, ip: caller.ip })
  caller.device = await rememberDevice(deps, { userId, device: caller.device })
  return { id: userId }
}

/** next-auth takes the address people use from these two variables only; without APP_URL it is as the browser asks, which `isOwnHost` looks at first. */
function tellNextAuthItsAddress(env: Env): void {
  if (env.APP_URL) process.env.NEXTAUTH_URL = env.APP_URL
  else process.env.AUTH_TRUST_HOST = 'true'
}

/** A login that was ended makes next-auth clear the cookie. */
async function standingLogin(deps: Deps, token: unknown): Promise<{ sid: string }> {
  const { sid } = sessionTokenSchema.parse(token)
  if (!(await readSession(deps, sid))) throw new Error('This login was ended.')
  return { sid }
}

const credentialsSchema = z.object({
  email: emailSchema,
  password: secretTextSchema().max(PASSWORD_CHARS_MAX),
})

function passwordProvider(deps: Deps, caller: SignInCaller) {
  return Credentials({
    id: 'credentials',
    name: 'E-mail and password',
    credentials: { email: { label: 'E-mail' }, password: { label: 'Password', type: 'password' } },
    authorize: (sent) =>
      withPublicCode(deps, async () => {
        await spend(deps, 'signIn', caller.ip)
        const input = credentialsSchema.safeParse(sent)
        if (!input.success) return null
        const guess = { account: input.data.email, ip: caller.ip, device: caller.device }
        await spendGuess(deps, guess)
        const person = await checkPassword(deps, input.data)
        if (!person) return null
        await forgiveGuess(deps, guess)
        return welcome(deps, caller, person.userId)
      }),
  })
}

/** Ends what `passkeys.beginSignIn` began: `answer` is what the browser's authenticator said, as JSON. */
function passkeyProvider(deps: Deps, caller: SignInCaller) {
  return Credentials({
    id: 'passkey',
    name: 'Passkey',
    credentials: { answer: { label: 'Answer' } },
    authorize: (sent) =>
      withPublicCode(deps, async () => {
        await spend(deps, 'signIn', caller.ip)
        const { userId } = await signInWithPasskey(deps, passkeyAnswerOf(sent?.answer))
        return welcome(deps, caller, userId)
      }),
  })
}

function passkeyAnswerOf(json: string | undefined) {
  try {
    return passkeyAnswerSchema.parse(JSON.parse(json ?? ''))
  } catch (cause) {
    throw new AppError('auth.passkey_refused', { cause })
  }
}

function demoProvider(deps: Deps, { ip }: SignInCaller) {
  return Credentials({
    id: 'demo',
    name: 'Demo person',
    credentials: { handle: { label: 'Handle' } },
    authorize: (sent) =>
      withPublicCode(deps, async () => {
        await spend(deps, 'signIn', ip)
        await spend(deps, 'stepIn', ip)
        const { userId } = await stepIn(deps, cleanLine(sent?.handle ?? ''))
        return { id: userId }
      }),
  })
}

function oauthProviders(env: Env) {
  const providers: NextAuthOptions['providers'] = []
  if (env.GITHUB_ID && env.GITHUB_SECRET) {
    providers.push(
      GitHub({
        clientId: env.GITHUB_ID,
        clientSecret: env.GITHUB_SECRET,
        userinfo: {
          url: 'https://api.github.com/user',
          async request({ client, tokens }) {
            const token = tokens.access_token
            if (!token) throw new Error('GitHub gave no access token.')
            const profile = await client.userinfo(token)
            // The profile's own e-mail says nothing of whether it was verified; this list does.
            return { ...profile, email: await verifiedGitHubEmail(token), email_verified: true }
          },
        },
      }),
    )
  }
  if (env.GOOGLE_ID && env.GOOGLE_SECRET) {
    providers.push(Google({ clientId: env.GOOGLE_ID, clientSecret: env.GOOGLE_SECRET }))
  }
  return providers
}

const gitHubEmailsSchema = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
)

async function verifiedGitHubEmail(token: string): Promise<string | undefined> {
  const response = await fetch('https://api.github.com/user/emails', {
    headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' },
  })
  if (!response.ok) return undefined
  const emails = gitHubEmailsSchema.safeParse(await response.json())
  return emails.data?.find((entry) => entry.primary && entry.verified)?.email
}

const profileSchema = z.object({ email_verified: z.boolean().optional(), login: z.string().optional() })

function loginOf(
  provider: string,
  user: { id: string; name?: string | null; email?: string | null },
  profile: unknown,
): ProviderLogin {
  const known = profileSchema.safeParse(profile)
  return {
    provider: z.enum(['github', 'google']).parse(provider),
    providerAccountId: user.id,
    name: user.name ?? '',
    login: known.data?.login ?? null,
    email: user.email ?? null,
    isEmailVerified: known.data?.email_verified === true,
  }
}

/** next-auth puts the message of an error into an address; so it must be one of our codes and nothing else. */
async function withPublicCode<T>(deps: Deps, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new Error(publicCodeOf(deps, error))
  }
}

function publicCodeOf(deps: Deps, error: unknown): string {
  logFault(deps.log, error, { path: 'sign-in' })
  return appErrorOf(error).code
}
