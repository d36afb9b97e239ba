import { expect } from '@playwright/test'
import type { LicenceTerms } from '@/server/contract/licence'
import type { AskInput } from '@/server/contract/market'
import type { MatcherQuery } from '@/server/contract/matching'
import { DEFAULT_POLICY, type Policy } from '@/server/protocol/policy'
import { micros } from './amounts'
import { type Person, requestKey } from './person'

/** What people do, through the app's procedures: for the parts of a journey that are not what it is about. */

export type Question = Partial<Omit<AskInput, 'policy' | 'budgetMicros'>> & {
  title: string
  /** Decimal credits. */
  budget?: string
  policy?: Partial<Policy>
}

const HOUR_MINUTES = 60

/** Asks, by default ten credits' worth, started by hand; returns the question's id. */
export async function ask(asker: Person, { budget = '10', policy, ...question }: Question): Promise<string> {
  const { contextId } = await asker.api.contexts.ask.mutate({
    body: '',
    decision: { kind: 'open' },
    pages: [],
    tags: [],
    deadlineMinutes: HOUR_MINUTES,
    start: { rule: 'manual' },
    isTreePublic: true,
    budgetMicros: micros(budget),
    policy: { ...DEFAULT_POLICY, ...policy },
    requestKey: requestKey(),
    ...question,
  })
  return contextId
}

export type Offer = { teaser: string; privateInfo: string; price: string; licence?: LicenceTerms }

export async function offer(seller: Person, contextId: string, { price, ...texts }: Offer): Promise<string> {
  const input = { contextId, ...texts, priceMicros: micros(price), requestKey: requestKey() }
  return (await seller.api.offers.post.mutate(input)).offerId
}

export type Bot = Offer & { name: string; keywords: string[]; scope?: MatcherQuery['scope'] }

/** A bot that sells one text to every sub-question (or `scope`) with one of its words. */
export async function fixedBot(
  owner: Person,
  { name, keywords, teaser, price, privateInfo, scope = 'sub-contexts' }: Bot,
): Promise<string> {
  const { botId } = await owner.api.bots.create.mutate({
    bot: {
      kind: 'fixed',
      name,
      teaser,
      matcher: { anyOf: keywords, scope },
      knowledge: privateInfo,
      price: { rule: 'fixed', priceMicros: micros(price) },
    },
    isLive: true,
    requestKey: requestKey(),
  })
  return botId
}

/** Starts the inspection of all offers. */
export async function start(asker: Person, contextId: string): Promise<void> {
  await asker.api.inspection.start.mutate({ contextId, offerIds: null, requestKey: requestKey() })
}

export type Status = 'settled' | 'paused' | 'cancelled' | 'failed'

/** Waits until the tree stands so, and for a settled one until its answer is written; returns it as `viewer` sees it. */
export async function untilTree(
  viewer: Person,
  rootId: string,
  status: Status = 'settled',
  timeout = 60_000,
) {
  const look = () => viewer.api.inspection.tree.query({ rootId })
  await expect
    .poll(
      async () => {
        const tree = await look()
        return tree.status === 'settled' && tree.answer === null ? 'expired' : tree.status
      },
      { timeout, message: `The tree of ${rootId}` },
    )
    .toBe(status)
  return look()
}
