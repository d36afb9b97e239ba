import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  accountMails,
  auditRows,
  bots,
  knownAddresses,
  knownDevices,
  ledgerAccounts,
  mails,
  passkeys,
  users,
} from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { appErrorOf } from '../api/errors'
import { appRouter } from '../api/root'
import { contextOf } from '../api/testing'
import { createCallerFactory } from '../api/trpc'
import { readEnv } from '../env'
import { askQuestion } from '../inspection/engine/testing'
import { createMailer } from '../mail/mailer'
import { openSmtpServer, type SmtpServer } from '../mail/testing'
import { WELCOME_GRANT_MICROS } from '../shared/money'
import { type TestMarket, testMarket } from '../testing'
import { rememberAddress } from './known-addresses'
import { rememberDevice } from './known-devices'
import { checkPassword } from './passwords'
import { askForReset } from './reset-password'
import { openSession, readSession } from './sessions'

/** Everything here goes through the procedures, as pages call them, and through a mail server. */

let database: TestDatabase
let server: SmtpServer
let market: TestMarket

beforeAll(async () => {
  database = await openTestDb()
  server = await openSmtpServer()
})
afterAll(async () => {
  await server.close()
  await database.close()
})
beforeEach(() => {
  server.accepted.length = 0
  server.manners = []
  openMarket({ VERIFY_EMAIL: 'on' })
})
afterEach(() => database.truncate())

function openMarket(settings: Record<string, string>) {
  market = testMarket(database)
  market.deps.env = readEnv({ APP_URL: 'https://market.example', LOG_LEVEL: 'silent', ...settings })
  market.deps.mailer = createMailer({ url: server.url, from: 'news@market.example', timeoutMs: 200 })
}

const HOUR_MS = 3_600_000
const ANA = { name: 'Ana Ruiz', handle: 'ana', email: 'ana@example.org' }
const PASSWORD = 'a long pass phrase'

/** Each test calls from an address of its own. */
let addresses = 0
async function callerOf(login: { userId: string; sessionId: string } | null) {
  addresses += 1
  const user = login ? await readSession(market.deps, login.sessionId) : null
  const call = { ip: `192.0.2.${addresses}`, isOurs: true }
  return createCallerFactory(appRouter)(
    contextOf(market.deps, user, { sessionId: login?.sessionId ?? null, call }),
  )
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => appErrorOf(error).code,
  )

/** Mails that have arrived, oldest first, with what the link in each carries. */
async function inbox() {
  await market.settle()
  return server.accepted.map(({ to, text }) => {
    // Lines of a mail are folded by "=" in quoted-printable.
    const whole = text.replaceAll('=\n', '').replaceAll('=3D', '=')
    return { to, text: whole, token: /#([\w-]{43})/.exec(whole)?.[1] ?? null }
  })
}

async function lastToken(): Promise<string> {
  const token = (await inbox()).at(-1)?.token
  if (!token) throw new Error('No link has arrived')
  return token
}

/** Somebody with a proven e-mail, signed in. */
async function member(who = ANA) {
  const visitor = await callerOf(null)
  await visitor.account.startRegistration(who)
  const token = await lastToken()
  await visitor.account.finishRegistration({
    token,
    name: who.name,
    handle: who.handle,
    password: PASSWORD,
  })
  server.accepted.length = 0
  const person = await personOf(who.email)
  return { ...person, ...(await signedIn(person.id)) }
}

async function signedIn(userId: string) {
  const login = { userId, sessionId: await openSession(market.deps, userId) }
  return { login, caller: await callerOf(login) }
}

async function personOf(email: string) {
  const [person] = await database.db.select().from(users).where(eq(users.email, email))
  if (!person) throw new Error(`Nobody has ${email}`)
  return person
}

async function balanceOf(userId: string) {
  const [account] = await database.db
    .select()
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.id, `user:${userId}`))
  return account?.balanceMicros ?? 0n
}

