import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '@/db/client'
import { contexts, inspections, modelUse } from '@/db/schema'
import type { Env } from '../env'
import type { Account } from '../llm/metered'
import type { Tokens } from '../llm/model'
import type { Payer } from '../llm/payer'
import { readTokenCeilings } from '../settings/settings'
import type { Clock } from '../shared/clock'

/** Who is counted: everybody together, each person, each bot; and each model, whoever calls it. */
type Scope = (typeof modelUse.payer.enumValues)[number]
export type Ceiling = { tokens: number; microUsd: bigint | null }
/** Micro-dollars for a million tokens; 0 when unknown. */
type Prices = { inputMicroUsd: bigint; outputMicroUsd: bigint }
export type Ceilings = Record<Exclude<Scope, 'model'>, Ceiling> & {
  /** Of models without prices of their own. */
  usual: Prices
  /** By name. */
  models: ReadonlyMap<string, Prices & { ceiling: Ceiling }>
}
const NO_CEILING: Ceiling = { tokens: Number.MAX_SAFE_INTEGER, microUsd: null }

const MICROS_PER_DOLLAR = 1_000_000
const TOKENS_PRICED = 1_000_000n

const micros = (dollars: number) => BigInt(Math.round(dollars * MICROS_PER_DOLLAR))

/** The operator's ceilings, as the settings have them. */
export function ceilingsOf(env: Env): Ceilings {
  const ceiling = (tokens: number, dollars: number | undefined): Ceiling => ({
    tokens,
    microUsd: dollars === undefined ? null : micros(dollars),
  })
  return {
    site: ceiling(env.MODEL_SITE_TOKENS_PER_DAY, env.MODEL_SITE_USD_PER_DAY),
    person: ceiling(env.MODEL_PERSON_TOKENS_PER_DAY, env.MODEL_PERSON_USD_PER_DAY),
    bot: ceiling(env.MODEL_BOT_TOKENS_PER_DAY, env.MODEL_BOT_USD_PER_DAY),
    usual: { inputMicroUsd: micros(env.OPENAI_INPUT_USD), outputMicroUsd: micros(env.OPENAI_OUTPUT_USD) },
    models: new Map(
      env.OPENAI_OTHER_MODELS.map(({ name, inputUsd, outputUsd, tokensPerDay }) => [
        name,
        {
          inputMicroUsd: micros(inputUsd),
          outputMicroUsd: micros(outputUsd),
          ceiling: tokensPerDay === null ? NO_CEILING : ceiling(tokensPerDay, undefined),
        },
      ]),
    ),
  }
}

type Needs = { db: Db; clock: Clock }
type Amount = { tokens: number; microUsd: bigint }
type Counted = { scope: Scope; id: string }

const SITE_ID = ''
/** What refuses is rolled back with what was already put aside for the same call. */
class Refused extends Error {}

/** The account of the operator's models: in the database, so for all processes together, and kept over restarts. */
export function createAccount({ db, clock }: Needs, ceilings: Ceilings): Account {
  return {
    async reserve(payer, call, model) {
      const day = dayOf(clock)
      const prices = ceilings.models.get(model) ?? ceilings.usual
      const expected = amountOf(prices, call)
      const counted = await countedFor(db, payer, model)
      const now = await loweredNow(db, ceilings)
      const isTaken = await db
        .transaction(async (tx) => {
          for (const one of counted) await take(tx, { ...one, day }, expected, ceilingOf(now, one))
          return true
        })
        .catch((error: unknown) => {
          if (error instanceof Refused) return false
          throw error
        })
      if (!isTaken) return null
      return {
        async settle(usage) {
          const used = amountOf(prices, usage)
          await db.transaction(async (tx) => {
            for (const one of counted) await correct(tx, { ...one, day }, expected, used)
          })
        },
      }
    },
    async fellBack(payer) {
      if (payer.kind !== 'tree') return
      await db
        .update(inspections)
        .set({ builtInSince: clock.now() })
        .where(and(eq(inspections.rootId, payer.rootId), isNull(inspections.builtInSince)))
    },
  }
}

/** As the operator's pages have them now: read before each call, so that a change holds at once in every process. */
async function loweredNow(db: Db, ceilings: Ceilings): Promise<Ceilings> {
  const { site, person, bot } = ceilings
  const tokens = await readTokenCeilings(db, {
    site: site.tokens,
    person: person.tokens,
    bot: bot.tokens,
  })
  return {
    ...ceilings,
    site: { ...site, tokens: tokens.site },
    person: { ...person, tokens: tokens.person },
    bot: { ...bot, tokens: tokens.bot },
  }
}

const dayOf = (clock: Clock) => clock.now().toISOString().slice(0, 10)

function ceilingOf(ceilings: Ceilings, { scope, id }: Counted): Ceiling {
  return scope === 'model' ? (ceilings.models.get(id)?.ceiling ?? NO_CEILING) : ceilings[scope]
}

function amountOf(prices: Prices, usage: Tokens): Amount {
  return { tokens: usage.promptTokens + usage.completionTokens, microUsd: costOf(prices, usage) }
}

