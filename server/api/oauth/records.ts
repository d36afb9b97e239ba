import { and, eq, isNull } from 'drizzle-orm'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { errors } from 'oidc-provider'
import type { Tx } from '@/db/client'
import { oauthRecords } from '@/db/schema'
import { digestOf } from '../../auth/access-keys'
import type { Deps } from '../../deps'

/** Where the provider's library keeps what it has to know again: one table, by digests, by the market's clock. */

type Needs = Pick<Deps, 'db' | 'clock'>

/** A program that registered itself and that nobody connected. It registers anew in one call. */
const UNUSED_CLIENT_SECONDS = 7 * 86_400

/** Of the library's own sign-in, which this market does not use: who consents is asked each time. */
const NOT_KEPT: ReadonlySet<string> = new Set(['Session'])

const inSeconds = (ms: number) => Math.floor(ms / 1_000)

/** @param model a kind of record, as the library names it. */
export function recordsOf(deps: Needs, model: string): Adapter {
  return NOT_KEPT.has(model) ? FORGETFUL : keptIn(deps, model)
}

const FORGETFUL: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
}

function keptIn({ db, clock }: Needs, model: string): Adapter {
  const is = (id: string) => and(eq(oauthRecords.model, model), eq(oauthRecords.digest, digestOf(id)))
  return {
    ...FORGETFUL,
    async upsert(
      id,
      { jti, ...payload },
      expiresIn = model === 'Client' ? UNUSED_CLIENT_SECONDS : undefined,
    ) {
      const kept = {
        payload,
        keyId: payload.accountId ?? null,
        grantDigest: payload.grantId === undefined ? null : digestOf(payload.grantId),
        expiresAt: expiresIn === undefined ? null : new Date(clock.now().getTime() + expiresIn * 1_000),
      }
      await db.transaction(async (tx) => {
        if (OF_GRANT.has(model)) await requireGrant(tx, kept.grantDigest)
        await tx
          .insert(oauthRecords)
          .values({ model, digest: digestOf(id), ...kept })
          .onConflictDoUpdate({ target: [oauthRecords.model, oauthRecords.digest], set: kept })
      })
    },
    async find(id) {
      const [row] = await db.select().from(oauthRecords).where(is(id))
      if (!row) return undefined
      const { payload, expiresAt, usedAt } = row
      // The library looks at the machine's clock: it is told what is left by the market's.
      const left = expiresAt === null ? null : expiresAt.getTime() - clock.now().getTime()
      return {
        ...(payload as AdapterPayload),
        jti: id,
        ...(left === null || model === 'Client' ? {} : { exp: inSeconds(Date.now() + left) }),
        ...(usedAt === null ? {} : { consumed: inSeconds(usedAt.getTime()) }),
      }
    },
    async consume(id) {
      const used = await db
        .update(oauthRecords)
        .set({ usedAt: clock.now() })
        .where(and(is(id), isNull(oauthRecords.usedAt)))
        .returning({ digest: oauthRecords.digest })
      if (used.length > 0) return
      // Of two at once one comes late; as with one that comes later, all that came of the same consent ends.
      const [late] = await db
        .select({ grantDigest: oauthRecords.grantDigest })
        .from(oauthRecords)
        .where(is(id))
      if (late?.grantDigest) await endGrant(db, late.grantDigest)
      throw new errors.InvalidGrant('used already')
    },
    async destroy(id) {
      await db.delete(oauthRecords).where(is(id))
    },
    revokeByGrantId: (grantId) => endGrant(db, digestOf(grantId)),
  }
}

/** What comes of a consent, and ends with it. */
const OF_GRANT: ReadonlySet<string> = new Set(['AuthorizationCode', 'AccessToken', 'RefreshToken'])

const grantIs = (digest: string) => and(eq(oauthRecords.model, 'Grant'), eq(oauthRecords.digest, digest))

/** Locks the consent until what comes of it is written, so that its end finds that too. @throws InvalidGrant once it has ended. */
async function requireGrant(tx: Tx, grantDigest: string | null): Promise<void> {
  const found = await tx
    .select({ digest: oauthRecords.digest })
    .from(oauthRecords)
    .where(grantIs(grantDigest ?? ''))
    .for('key share')
  if (found.length === 0) throw new errors.InvalidGrant('its consent has ended')
}

/** The consent first: that waits for whoever is writing what comes of it, and only a later statement sees what they wrote. */
async function endGrant(db: Needs['db'], grantDigest: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(oauthRecords).where(grantIs(grantDigest))
    await tx.delete(oauthRecords).where(eq(oauthRecords.grantDigest, grantDigest))
  })
}
