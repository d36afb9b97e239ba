import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import * as z from 'zod'
import { type AppError, ERROR_CODES, ERRORS, type ErrorCode } from '../../errors'
import { appErrorOf, fieldErrorsOf, retryAfter, toTrpcError } from '../errors'
import { BadFields } from './read-input'
import { wireName } from './wire'

/** RFC 9457: what went wrong, in the words of the market's one table of errors. */
export const problemSchema = z
  .object({
    type: z.string().meta({ description: 'The address of this kind of problem.' }),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: 'What happened and the next legal move, for people.' }),
    code: z.enum(ERROR_CODES).meta({ description: 'The market’s own word for it.' }),
    isRetriable: z.boolean().meta({ description: 'The same call may succeed later.' }),
    errors: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'What is wrong with which field.' }),
    payment: z.looseObject({ x402Version: z.int() }).optional().meta({
      description: 'Of a 402: what it costs, in the shapes of x402, as in the header PAYMENT-REQUIRED.',
    }),
  })
  .meta({ description: 'RFC 9457 problem details.' })
export type Problem = z.infer<typeof problemSchema>

/** At a door without logins one is not told to sign in. */
const AT_THIS_DOOR: Partial<Record<ErrorCode, ErrorCode>> = { 'auth.signed_out': 'auth.key_needed' }

/** What a program is told of whatever was thrown: no stack, no input, no cause. */
export function problemOf(error: unknown): Problem {
  const known = appErrorOf(error)
  const code = AT_THIS_DOOR[known.code] ?? known.code
  const errors = fieldsOf(error, known)
  return {
    ...kindOf(code),
    detail: code === known.code ? messageOf(known) : ERRORS[code].sentence,
    isRetriable: ERRORS[code].retriable,
    ...(errors.length === 0 ? {} : { errors }),
  }
}

/** With how long to wait, where that is known. */
function messageOf({ code, message, details: { retryAfterSeconds } }: AppError): string {
  if (code !== 'request.too_many' || typeof retryAfterSeconds !== 'number') return message
  return `${message} In ${retryAfterSeconds} seconds it is taken again.`
}

/** What is the same at each occurrence. */
export function kindOf(code: ErrorCode): Pick<Problem, 'type' | 'title' | 'status' | 'code'> {
  const words = code.slice(code.indexOf('.') + 1).replaceAll('_', ' ')
  return {
    type: `/api/v1/problems/${code}`,
    title: words.slice(0, 1).toUpperCase() + words.slice(1),
    status: statusOf(code),
    code,
  }
}

const statusOf = (code: ErrorCode) => getHTTPStatusCodeFromError({ code: ERRORS[code].trpc } as never)

function fieldsOf(error: unknown, known: AppError): NonNullable<Problem['errors']> {
  if (error instanceof BadFields) return [...error.fields]
  const refused = fieldErrorsOf(error) ?? fieldErrorsOf(known)
  if (refused)
    return Object.entries(refused).flatMap(([path, messages]) =>
      messages.map((message) => ({ field: path.split('.').map(wireName).join('.'), message })),
    )
  const { field } = known.details
  return typeof field === 'string' ? [{ field: wireName(field), message: known.message }] : []
}

export function problemResponse(
  error: unknown,
  headers: Record<string, string> = {},
  payment?: Problem['payment'],
): Response {
  const problem = { ...problemOf(error), ...(payment === undefined ? {} : { payment }) }
  const challenge: Record<string, string> =
    problem.status === 401
      ? {
          'www-authenticate': `Bearer realm="caveat"${problem.code === 'auth.key_refused' ? ', error="invalid_token"' : ''}`,
        }
      : {}
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: {
      'content-type': 'application/problem+json',
      ...challenge,
      ...retryAfter([toTrpcError(error)]),
      ...headers,
    },
  })
}
