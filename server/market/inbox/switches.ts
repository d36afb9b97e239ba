import { eq } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { noticeSwitches, users } from '@/db/schema'
import { recordAct } from '../../audit/record-act'
import type { NoticeSwitch } from '../../contract/inbox'
import type { Deps } from '../../deps'
import { NOTICE_TOPICS, TOPIC_DEFAULTS } from '../../words/notices'
import { inboxTopic } from './topic'

/** What a person wants to hear of, every topic in its order; the defaults where nothing was chosen. */
export async function readSwitches(db: Db, personId: string): Promise<NoticeSwitch[]> {
  const chosen = await db.select().from(noticeSwitches).where(eq(noticeSwitches.personId, personId))
  return NOTICE_TOPICS.map((topic) => {
    const { onSite, byMail } = chosen.find((row) => row.topic === topic) ?? TOPIC_DEFAULTS[topic]
    return { topic, onSite, byMail }
  })
}

/** Whether notices can be mailed to this person: they have proven an address. */
export async function hasMailAddress(db: Db, personId: string): Promise<boolean> {
  const [person] = await db
    .select({ email: users.email, verifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(eq(users.id, personId))
  return person?.email != null && person.verifiedAt !== null
}

/** Switches one topic; lines of a topic that is off on the site are in no list and no badge. */
export async function setSwitch(
  deps: Pick<Deps, 'db' | 'bus' | 'clock' | 'actor'>,
  personId: string,
  { topic, onSite, byMail }: NoticeSwitch,
): Promise<NoticeSwitch> {
  await deps.db.transaction(async (tx) => {
    await tx
      .insert(noticeSwitches)
      .values({ personId, topic, onSite, byMail })
      .onConflictDoUpdate({
        target: [noticeSwitches.personId, noticeSwitches.topic],
        set: { onSite, byMail },
      })
    await recordAct(tx, deps, personId, { act: 'notices.switched', topic })
  })
  deps.bus.publish(inboxTopic(personId))
  return { topic, onSite, byMail }
}