describe('registering', () => {
  it('makes nobody until the link is opened; then a person with a proven e-mail and the welcome credits', async () => {
    const visitor = await callerOf(null)
    await visitor.account.startRegistration({ ...ANA, path: '/ask' })
    const [mail] = await inbox()
    expect(mail?.to).toBe(ANA.email)
    expect(mail?.text).toContain('https://market.example/register/finish#')
    expect(await database.db.$count(users)).toBe(0)

    const token = mail?.token ?? ''
    // Programs that look through mail open links; that uses nothing up.
    for (let times = 0; times < 2; times += 1) {
      expect(await visitor.account.openLink({ token })).toEqual({ kind: 'register', ...ANA })
    }
    const chosen = { token, name: 'Ana R.', handle: 'ana', password: PASSWORD }
    expect(await visitor.account.finishRegistration(chosen)).toEqual({ email: ANA.email, path: '/ask' })
    const person = await personOf(ANA.email)
    expect(person).toMatchObject({ name: 'Ana R.', emailVerifiedAt: market.clock.now() })
    expect(await checkPassword(market.deps, { ...ANA, password: PASSWORD })).toEqual({ userId: person.id })
    expect(await balanceOf(person.id)).toBe(WELCOME_GRANT_MICROS)
    expect(await codeOf(visitor.account.finishRegistration({ ...chosen, handle: 'ana-2' }))).toBe(
      'auth.link_spent',
    )
  })

  it('answers the same whether somebody has the e-mail; only its owner is told, and nothing changes', async () => {
    const { id } = await member()
    const before = await personOf(ANA.email)
    const visitor = await callerOf(null)
    const known = await visitor.account.startRegistration({ ...ANA, handle: 'another', name: 'Eve' })
    const unknown = await visitor.account.startRegistration({
      ...ANA,
      handle: 'another',
      email: 'new@example.org',
    })
    expect(known).toEqual(unknown)
    // What is written at the door is the same too, to the last column.
    const shape = (row: object) => Object.entries(row).map(([name, value]) => [name, value === null])
    const [one, two] = await database.db.select().from(accountMails)
    expect(shape(one ?? {})).toEqual(shape(two ?? {}))
    const [toAna, toNew] = await inbox()
    expect(toAna).toMatchObject({ to: ANA.email, token: null })
    expect(toAna?.text).toContain('It belongs to @ana already')
    expect(toNew?.token).toMatch(/^[\w-]{43}$/)
    expect(await personOf(ANA.email)).toEqual(before)
    expect(await database.db.$count(users)).toBe(1)
    expect(before.id).toBe(id)
  })

  it('says that a handle is taken, which everybody can see, before any mail', async () => {
    await member()
    const visitor = await callerOf(null)
    expect(await codeOf(visitor.account.startRegistration({ ...ANA, email: 'new@example.org' }))).toBe(
      'auth.handle_taken',
    )
    expect(await inbox()).toEqual([])
  })

  it('keeps the link when the handle was taken meanwhile, and refuses it when the e-mail was', async () => {
    const visitor = await callerOf(null)
    await visitor.account.startRegistration(ANA)
    const first = await lastToken()
    await visitor.account.startRegistration({ ...ANA, handle: 'ana-again' })
    const second = await lastToken()
    await member({ ...ANA, email: 'namesake@example.org' })
    const chosen = { token: first, name: 'Ana', handle: 'ana', password: PASSWORD }
    expect(await codeOf(visitor.account.finishRegistration(chosen))).toBe('auth.handle_taken')
    await visitor.account.finishRegistration({ ...chosen, handle: 'ana-2' })
    expect(await codeOf(visitor.account.openLink({ token: second }))).toBe('auth.link_spent')
  })

  it('makes one person of a link that is opened twice at once', async () => {
    const visitor = await callerOf(null)
    await visitor.account.startRegistration(ANA)
    const token = await lastToken()
    const open = (handle: string) =>
      codeOf(visitor.account.finishRegistration({ token, name: 'Ana', handle, password: PASSWORD }))
    expect((await Promise.all([open('ana'), open('ana-2')])).sort()).toEqual(['auth.link_spent', 'done'])
    expect(await database.db.$count(users)).toBe(1)
  })

  it('goes by mail alone where e-mails are proven', async () => {
    const visitor = await callerOf(null)
    expect(await codeOf(visitor.people.register({ ...ANA, password: PASSWORD }))).toBe(
      'auth.register_by_mail',
    )
  })
})

