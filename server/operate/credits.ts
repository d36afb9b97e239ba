import { eq } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { ledgerReverse } from '@/db/functions/ledger'
import { inspections, ledgerTransfers, mendings, users } from '@/db/schema'
import { recordAct } from '../audit/record-act'
import type { GrantInput, ReverseInput } from '../contract/operate'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { ISSUANCE, userAccount } from '../ledger/accounts'
import { inMarketWords } from '../ledger/errors'
import { postTransfer } from '../ledger/post'
import { tellOfRules } from '../market/inbox/tell-people'
import { inboxTopic } from '../market/inbox/topic'
import { BY_HAND } from '../verify/check'
import { withFee } from '../verify/mend'

type CreditDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'jobs' | 'bus' | 'actor'>

/**
 * Gives a person credits by hand; once for each form that is sent.
 *
 * @throws AppError `market.person_not_found`, `ledger.frozen`, `ledger.key_reused` for a form that was sent with another amount.
 */
export async function grantByHand(
  deps: CreditDeps,
  { handle, amountMicros, reason, requestKey }: GrantInput,
): Promise<void> {
  const at = deps.clock.now()
  const told = await deps.db.transaction(async (tx) => {
    const [person] = await tx
      .select({ id: users.id, deletedAt: users.deletedAt })
      .from(users)
      .where(eq(users.handle, handle))
    if (!person || person.deletedAt !== null) throw new AppError('market.person_not_found')
    const key = `${person.id}:by-hand:${requestKey}`
    const leg = { key, kind: 'grant', from: ISSUANCE, to: userAccount(person.id), amountMicros } as const
    const { isRepeat } = await postTransfer(tx, { leg, at })
    if (isRepeat) return []
    await tx
      .insert(mendings)
      .values({ checkId: BY_HAND, subjectId: key, kind: 'grant', deed: `gave ${key}`, reason, mendedAt: at })
    await recordAct(tx, deps, person.id, { act: 'credits.given', transferKey: key, amountMicros })
    return tellOfRules(tx, deps, [{ personId: person.id, event: 'credits.given', about: key, amountMicros }])
  })
  deps.bus.publishAll(told.map(inboxTopic))
}

/** What an operator may take back. Budgets and bonds are moved by their questions' ends alone, earnings that wait by complaints. */
const REVERSIBLE = ['grant', 'purchase'] as const

/**
 * Takes a grant or a purchase, with its fee, back by contrary transfers: once, and never below zero. What was read stays read.
 *
 * @throws AppError `operate.no_transfer`, `operate.not_reversible`, `operate.reversed_already`, `ledger.insufficient_funds` when it
 * was spent since.
 */
export async function reverseTransfer(deps: CreditDeps, { key, reason }: ReverseInput): Promise<void> {
  const at = deps.clock.now()
  const told = await deps.db.transaction(async (tx) => {
    const [wrong] = await tx.select().from(ledgerTransfers).where(eq(ledgerTransfers.key, key)).for('share')
    if (!wrong) throw new AppError('operate.no_transfer')
    const isOpen = REVERSIBLE.some((kind) => kind === wrong.kind) && !wrong.toAccount.startsWith('pending:')
    if (!isOpen) throw new AppError('operate.not_reversible')
    // What comes back to an open question could be spent again, and its tree would hold more than its budget.
    if (
      wrong.fromAccount.startsWith('escrow:') &&
      wrong.rootId !== null &&
      !(await hasEnded(tx, wrong.rootId))
    )
      throw new AppError('operate.question_open')
    const isReversed = (await tx.$count(ledgerTransfers, eq(ledgerTransfers.key, `reverse:${key}`))) > 0
    if (isReversed) throw new AppError('operate.reversed_already')
    const made = await inMarketWords(ledgerReverse(tx, { keys: await withFee(tx, key), at }))
    const deed = `posted ${made.join(', ')}`
    await tx
      .insert(mendings)
      .values({ checkId: BY_HAND, subjectId: key, kind: 'reverse', deed, reason, mendedAt: at })
    const back = await tx
      .select()
      .from(ledgerTransfers)
      .where(eq(ledgerTransfers.key, `reverse:${key}`))
    const people = [
      ...new Set(back.flatMap(({ fromAccount, toAccount }) => [fromAccount, toAccount].flatMap(personOf))),
    ]
    const { amountMicros } = wrong
    for (const personId of people)
      await recordAct(tx, deps, personId, { act: 'transfer.reversed', transferKey: key, amountMicros })
    return tellOfRules(
      tx,
      deps,
      people.map((personId) => ({ personId, event: 'credits.corrected' as const, about: key, amountMicros })),
    )
  })
  deps.bus.publishAll(told.map(inboxTopic))
}

async function hasEnded(tx: Tx, rootId: string): Promise<boolean> {
  const [tree] = await tx
    .select({ endedAt: inspections.endedAt })
    .from(inspections)
    .where(eq(inspections.rootId, rootId))
    .for('share')
  return tree === undefined || tree.endedAt !== null
}

const personOf = (account: string) => {
  const [kind, id] = account.split(':')
  return (kind === 'user' || kind === 'allowance') && id ? [id] : []
}
