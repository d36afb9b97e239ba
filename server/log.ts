import pino from 'pino'

/** Log lines carry ids, codes and numbers. Names that could hold private text are dropped wherever they stand. */
const NEVER_LOGGED = [
  'privateInfo',
  'knowledge',
  'prompt',
  'reply',
  'password',
  'teaser',
  'markdown',
  'body',
  'title',
]

export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error'>

export function createLog(level: string): Log {
  return pino({
    level,
    redact: { paths: NEVER_LOGGED.flatMap((name) => [name, `*.${name}`]), remove: true },
    serializers: { err: describeError },
  })
}

/** A stack and a code; not the message of a database error, which may quote values (reliability, L6). */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = 'code' in error ? error.code : undefined
  const isFromDatabase = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)
  const hasQuery = 'query' in error
  return {
    type: error.name,
    code,
    message: isFromDatabase || hasQuery ? 'database error' : error.message,
    stack: isFromDatabase || hasQuery ? undefined : error.stack,
    cause: error.cause instanceof Error ? describeError(error.cause) : undefined,
  }
}
