/** Settings of every connection to a server. */
export const CONNECTION = {
  application_name: 'caveat',
  keepAlive: true,
  /** Longer than a sleeping Neon database takes to wake, shorter than a person's patience. */
  connectionTimeoutMillis: 10_000,
}

/**
 * How long things may take on a pooled connection, in milliseconds. They follow from each other: whoever waits for a lock
 * outlives a holder that stopped, a statement outlives its wait for a lock, and a connection is given up for dead only after
 * any statement on it has ended.
 */
export interface Limits {
  /**
   * A process that stops inside a transaction (a VM that is moved, a network split) lets go of its locks after this, so that
   * others move again well within the 20 s of reliability G4. Work between two statements takes milliseconds.
   */
  idleInTransactionMs: number
  /** Somebody who waits longer than a stopped holder can hold gets an error instead of a page that never comes. */
  lockMs: number
  /** No statement of the market comes near; one that does reads what it should not, and holds a connection of few. */
  statementMs: number
  /**
   * A server that says nothing for this long is gone, though no packet said so: the kernel would find out after minutes or
   * hours, with the connection of the pool lost until then.
   */
  silenceMs: number
}

export const LIMITS: Limits = {
  idleInTransactionMs: 8_000,
  lockMs: 12_000,
  statementMs: 30_000,
  silenceMs: 40_000,
}

/** For what reads whole tables: the check of the books. Ten minutes are more than a market on one database needs. */
export const PATIENT_LIMITS: Limits = { ...LIMITS, statementMs: 600_000, silenceMs: 660_000 }

/**
 * What a new connection runs before it is handed out: one round trip. Not as start-up parameters, which poolers in between
 * refuse.
 */
export function sessionSettings({ idleInTransactionMs, lockMs, statementMs }: Limits): string {
  return [
    "set time zone 'UTC'",
    `set idle_in_transaction_session_timeout = ${idleInTransactionMs}`,
    `set lock_timeout = ${lockMs}`,
    `set statement_timeout = ${statementMs}`,
  ].join('; ')
}

/**
 * Neon's address without its pooler. The pooler hands out a connection per transaction, so that what a session holds
 * (LISTEN, advisory locks) is lost in between.
 */
export function withoutPooler(url: string): string {
  const direct = new URL(url)
  direct.hostname = direct.hostname.replace(/^([^.]+)-pooler\./, '$1.')
  return direct.href
}
