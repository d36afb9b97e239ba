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