function costOf({ inputMicroUsd, outputMicroUsd }: Prices, usage: Tokens): bigint {
  const cost = BigInt(usage.promptTokens) * inputMicroUsd + BigInt(usage.completionTokens) * outputMicroUsd
  return (cost + TOKENS_PRICED - 1n) / TOKENS_PRICED
}

/** Who counts a call: in one order for everybody, the rows that all share last and so locked for the shortest time. */
async function countedFor(db: Db, payer: Payer, model: string): Promise<Counted[]> {
  const shared: Counted[] = [
    { scope: 'model', id: model },
    { scope: 'site', id: SITE_ID },
  ]
  switch (payer.kind) {
    case 'tree': {
      const [root] = await db
        .select({ buyerId: contexts.buyerId })
        .from(contexts)
        .where(eq(contexts.id, payer.rootId))
      return [...(root ? [{ scope: 'person' as const, id: root.buyerId }] : []), ...shared]
    }
    case 'person':
      return [{ scope: 'person', id: payer.personId }, ...shared]
    case 'bot':
      return [{ scope: 'bot', id: payer.botId }, { scope: 'person', id: payer.personId }, ...shared]
  }
}

/** @throws Refused when the ceiling would be passed. */
async function take(
  tx: Tx,
  { scope, id, day }: Counted & { day: string },
  { tokens, microUsd }: Amount,
  ceiling: Ceiling,
): Promise<void> {
  const isWithin = (used: { tokens: number; microUsd: bigint }) =>
    used.tokens <= ceiling.tokens && (ceiling.microUsd === null || used.microUsd <= ceiling.microUsd)
  if (!isWithin({ tokens, microUsd })) throw new Refused()
  const taken = await tx
    .insert(modelUse)
    .values({ payer: scope, payerId: id, day, tokens, microUsd })
    .onConflictDoUpdate({
      target: [modelUse.day, modelUse.payer, modelUse.payerId],
      set: {
        tokens: sql`${modelUse.tokens} + excluded.tokens`,
        microUsd: sql`${modelUse.microUsd} + excluded.micro_usd`,
      },
      setWhere: sql`${modelUse.tokens} + excluded.tokens <= ${ceiling.tokens} and (
        ${ceiling.microUsd?.toString() ?? null}::bigint is null
        or ${modelUse.microUsd} + excluded.micro_usd <= ${ceiling.microUsd?.toString() ?? null}::bigint)`,
    })
    .returning({ tokens: modelUse.tokens })
  if (taken.length === 0) throw new Refused()
}

/** What was used counts, whether it is more or less than was put aside. */
async function correct(
  tx: Tx,
  { scope, id, day }: Counted & { day: string },
  expected: Amount,
  used: Amount,
): Promise<void> {
  await tx
    .update(modelUse)
    .set({
      tokens: sql`${modelUse.tokens} + ${used.tokens - expected.tokens}`,
      microUsd: sql`${modelUse.microUsd} + ${(used.microUsd - expected.microUsd).toString()}::bigint`,
    })
    .where(and(eq(modelUse.day, day), eq(modelUse.payer, scope), eq(modelUse.payerId, id)))
}

/** What all used today and may use, for who runs the market. */
export type Bill = {
  tokens: number
  tokensMax: number
  usd: number
  /** Null without a ceiling. */
  usdMax: number | null
  /** So little is left that the built-in inspector has taken over, or soon will. */
  isSpent: boolean
  /** Each model that was called today, by name. */
  models: { name: string; tokens: number; usd: number }[]
}

/** Left over when nothing of the usual size fits any more: a call with a few offers. */
const USUAL_CALL_TOKENS = 8_000

export async function billToday({ db, clock }: Needs, ceilings: Ceilings): Promise<Bill> {
  const today = await db
    .select()
    .from(modelUse)
    .where(and(eq(modelUse.day, dayOf(clock)), inArray(modelUse.payer, ['site', 'model'])))
    .orderBy(asc(modelUse.payerId))
  const used = today.find(({ payer, payerId }) => payer === 'site' && payerId === SITE_ID)
  const { tokens, microUsd } = used ?? { tokens: 0, microUsd: 0n }
  const usual = costOf(ceilings.usual, { promptTokens: USUAL_CALL_TOKENS, completionTokens: 0 })
  const { site } = await loweredNow(db, ceilings)
  return {
    tokens,
    tokensMax: site.tokens,
    usd: Number(microUsd) / MICROS_PER_DOLLAR,
    usdMax: site.microUsd === null ? null : Number(site.microUsd) / MICROS_PER_DOLLAR,
    isSpent:
      tokens + USUAL_CALL_TOKENS > site.tokens ||
      (site.microUsd !== null && microUsd + usual > site.microUsd),
    models: today
      .filter(({ payer }) => payer === 'model')
      .map((one) => ({
        name: one.payerId,
        tokens: one.tokens,
        usd: Number(one.microUsd) / MICROS_PER_DOLLAR,
      })),
  }
}
