import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  flags,
  hiddenThings,
  marketSettings,
  marketStops,
  moderationCases,
  operatorCodes,
  personMutes,
  retiredHandles,
  suspensions,
  users,
} from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'

const NOW = new Date('2026-03-01T12:00:00Z')

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
  await database.db
    .insert(users)
    .values(['ann', 'bob'].map((id) => ({ id, handle: id, name: id, createdAt: NOW })))
})
afterAll(() => database.close())

const CASE = {
  id: 'case_1',
  subjectKind: 'question',
  subjectId: 'bc_1',
  authorId: 'ann',
  openedAt: NOW,
} as const

it('a case that is decided says when, one that hides names the rule, and what is kept has no appeal', async () => {
  const write = (over: Partial<typeof moderationCases.$inferInsert>) =>
    database.db.insert(moderationCases).values({ ...CASE, ...over })
  const hidden = { outcome: 'hidden', rule: 'spam', decidedAt: NOW } as const
  await expect(write({ outcome: 'kept' })).rejects.toThrow()
  await expect(write({ outcome: 'hidden', decidedAt: NOW })).rejects.toThrow()
  await expect(write({ outcome: 'kept', rule: 'spam', decidedAt: NOW })).rejects.toThrow()
  await expect(write({ appealedAt: NOW })).rejects.toThrow()
  await expect(write({ ...hidden, appealOutcome: 'upheld', appealDecidedAt: NOW })).rejects.toThrow()
  await write({ ...hidden, id: 'case_0' })
  await write({})
  await expect(write({ id: 'case_2' })).rejects.toThrow()
  await database.db.insert(flags).values({ caseId: 'case_1', personId: 'bob', rule: 'spam', createdAt: NOW })
  await database.db
    .insert(hiddenThings)
    .values({ kind: 'question', id: 'bc_1', caseId: 'case_0', since: NOW })
})

it('a suspension ends, of a bot it is of selling, and nobody mutes themselves', async () => {
  const one = { id: 'sus_1', personId: 'ann', right: 'ask', rule: 'abuse', createdAt: NOW } as const
  await expect(database.db.insert(suspensions).values({ ...one, until: NOW })).rejects.toThrow()
  await database.db.insert(suspensions).values({ ...one, until: new Date(NOW.getTime() + 1) })
  const mute = { personId: 'ann', otherId: 'ann', isBlocked: false, createdAt: NOW }
  await expect(database.db.insert(personMutes).values(mute)).rejects.toThrow()
})

it('what is stopped, set, given out or retired stands once', async () => {
  for (const write of [
    () => database.db.insert(marketStops).values({ name: 'bots', reason: 'A look at them.', stoppedAt: NOW }),
    () => database.db.insert(marketSettings).values({ key: 'signUp', value: 'closed', changedAt: NOW }),
    () => database.db.insert(operatorCodes).values({ digest: 'd', createdAt: NOW, expiresAt: NOW }),
    () => database.db.insert(retiredHandles).values({ digest: 'd', retiredAt: NOW }),
  ]) {
    await write()
    await expect(write()).rejects.toThrow()
  }
})