describe('a link', () => {
  it('is good for a day to register and for an hour to reset, and for one mailbox three an hour are sent', async () => {
    await member()
    const visitor = await callerOf(null)
    await visitor.account.startRegistration({ ...ANA, handle: 'ben', email: 'ben@example.org' })
    const toRegister = await lastToken()
    await visitor.account.askForReset({ email: ANA.email })
    const toReset = await lastToken()
    market.clock.forward(HOUR_MS)
    expect(await codeOf(visitor.account.openLink({ token: toReset }))).toBe('auth.link_spent')
    expect(await codeOf(visitor.account.resetPassword({ token: toReset, next: PASSWORD }))).toBe(
      'auth.link_spent',
    )
    market.clock.forward(23 * HOUR_MS - 1)
    expect(await codeOf(visitor.account.openLink({ token: toRegister }))).toBe('done')
    market.clock.forward(1)
    expect(await codeOf(visitor.account.openLink({ token: toRegister }))).toBe('auth.link_spent')
  })

  it('is stored as a digest alone: nothing in the tables of mail opens anything', async () => {
    const { caller } = await member()
    await caller.account.sendVerification({ email: 'other@example.org' })
    const visitor = await callerOf(null)
    await visitor.account.askForReset({ email: ANA.email })
    await visitor.account.startRegistration({ ...ANA, handle: 'ben', email: 'ben@example.org' })
    const tokens = (await inbox()).map(({ token }) => token ?? '')
    expect(new Set(tokens).size).toBe(3)
    const stored = JSON.stringify([
      await database.db.select().from(mails),
      await database.db.select().from(accountMails),
    ])
    for (const token of tokens) expect(stored).not.toContain(token)
  })

  it('arrives whatever becomes of the job or the first try, and only the newest one is good', async () => {
    server.manners = ['loses-reply']
    const visitor = await callerOf(null)
    await visitor.account.startRegistration(ANA)
    market.waiting.splice(0)
    await market.sweep()
    market.clock.forward(HOUR_MS)
    await market.sweep()
    const [first, second] = await inbox()
    expect(await codeOf(visitor.account.openLink({ token: first?.token ?? '' }))).toBe('auth.link_spent')
    expect(await codeOf(visitor.account.openLink({ token: second?.token ?? '' }))).toBe('done')
  })

  it('is counted by mailbox, known or not: nobody fills a stranger’s', async () => {
    await member()
    for (const email of [ANA.email, 'nobody@example.org']) {
      const codes: string[] = []
      // From an address of their own each time.
      for (let times = 0; times < 4; times += 1) {
        codes.push(await codeOf((await callerOf(null)).account.askForReset({ email })))
      }
      // One mail of Ana's was to register.
      const free = email === ANA.email ? 2 : 3
      expect(codes.filter((code) => code === 'done')).toHaveLength(free)
      expect(codes.at(-1)).toBe('request.too_many')
    }
  })

  it('stands in the operator’s log where there is no mail server, in one line', async () => {
    market.deps.mailer = null
    const lines: unknown[][] = []
    market.deps.log = { ...market.deps.log, warn: (...line: unknown[]) => void lines.push(line) }
    const visitor = await callerOf(null)
    await visitor.account.startRegistration(ANA)
    await market.settle()
    expect(lines).toEqual([
      [
        {
          mailId: expect.stringMatching(/^mail_/),
          to: ANA.email,
          subject: 'Finish registering at market.example',
          link: expect.stringMatching(/^https:\/\/market\.example\/register\/finish#[\w-]{43}$/),
        },
        'NO MAIL SERVER: pass this link on to its owner yourself',
      ],
    ])
    const token = /#([\w-]{43})/.exec(JSON.stringify(lines))?.[1] ?? ''
    expect(await codeOf(visitor.account.openLink({ token }))).toBe('done')
  })

  it('and the address it went to are forgotten some days after it ran out', async () => {
    const visitor = await callerOf(null)
    await visitor.account.startRegistration(ANA)
    await market.settle()
    market.clock.forward(4 * 24 * HOUR_MS)
    await visitor.account.askForReset({ email: 'other@example.org' })
    expect((await database.db.select().from(accountMails)).map(({ email }) => email)).toEqual([
      'other@example.org',
    ])
    expect(await database.db.$count(mails)).toBe(1)
  })
})

describe('a forgotten password', () => {
  it('is set anew by a link; every login ends, and no browser or address is known any more', async () => {
    const { id, login } = await member()
    await rememberAddress(market.deps, { userId: id, ip: '192.0.2.9' })
    await rememberDevice(market.deps, { userId: id, device: undefined })
    const visitor = await callerOf(null)
    await visitor.account.askForReset({ email: ANA.email })
    const token = await lastToken()
    expect(await visitor.account.openLink({ token })).toEqual({ kind: 'reset', email: ANA.email })
    const next = 'quite another phrase'
    expect(await visitor.account.resetPassword({ token, next })).toEqual({ email: ANA.email })
    expect(await checkPassword(market.deps, { ...ANA, password: PASSWORD })).toBeNull()
    expect(await checkPassword(market.deps, { ...ANA, password: next })).toEqual({ userId: id })
    expect(await readSession(market.deps, login.sessionId)).toBeNull()
    expect(await database.db.$count(knownAddresses)).toBe(0)
    expect(await database.db.$count(knownDevices)).toBe(0)
    expect(await codeOf(visitor.account.resetPassword({ token, next: PASSWORD }))).toBe('auth.link_spent')
  })

  it('gets the same answer for an e-mail that nobody has: no mail goes there, and no row stays', async () => {
    await member()
    const visitor = await callerOf(null)
    const known = await visitor.account.askForReset({ email: ANA.email })
    const unknown = await visitor.account.askForReset({ email: 'nobody@example.org' })
    expect(unknown).toEqual(known)
    const shape = (row: object) => Object.entries(row).map(([name, value]) => [name, value === null])
    const [one, two] = await database.db.select().from(accountMails)
    expect(shape(one ?? {})).toEqual(shape(two ?? {}))
    expect((await inbox()).map(({ to }) => to)).toEqual([ANA.email])
    expect((await database.db.select().from(accountMails)).map(({ email }) => email)).toEqual([ANA.email])
  })

  it('uses up every link of that account, and a link to a former address opens nothing', async () => {
    await member()
    const visitor = await callerOf(null)
    await visitor.account.askForReset({ email: ANA.email })
    const first = await lastToken()
    await visitor.account.askForReset({ email: ANA.email })
    const second = await lastToken()
    await visitor.account.resetPassword({ token: second, next: PASSWORD })
    expect(await codeOf(visitor.account.resetPassword({ token: first, next: PASSWORD }))).toBe(
      'auth.link_spent',
    )
    market.clock.forward(HOUR_MS)
    const again = await signedIn((await personOf(ANA.email)).id)
    // Past the limit for one mailbox, which counts by the clock on the wall.
    await askForReset(market.deps, ANA.email)
    const third = await lastToken()
    await again.caller.account.sendVerification({ email: 'moved@example.org' })
    await again.caller.account.verifyEmail({ token: await lastToken() })
    expect(await codeOf(visitor.account.resetPassword({ token: third, next: 'a third long phrase' }))).toBe(
      'auth.link_spent',
    )
  })

  it('proves the e-mail; passkeys that were added before anybody had are gone', async () => {
    openMarket({ VERIFY_EMAIL: 'off' })
    const { userId } = await (await callerOf(null)).people.register({ ...ANA, password: PASSWORD })
    const at = market.clock.now()
    const passkey = { publicKey: new Uint8Array(), counter: 0, transports: [], name: 'x', createdAt: at }
    await database.db.insert(passkeys).values({ ...passkey, id: 'squatters', userId })
    await (await callerOf(null)).account.askForReset({ email: ANA.email })
    await (await callerOf(null)).account.resetPassword({ token: await lastToken(), next: PASSWORD })
    expect(await personOf(ANA.email)).toMatchObject({ emailVerifiedAt: at })
    expect(await database.db.$count(passkeys)).toBe(0)
    const acts = await database.db
      .select({ act: auditRows.act, personId: auditRows.personId })
      .from(auditRows)
    expect(acts.filter(({ act }) => act === 'passkey.removed')).toEqual([
      { act: 'passkey.removed', personId: userId },
    ])
    // Of one whose e-mail was proven before, they stay: they are theirs.
    await database.db.insert(passkeys).values({ ...passkey, id: 'own', userId })
    await (await callerOf(null)).account.askForReset({ email: ANA.email })
    await (await callerOf(null)).account.resetPassword({ token: await lastToken(), next: PASSWORD })
    expect(await database.db.$count(passkeys)).toBe(1)
  })
})

describe('another e-mail', () => {
  it('takes the place of the old one when its link is opened; the old one is told', async () => {
    const { id, caller } = await member()
    await caller.account.sendVerification({ email: 'new@example.org' })
    expect(await caller.account.view()).toMatchObject({ email: ANA.email, awaitedEmail: 'new@example.org' })
    await caller.account.verifyEmail({ token: await lastToken() })
    expect(await caller.account.view()).toMatchObject({
      email: 'new@example.org',
      isVerified: true,
      awaitedEmail: null,
    })
    expect((await inbox()).map(({ to, token }) => [to, token !== null])).toEqual([
      ['new@example.org', true],
      [ANA.email, false],
    ])
    expect(await balanceOf(id)).toBe(WELCOME_GRANT_MICROS)
  })

  it('needs the password once the login is no longer new', async () => {
    const { caller } = await member()
    market.clock.forward(15 * 60_000)
    const email = 'new@example.org'
    expect(await codeOf(caller.account.sendVerification({ email }))).toBe('auth.prove_again')
    expect(await codeOf(caller.account.sendVerification({ email, password: 'wrong' }))).toBe(
      'auth.wrong_password',
    )
    expect(await codeOf(caller.account.sendVerification({ email, password: PASSWORD }))).toBe('done')
  })

  it('is not guessed at: passwords that are tried here count as at the sign-in', async () => {
    const { caller } = await member()
    market.clock.forward(15 * 60_000)
    const codes: string[] = []
    for (let times = 0; times < 11; times += 1) {
      codes.push(await codeOf(caller.passkeys.begin({ password: 'wrong' })))
    }
    expect(codes.filter((code) => code === 'auth.wrong_password')).toHaveLength(10)
    expect(codes.at(-1)).toBe('request.too_many')
  })

  it('is proven by the person who asked, and by nobody whom they mailed it to', async () => {
    const ana = await member()
    const ben = await member({ ...ANA, handle: 'ben', email: 'ben@example.org' })
    await ana.caller.account.sendVerification({ email: 'victim@example.org' })
    const token = await lastToken()
    expect(await codeOf(ben.caller.account.verifyEmail({ token }))).toBe('auth.other_person')
    expect(await codeOf((await callerOf(null)).account.verifyEmail({ token }))).toBe('auth.signed_out')
    // Their look at it has not used it up.
    expect(await codeOf(ana.caller.account.verifyEmail({ token }))).toBe('done')
  })

  it('that is somebody else’s gets the same answer, and its owner is told', async () => {
    const ana = await member()
    await member({ ...ANA, handle: 'ben', email: 'ben@example.org' })
    const known = await ana.caller.account.sendVerification({ email: 'ben@example.org' })
    expect(known).toEqual(await ana.caller.account.sendVerification({ email: 'free@example.org' }))
    const [toBen, toFree] = await inbox()
    expect(toBen).toMatchObject({ to: 'ben@example.org', token: null })
    expect(toFree?.token).not.toBeNull()
    expect(await personOf('ben@example.org')).toMatchObject({ handle: 'ben' })
  })
})

describe('who has not proven an e-mail', () => {
  const BOT = {
    kind: 'fixed' as const,
    name: 'A bot',
    teaser: 'Something about bridges',
    matcher: { anyOf: ['bridge'] },
    knowledge: 'The bolt is loose.',
    price: { rule: 'fixed' as const, priceMicros: 1_000_000n },
  }

  /** Registered while nobody had to; then the operator asked for it. */
  async function unproven() {
    openMarket({ VERIFY_EMAIL: 'off' })
    const { userId } = await (await callerOf(null)).people.register({ ...ANA, password: PASSWORD })
    const { caller } = await signedIn(userId)
    const { botId } = await caller.bots.create({ bot: BOT, isLive: true, requestKey: 'a-key-of-a-form-1' })
    openMarket({ VERIFY_EMAIL: 'on' })
    return { userId, botId, ...(await signedIn(userId)) }
  }

  it('asks, but neither offers nor puts a bot to work, and is told what to do; then may', async () => {
    const { userId, botId, caller } = await unproven()
    expect(await askQuestion(market, userId, { budgetMicros: 5_000_000n })).toMatch(/^bc_/)
    const ben = await member({ ...ANA, handle: 'ben', email: 'ben@example.org' })
    const offer = {
      contextId: await askQuestion(market, ben.id),
      teaser: 'A teaser of an offer',
      privateInfo: 'The bolt is loose.',
      priceMicros: 1_000_000n,
      requestKey: 'a-key-of-a-form-3',
    }
    const tries = [
      () => caller.offers.post(offer),
      () => caller.bots.create({ bot: BOT, isLive: true, requestKey: 'a-key-of-a-form-4' }),
      () => caller.bots.pause({ botId, isPaused: false }),
    ]
    await market.deps.db.update(bots).set({ isPaused: true, pausedFor: 'owner' })
    for (const attempt of tries) expect(await codeOf(attempt())).toBe('actor.unverified')

    await caller.account.sendVerification({ email: ANA.email })
    await caller.account.verifyEmail({ token: await lastToken() })
    const proven = (await signedIn(userId)).caller
    expect(await codeOf(proven.offers.post(offer))).toBe('done')
    expect(await codeOf(proven.bots.pause({ botId, isPaused: false }))).toBe('done')
    // What everybody starts with came at the registration, once.
    expect(await balanceOf(userId)).toBe(WELCOME_GRANT_MICROS - 5_000_000n)
  })

  it('earns nothing by a bot that was at work before', async () => {
    await unproven()
    const ben = await member({ ...ANA, handle: 'ben', email: 'ben@example.org' })
    const contextId = await askQuestion(market, ben.id)
    await market.settle()
    expect(await ben.caller.offers.list({ contextId })).toEqual([])
  })

  it('is nobody of the demo market', async () => {
    const { userId } = await unproven()
    await database.db.update(users).set({ isDemo: true }).where(eq(users.id, userId))
    const { caller } = await signedIn(userId)
    expect(
      await codeOf(caller.bots.create({ bot: BOT, isLive: true, requestKey: 'a-key-of-a-form-7' })),
    ).toBe('done')
  })
})
