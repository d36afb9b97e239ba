import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { rowsOf } from '@/db/client'
import { accessKeys, bots, registeredAgents } from '@/db/schema'
import type { DelegableScope } from '../../actors/actor'
import { digestOf, hintOf, insertKey, KEY_PREFIX, newSecret } from '../../auth/access-keys'
import {
  AGENT_LASTS_MS,
  AGENTS_WAITING_MAX,
  type Agent,
  type Claimable,
  type RegisterAgent,
  type RegisteredAgent,
} from '../../contract/agents'
import { createBotSchema } from '../../contract/bots'
import type { Deps } from '../../deps'
import { siteUrl } from '../../env'
import { AppError } from '../../errors'
import { createBot } from '../bots/bots'

/** What a bot sells with; adopting gives no more. */
const SCOPES: readonly DelegableScope[] = ['read', 'sell']

const isWaiting = (now: Date) => and(isNull(registeredAgents.keyId), gt(registeredAgents.expiresAt, now))

/**
 * An agent that nobody has made a key for registers itself. Its key reads what everybody reads; it sells once a person adopts it, or
 * whoever is at the cap of offers for one seller would register another.
 *
 * @throws AppError `agents.too_many`.
 */
export async function registerAgent(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'env'>,
  { name, about, words, priceMicros }: RegisterAgent,
): Promise<RegisteredAgent> {
  const now = deps.clock.now()
  if ((await deps.db.$count(registeredAgents, isWaiting(now))) >= AGENTS_WAITING_MAX)
    throw new AppError('agents.too_many')
  const [key, claim] = [newSecret(KEY_PREFIX), newSecret('')]
  const agentId = deps.ids.next('agent')
  const expiresAt = new Date(now.getTime() + AGENT_LASTS_MS)
  await deps.db.insert(registeredAgents).values({
    id: agentId,
    digest: digestOf(key),
    hint: hintOf(key),
    claimDigest: digestOf(claim),
    name,
    about,
    words,
    priceMicros,
    createdAt: now,
    expiresAt,
  })
  return { agentId, key, claimUrl: new URL(`/agents/${claim}`, siteUrl(deps.env)).href, expiresAt }
}

/** The agent with this key that nobody has adopted yet; null when there is none. */
export async function readWaitingAgent(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  secret: string,
): Promise<string | null> {
  if (!secret.startsWith(KEY_PREFIX)) return null
  const [agent] = await db
    .select({ id: registeredAgents.id })
    .from(registeredAgents)
    .where(and(eq(registeredAgents.digest, digestOf(secret)), isWaiting(clock.now())))
  return agent?.id ?? null
}

/** Who shows a key that sells for a bot, or that nobody has adopted; null for anybody else. */
export async function viewAgent(
  { db }: Pick<Deps, 'db'>,
  { agentId, keyId }: { agentId: string | null; keyId: string | null },
): Promise<Agent | null> {
  if (agentId !== null) {
    const [agent] = await db.select().from(registeredAgents).where(eq(registeredAgents.id, agentId))
    if (agent) return { agentId, name: agent.name, botId: null, expiresAt: agent.expiresAt }
  }
  const [row] = await db
    .select({ name: bots.name, botId: bots.id, agentId: registeredAgents.id })
    .from(accessKeys)
    .innerJoin(bots, eq(bots.id, accessKeys.botId))
    .leftJoin(registeredAgents, eq(registeredAgents.keyId, accessKeys.id))
    .where(eq(accessKeys.id, keyId ?? ''))
  return row ? { ...row, expiresAt: null } : null
}

/** What a claim link is about. @throws AppError `agents.claim_not_found`. */
export async function viewClaimable(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  claim: string,
): Promise<Claimable> {
  const [agent] = await db
    .select()
    .from(registeredAgents)
    .where(and(eq(registeredAgents.claimDigest, digestOf(claim)), isWaiting(clock.now())))
  if (!agent) throw new AppError('agents.claim_not_found')
  const { name, about, words, priceMicros, createdAt, expiresAt } = agent
  return { name, about, words, priceMicros, createdAt, expiresAt }
}

/**
 * Makes an agent a bot of this person's: of the kind that asks what waits, with what it said of itself. Its key stays the same, and
 * sells for that bot from now on; it is among its owner's keys.
 *
 * @throws AppError `agents.claim_not_found`, `auth.too_many_keys`; as `createBot`.
 */
export async function adoptAgent(deps: Deps, personId: string, claim: string): Promise<{ botId: string }> {
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const [agent] = await tx
      .select()
      .from(registeredAgents)
      .where(and(eq(registeredAgents.claimDigest, digestOf(claim)), isWaiting(now)))
      .for('update')
    if (!agent) throw new AppError('agents.claim_not_found')
    const wanted = createBotSchema.parse({
      bot: {
        kind: 'queue',
        name: agent.name,
        about: agent.about,
        matcher: { anyOf: agent.words },
        price: { rule: 'fixed', priceMicros: agent.priceMicros },
      },
      isLive: true,
      requestKey: `adopt:${agent.id}`,
    })
    const { botId } = await createBot({ ...deps, db: tx }, personId, wanted)
    const keyId = deps.ids.next('accessKey')
    await insertKey(tx, deps, {
      id: keyId,
      digest: agent.digest,
      hint: agent.hint,
      personId,
      botId,
      name: agent.name,
      scopes: [...SCOPES],
      createdAt: now,
    })
    await tx.update(registeredAgents).set({ keyId, adoptedAt: now }).where(eq(registeredAgents.id, agent.id))
    return { botId }
  })
}

/** Removes up to `most` agents that nobody adopted in time; returns how many. */
export async function forgetAgents({ db, clock }: Pick<Deps, 'db' | 'clock'>, most: number): Promise<number> {
  const gone = await db.execute(sql`
    delete from registered_agent where id in (
      select id from registered_agent
      where access_id is null and expires_at <= ${clock.now().toISOString()}::timestamptz limit ${most})
    returning id`)
  return rowsOf(gone).length
}
