import { TRPCError } from '@trpc/server'
import { ZodError } from 'zod'
import { databaseRefusalOf, isDatabaseAway } from '@/db/refusal'
import { AppError, ERRORS, type ErrorCode } from '../errors'
import type { Log } from '../log'

/** What a client gets of an error besides its sentence. Nothing of the input, no stack, no cause. */
export type ErrorData = {
  /** tRPC's own word for it, and the HTTP status. */
  code: string
  httpStatus: number
  path: string | undefined
  appCode: ErrorCode
  /** Field of the form to mark. */
  field: string | null
  isRetriable: boolean
  /** For an input that does not fit its schema: what is wrong, by path ("decision.options.0"). */
  zod: { fieldErrors: Record<string, string[]> } | null
}

/** One error of ours for whatever was thrown. What is not expected becomes `internal` and keeps its cause for the log. */
export function appErrorOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof TRPCError) {
    if (error.cause instanceof AppError) return error.cause
    if (error.code === 'PAYLOAD_TOO_LARGE') return new AppError('request.too_large', { cause: error })
    // Calls that tRPC refuses by itself: no such procedure, not JSON, input that does not fit its schema.
    if (error.code !== 'INTERNAL_SERVER_ERROR') return new AppError('request.invalid', { cause: error })
    return unexpected(error.cause ?? error)
  }
  return unexpected(error)
}

/** What the database says of anything new of somebody whose account was deleted (`db/functions/people.sql`). */
const GONE_SQLSTATE = 'CV020'

function unexpected(cause: unknown): AppError {
  if (databaseRefusalOf(cause)?.sqlstate === GONE_SQLSTATE) return new AppError('account.gone', { cause })
  return new AppError(isDatabaseAway(cause) ? 'database.away' : 'internal', { cause })
}

/** The same error as tRPC carries it, so that the HTTP status is right. */
export function toTrpcError(error: unknown): TRPCError {
  const cause = appErrorOf(error)
  return new TRPCError({ code: ERRORS[cause.code].trpc, message: cause.message, cause })
}

/** What is wrong with an input, by path. Null when the error is about something else, such as an output of ours. */
export function fieldErrorsOf(error: unknown): Record<string, string[]> | null {
  const refusal = error instanceof AppError ? error.cause : error
  if (
    !(refusal instanceof TRPCError) ||
    refusal.code !== 'BAD_REQUEST' ||
    !(refusal.cause instanceof ZodError)
  ) {
    return null
  }
  const fieldErrors: Record<string, string[]> = {}
  for (const issue of refusal.cause.issues) {
    const path = issue.path.map(String).join('.')
    fieldErrors[path] = [...(fieldErrors[path] ?? []), issue.message]
  }
  return fieldErrors
}

/** Messages of these are made by the engine about code, not about data. */
const MESSAGES_OF_CODE = new Set(['TypeError', 'ReferenceError'])

type Fault = { type: string; code?: unknown; message?: string; at?: string[]; cause?: Fault }

/**
 * What the log keeps of an unexpected error: its kind, code and where it was thrown. No message: database errors quote
 * values, parsers quote their input, model clients quote prompts (reliability, L6).
 */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { type: typeof error }
  return {
    type: error.name,
    code: 'code' in error ? error.code : undefined,
    message: MESSAGES_OF_CODE.has(error.name) ? error.message : undefined,
    at: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .map((line) => line.trim()),
    cause: error.cause instanceof Error ? faultOf(error.cause) : undefined,
  }
}

/** Writes an unexpected error to the log; expected ones are answers, not faults. */
export function logFault(log: Log, error: unknown, facts: Readonly<Record<string, unknown>>): void {
  const known = appErrorOf(error)
  if (known.code === 'internal' || known.code === 'database.away')
    log.error({ ...facts, fault: faultOf(known.cause) }, 'a request failed')
}

/** For what only says that the market is busy or away: a client that obeys comes back when there is something to come back to. */
const BUSY_SECONDS = 5
const NEXT_TRY: Partial<Record<ErrorCode, number>> = {
  'request.too_many': 60,
  'request.busy': BUSY_SECONDS,
  'database.away': BUSY_SECONDS,
  'ledger.frozen': 60,
}

/** The header that belongs to an answer of 429 or 503 (RFC 9110, section 10.2.3); none for others. */
export function retryAfter(errors: readonly unknown[]): Record<string, string> {
  const seconds = errors.flatMap((error) => {
    const { code, details } = appErrorOf(error)
    const told = details.retryAfterSeconds
    return typeof told === 'number' ? told : (NEXT_TRY[code] ?? [])
  })
  return seconds.length === 0 ? {} : { 'retry-after': String(Math.max(...seconds)) }
}
