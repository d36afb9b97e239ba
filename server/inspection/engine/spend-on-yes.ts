import type { AskInput } from '../../contract/market'
import type { BuyResaleInput } from '../../contract/resale'
import { ask } from '../../market/ask'
import { type BuyUnseenInput, buyUnseen } from '../../market/buy-unseen'
import { buyResale } from '../../market/resale/buy-resale'
import type { SpendKinds } from '../../market/spend-requests'
import { type RaiseInput, raiseBudget } from './raise-budget'
import { type ReopenInput, reopenQuestion } from './reopen'

/** What each kind of spend that waited for a yes is carried out by, and what its key needs for it at that time. */
export const SPEND_ON_YES: SpendKinds = {
  ask: {
    scopes: ['ask', 'spend'],
    carryOut: ({ deps, personId, input, settle }) => ask(deps, personId, input as AskInput, settle),
  },
  buy: {
    scopes: ['spend'],
    carryOut: ({ deps, personId, input, settle }) =>
      buyUnseen(deps, personId, input as BuyUnseenInput, settle),
  },
  resale: {
    scopes: ['spend'],
    carryOut: ({ deps, personId, input, settle }) =>
      buyResale(deps, personId, input as BuyResaleInput, settle),
  },
  raise: {
    scopes: ['ask', 'spend'],
    carryOut: ({ deps, personId, input, settle }) => raiseBudget(deps, personId, input as RaiseInput, settle),
  },
  reopen: {
    scopes: ['ask', 'spend'],
    carryOut: ({ deps, personId, input, settle }) =>
      reopenQuestion(deps, personId, input as ReopenInput, settle),
  },
}
