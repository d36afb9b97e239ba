/** What `pg`, Neon and PGlite tell about a refused statement. */
export interface DatabaseRefusal {
  /** Five characters, see the appendix "PostgreSQL Error Codes". */
  sqlstate: string
  detail: string
  constraint: string
}

/** Finds the database's own error below what the drivers wrap around it; undefined for any other error. */
export function databaseRefusalOf(error: unknown): DatabaseRefusal | undefined {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string' && /^[0-9A-Z]{5}$/.test(current.code)) {
      return {
        sqlstate: current.code,
        detail: 'detail' in current && typeof current.detail === 'string' ? current.detail : '',
        constraint:
          'constraint' in current && typeof current.constraint === 'string' ? current.constraint : '',
      }
    }
  }
  return undefined
}

/** The server has said nothing for so long that the connection to it is given up. */
export class PostgresSilentError extends Error {
  override readonly name = 'PostgresSilentError'

  constructor(silenceMs: number) {
    super(`The database said nothing for ${silenceMs / 1000} s.`)
  }
}

/** PGlite aborted, or its disk refused what it had to keep: this process cannot use it any more. */
export class DatabaseStoppedError extends Error {
  override readonly name = 'DatabaseStoppedError'

  /** `reason`: what the database or the system said. */
  constructor(reason: string, cause?: unknown) {
    super(
      `The database stopped: ${reason}. Nothing that was acknowledged is lost. See that the disk of DATA_DIR has room and is well, and start the market again.`,
      { cause },
    )
  }
}

/**
 * Error classes and codes of a database that is busy, stopping, starting or cut off, from the appendix "PostgreSQL Error
 * Codes": connection exceptions, no resources, a statement or a wait for a lock that took too long, an idle transaction that
 * was ended, the operator's hand (shutdown, crash, start), and a database that can only be read now: a standby, or one whose disk is full.
 */
const AWAY_SQLSTATES = /^(08|53|57P|57014$|55P03$|25P03$|25006$)/

/** How the system says that the server cannot be reached. */
const AWAY_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
]

/** What `pg`, its pool and Neon's say of a lost connection, for which they have no code. */
const AWAY_MESSAGES = [
  'Connection terminated',
  'Client has encountered a connection error and is not queryable',
  'timeout exceeded when trying to connect',
  'Query read timeout',
]

/** True when the statement failed because of the database's state, not of what was asked: the same call may work later. */
export function isDatabaseAway(error: unknown): boolean {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    const code = 'code' in current && typeof current.code === 'string' ? current.code : ''
    const { message } = current
    if (
      current instanceof PostgresSilentError ||
      current instanceof DatabaseStoppedError ||
      AWAY_CODES.includes(code) ||
      AWAY_SQLSTATES.test(code)
    )
      return true
    if (AWAY_MESSAGES.some((known) => message.startsWith(known))) return true
  }
  return false
}
