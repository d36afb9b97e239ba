import type { z } from 'zod'
import { users } from '@/db/schema'
import { PEOPLE } from '@/db/seed/people'
import type { SeedBot, SeedOffer, SeedPerson, SeedQuestion } from '@/db/seed/types'
import { freeHandle } from '../auth/handles'
import { createBotSchema } from '../contract/bots'
import { USUAL_SITTINGS } from '../contract/market'
import type { Deps } from '../deps'
import { grantWelcome } from '../ledger/grant-welcome'
import { ask } from '../market/ask'
import { postOffer } from '../market/post-offer'
import { DEFAULT_POLICY } from '../protocol/policy'
import { createBot } from '../sellers/bots/bots'
import { addDocument } from '../sellers/corpus/documents'
import { parseCredits } from '../shared/money'

/** What people of the demo market do, through the functions that everybody's requests go through. */

const SECONDS_PER_HOUR = 3_600

/** The id of a demo person, whatever handle was still free for them. */
export function demoId(handle: string): string {
  return `usr_demo_${handle}`
}

/** Credits of the seed's content. @throws Error when they cannot be read. */
export function creditsOf(text: string): bigint {
  const parsed = parseCredits(text)
  if (!parsed.ok) throw new Error(`The demo's content says “${text}”: ${parsed.message}`)
  return parsed.micros
}

/** Adds a demo person with the credits everybody starts with. */
export async function join(deps: Deps, { handle, name, bio }: SeedPerson): Promise<void> {
  const at = deps.clock.now()
  const id = demoId(handle)
  const free = await freeHandle(deps.db, handle)
  await deps.db.insert(users).values({ id, handle: free, name, bio, isDemo: true, createdAt: at })
  await grantWelcome(deps.db, { userId: id, at })
}

/** A demo bot as the form would send it. */
export function botInput(
  { owner: _, price, keywords, scope, licence, ...bot }: SeedBot,
  requestKey: string,
): z.input<typeof createBotSchema> {
  return {
    bot: {
      ...bot,
      ...(keywords.length > 0
        ? { matcher: { anyOf: keywords, scope } }
        : {
            matcher: { decisions: ['open', 'choice', 'belief'], scope },
            audience: { who: 'except', handles: PEOPLE.map(({ handle }) => handle) },
          }),
      price: { rule: 'fixed', priceMicros: creditsOf(price) },
      licence: { kind: licence ?? 'asker' },
    },
    isLive: true,
    requestKey,
  }
}

/** Puts a bot of a demo person to work; its documents are uploaded and read like anybody's. */
export async function employ(deps: Deps, bot: SeedBot, requestKey: string): Promise<void> {
  const ownerId = demoId(bot.owner)
  const { botId } = await createBot(deps, ownerId, createBotSchema.parse(botInput(bot, requestKey)))
  if (bot.kind !== 'corpus') return
  for (const { name, text } of bot.documents)
    await addDocument(deps, ownerId, { botId, file: { name, bytes: new TextEncoder().encode(text) } })
}

export type AskTerms = { deadlineMinutes: number; publishWhenDone?: boolean; requestKey: string }

/**
 * Asks in the name of a demo person. The built-in inspector decides, whatever model the site has: it costs nobody tokens.
 *
 * @throws AppError as `ask`.
 */
export function askAs(
  deps: Deps,
  question: SeedQuestion,
  { deadlineMinutes, publishWhenDone, requestKey }: AskTerms,
): Promise<{ contextId: string }> {
  const { asker, budget, protocol, staysOpen, peopleWaitHours, isTreePrivate, ...rest } = question
  return ask(deps, demoId(asker), {
    ...rest,
    budgetMicros: creditsOf(budget),
    deadlineMinutes,
    isTreePublic: !isTreePrivate,
    publishWhenDone,
    policy: {
      ...DEFAULT_POLICY,
      inspector: 'built-in',
      maxSittings: staysOpen ? USUAL_SITTINGS : DEFAULT_POLICY.maxSittings,
      protocol: protocol ?? DEFAULT_POLICY.protocol,
      peopleWaitSeconds: (peopleWaitHours ?? 0) * SECONDS_PER_HOUR,
    },
    requestKey,
  })
}

/** Offers in the name of a demo person. @throws AppError as `postOffer`. */
export async function offerAs(
  deps: Deps,
  { by, teaser, privateInfo, price, licence }: SeedOffer,
  { contextId, requestKey }: { contextId: string; requestKey: string },
): Promise<void> {
  await postOffer(deps, demoId(by), {
    contextId,
    teaser,
    privateInfo,
    priceMicros: creditsOf(price),
    licence: { kind: licence ?? 'asker' },
    requestKey,
  })
}
