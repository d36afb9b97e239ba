import { requireScopes } from '../actors/actor'
import { deviceCookieName } from '../auth/known-devices'
import { proveAgain } from '../auth/prove-again'
import { isSameOrigin } from '../auth/same-origin'
import { isSecureSite } from '../auth/session-cookie'
import { PASSWORD_CHARS_MAX } from '../contract/auth'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { noteDownload, type OwnPart, readOwn } from '../own-data/read-own'
import { addressOf, authenticate, type Caller } from './context'
import { appErrorOf, logFault } from './errors'
import { forgiveGuess, spend, spendGuess } from './rate-limit'
import { readCapped } from './read-capped'
import { encode } from './rest/wire'

/** A form with one password in it. */
const FORM_BYTES_MAX = 4_096
/** Where somebody is sent back to, with the reason. */
const PAGE = '/settings/data'
const SEE_OTHER = 303

/**
 * Everything that is the signed-in person's as one JSON file, read as it is sent. The door beside tRPC for a form that a browser posts by
 * itself, so that the file is saved as it comes; whoever is refused is led back to the page, which says why.
 */
export async function downloadOwn(deps: Deps, { request, cookie }: Caller & { request: Request }) {
  try {
    return await send(deps, request, cookie)
  } catch (error) {
    logFault(deps.log, error, { path: 'account.download', type: 'mutation' })
    const back = `${PAGE}?refused=${appErrorOf(error).code}`
    return new Response(null, { status: SEE_OTHER, headers: { location: back } })
  }
}

async function send(deps: Deps, request: Request, cookie: Caller['cookie']): Promise<Response> {
  const { headers } = request
  if (!isSameOrigin(headers, deps.env.APP_URL)) throw new AppError('request.foreign')
  const { user, actor, sessionId } = await authenticate(deps, { headers, cookie })
  if (!user) throw new AppError('auth.signed_out')
  requireScopes(actor, ['account'])
  await spend(deps, 'ownData', user.id)
  const password = await readPassword(request)
  const ip = addressOf(headers)
  const device = cookie(deviceCookieName(isSecureSite(headers, deps.env.APP_URL)))
  if (password !== null) await spendGuess(deps, { account: user.id, ip, device })
  await proveAgain(deps, { userId: user.id, sessionId, password })
  if (password !== null) await forgiveGuess(deps, { account: user.id, ip, device })
  await noteDownload({ ...deps, actor }, user.id)
  const at = deps.clock.now()
  return new Response(streamOf(jsonOf(at, readOwn(deps, user.id))), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="caveat-${user.handle}-${at.toISOString().slice(0, 10)}.json"`,
      'cache-control': 'private, no-store',
    },
  })
}

async function readPassword(request: Request): Promise<string | null> {
  const bytes = await readCapped(request, FORM_BYTES_MAX)
  const typed = new URLSearchParams(new TextDecoder().decode(bytes)).get('password') ?? ''
  return typed === '' || typed.length > PASSWORD_CHARS_MAX ? null : typed
}

/** One document, a row at a time: amounts are credits as decimal text, times RFC 3339, as programs read them. */
async function* jsonOf(at: Date, parts: readonly OwnPart[]): AsyncGenerator<string> {
  yield `{\n"at": ${JSON.stringify(at.toISOString())}`
  for (const { name, rows } of parts) {
    yield `,\n${JSON.stringify(name)}: [`
    let isFirst = true
    for await (const row of rows) {
      yield `${isFirst ? '' : ','}\n${JSON.stringify(encode(row))}`
      isFirst = false
    }
    yield '\n]'
  }
  yield '\n}\n'
}

function streamOf(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const part = await parts.next()
      if (part.done) controller.close()
      else controller.enqueue(encoder.encode(part.value))
    },
    async cancel() {
      await parts.return(undefined)
    },
  })
}
