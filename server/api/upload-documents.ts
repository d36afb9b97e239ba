import { setImmediate as nextTurn } from 'node:timers/promises'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { requireScopes } from '../actors/actor'
import { isSameOrigin } from '../auth/same-origin'
import { FILES_PER_UPLOAD_MAX, UPLOAD_BYTES_MAX, type Uploaded } from '../contract/corpus'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { addDocument, ownCorpusBot } from '../sellers/corpus/documents'
import { fairTurns, NoTurnError } from '../shared/fair-turns'
import { cleanLine, idSchema } from '../shared/text'
import { addressOf, authenticate } from './context'
import { appErrorOf, logFault, retryAfter, toTrpcError } from './errors'
import { spend } from './rate-limit'

/**
 * Requests whose bodies are received at once: 168 MB of them at most. A page sends two of one person's, and whoever sends slowly has no
 * third hand to hold. What waits has not been read: it holds a connection and no memory.
 */
const receiving = fairTurns({ atOnce: 16, ofOneAtOnce: 2, ofOneWaitingMax: 8, waitingMax: 64 })

/** Files are divided, sealed and stored of one request after another: their copies, some ten times their size, exist once. */
const storing = fairTurns({ atOnce: 1, ofOneAtOnce: 1, ofOneWaitingMax: Infinity, waitingMax: Infinity })

type Upload = {
  request: Request
  botId: string
  cookie: (name: string) => string | undefined
}

/**
 * Takes files for a bot of the signed-in person: the door beside tRPC for what is not JSON, with the same checks. Who asks,
 * from which page and how often is known before a byte is read, and reading stops at `UPLOAD_BYTES_MAX`. Answers 200 with
 * what became of each file, or an error with its sentence.
 */
export async function uploadDocuments(deps: Deps, upload: Upload): Promise<Response> {
  try {
    return json(await takeFiles(deps, upload), 200)
  } catch (error) {
    logFault(deps.log, error, { path: 'documents.upload', type: 'mutation' })
    const told = toTrpcError(error)
    return json(
      { error: told.message, appCode: appErrorOf(error).code },
      getHTTPStatusCodeFromError(told),
      retryAfter([error]),
    )
  }
}

function json(body: object, status: number, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'private, no-store', ...headers } })
}

async function takeFiles(deps: Deps, { request, botId, cookie }: Upload): Promise<Uploaded> {
  if (!isSameOrigin(request.headers, deps.env.APP_URL)) throw new AppError('request.foreign')
  const { user, actor } = await authenticate(deps, { headers: request.headers, cookie })
  await spend(deps, 'upload', user?.id ?? addressOf(request.headers))
  if (!user) throw new AppError('auth.signed_out')
  requireScopes(actor, ['sell'])
  if (!idSchema().safeParse(botId).success) throw new AppError('sellers.bot_not_found')
  await ownCorpusBot(deps.db, user.id, botId)
  try {
    return await receiving.inTurn(user.id, async () => {
      const form = await receive(request)
      return storing.inTurn(user.id, () => storeFiles(deps, user.id, { botId, form }))
    })
  } catch (error) {
    throw error instanceof NoTurnError ? new AppError('request.busy', { cause: error }) : error
  }
}

/** A request that was received: its bytes, and how they are divided into files. */
type Received = { type: string; bytes: ArrayBuffer }

async function storeFiles(
  deps: Deps,
  userId: string,
  { botId, form }: { botId: string; form: Received },
): Promise<Uploaded> {
  const files = await filesOf(form)
  const taken: Uploaded['files'] = []
  for (const file of files) {
    await nextTurn()
    try {
      const bytes = new Uint8Array(await file.arrayBuffer())
      await nextTurn()
      const { documentId, failure } = await addDocument(deps, userId, {
        botId,
        file: { name: cleanLine(file.name), bytes },
      })
      taken.push({ name: file.name, documentId, failure, error: null })
    } catch (error) {
      // A bot that is full refuses the rest; what it took stays taken.
      if (!(error instanceof AppError)) throw error
      taken.push({ name: file.name, documentId: null, failure: null, error: error.message })
    }
  }
  await deps.database.flush()
  return { files: taken }
}

/** Reads a body, and nothing of what is in it. @throws AppError `request.invalid`, `request.too_large`. */
async function receive(request: Request): Promise<Received> {
  const type = request.headers.get('content-type') ?? ''
  if (!type.toLowerCase().startsWith('multipart/form-data') || !request.body)
    throw new AppError('request.invalid')
  // Told by an honest sender; whoever says nothing, or less than he sends, is counted below.
  if (Number(request.headers.get('content-length') ?? 0) > UPLOAD_BYTES_MAX)
    throw new AppError('request.too_large')
  const body = request.body.pipeThrough(atMost(UPLOAD_BYTES_MAX))
  const bytes = await new Response(body).arrayBuffer().catch((error: unknown) => {
    throw isTooLarge(error)
      ? new AppError('request.too_large')
      : new AppError('request.invalid', { cause: error })
  })
  await nextTurn()
  return { type, bytes }
}

async function filesOf({ type, bytes }: Received): Promise<File[]> {
  const form = await new Response(bytes, { headers: { 'content-type': type } })
    .formData()
    .catch((error: unknown) => {
      throw new AppError('request.invalid', { cause: error })
    })
  const files = form.getAll('file').filter((value) => value instanceof File)
  if (files.length === 0) throw new AppError('request.invalid', { details: { field: 'file' } })
  if (files.length > FILES_PER_UPLOAD_MAX) throw new AppError('request.too_large')
  return files
}

class TooLarge extends Error {}

/** The parser may wrap what stopped it. */
function isTooLarge(error: unknown): boolean {
  return error instanceof TooLarge || (error instanceof Error && error.cause instanceof TooLarge)
}

/** Lets bytes through until there are too many, and then ends the stream with an error. */
function atMost(bytesMax: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes > bytesMax) controller.error(new TooLarge())
      else controller.enqueue(chunk)
    },
  })
}
