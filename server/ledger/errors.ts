import { type DatabaseRefusal, databaseRefusalOf } from '@/db/refusal'
import { AppError, type ErrorCode } from '@/server/errors'

/** SQLSTATEs that the functions of `db/functions/ledger.sql` and `market.sql` raise. */
const CODE_OF_SQLSTATE: Readonly<Record<string, ErrorCode>> = {
  CV002: 'ledger.key_reused',
  CV003: 'ledger.frozen',
  CV004: 'ledger.stopped',
  CV010: 'market.offer_not_found',
  CV011: 'market.offer_changed',
  CV012: 'market.offer_already_bought',
  CV013: 'market.own_context',
}

/** What a unique index says when two calls met that do not share an account or an offer to wait at. */
const CODE_OF_CONSTRAINT: Readonly<Record<string, ErrorCode>> = {
  ledger_transfer_pkey: 'ledger.key_reused',
  purchase_pkey: 'ledger.key_reused',
  purchase_offer_key: 'market.offer_already_bought',
}

/** Runs one statement of the ledger and says in the market's words why it was refused; other errors pass unchanged. */
export async function inMarketWords<T>(statement: PromiseLike<T>): Promise<T> {
  try {
    return await statement
  } catch (error) {
    const refusal = databaseRefusalOf(error)
    const code = refusal && errorCodeOf(refusal)
    throw code ? new AppError(code, { cause: error }) : error
  }
}

function errorCodeOf({ sqlstate, detail, constraint }: DatabaseRefusal): ErrorCode | undefined {
  if (sqlstate === 'CV001') {
    if (detail.startsWith('user:')) return 'ledger.insufficient_funds'
    if (detail.startsWith('escrow:')) return 'ledger.insufficient_escrow'
    return undefined
  }
  if (sqlstate === '23505') return CODE_OF_CONSTRAINT[constraint]
  return CODE_OF_SQLSTATE[sqlstate]
}
