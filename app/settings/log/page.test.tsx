// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type ActName, type AuditPage, actSchema, KIND_OF_ACT } from '@/server/contract/audit'
import { KIND_WORDS } from '@/server/contract/audit-line'
import LogPage from './page'

const asked = vi.hoisted(() => ({
  of: [] as unknown[],
  who: [] as string[],
  page: { rows: [], nextCursor: null } as unknown,
}))
vi.mock('@/app/server', () => ({
  requireMe: async (path: string) => asked.who.push(path),
  serverCaller: async () => ({
    audit: {
      own: async (input: unknown) => {
        asked.of.push(input)
        return asked.page
      },
    },
  }),
}))

afterEach(() => {
  asked.of.length = 0
  asked.who.length = 0
})

const show = async (page: AuditPage, search: Record<string, string> = {}) => {
  asked.page = page
  render(await LogPage({ searchParams: Promise.resolve(search) }))
}

/** All that an act may carry; its schema takes what belongs to it. */
const CARRIED = {
  ...{ questionId: 'bc_1', offerId: 'off_1', botId: 'bot_1', documentId: 'doc_1', keyId: 'key_1' },
  ...{ account: 'user:usr_1', check: 'sum-is-zero', topic: 'sales', role: 'moderator', scopes: 'ask' },
  ...{ outcome: 'yes', as: 'asker', requestId: 'req_1', webhookId: 'whk_1', gameId: 'gam_1' },
  ...{ siteId: 'sit_1', isShown: 'yes' },
  ...{ caseId: 'case_1', thing: 'offer', thingId: 'off_1', suspensionId: 'sus_1', right: 'sell' },
  ...{
    until: '2026-04-01T00:00:00Z',
    what: 'bots',
    key: 'signUp',
    before: 'open',
    after: 'closed',
    transferKey: 'x:1',
  },
  amountMicros: 1_500_000n,
}
const NAMES = Object.keys(KIND_OF_ACT) as ActName[]
const rows: AuditPage['rows'] = NAMES.map((act, place) => ({
  id: String(place),
  at: new Date('2026-03-04T12:00:00Z'),
  actor: { kind: 'person', isYou: place % 2 === 0, handle: null, keyName: null },
  person: { handle: 'ada' },
  network: place % 2 === 0 ? '192.0.2.0/24' : null,
  deed: actSchema.parse({ ...CARRIED, act }),
}))

describe('the log of one’s account', () => {
  it('has a sentence for every act there is, with who did it and from where', async () => {
    await show({ rows, nextCursor: null })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Log of your account')
    const items = within(screen.getByRole('list', { name: 'What was done' })).getAllByRole('listitem')
    expect(items).toHaveLength(NAMES.length)
    for (const item of items) expect(item.querySelector('p')?.textContent?.trim().length).toBeGreaterThan(5)
    expect(items[0]?.textContent).toContain('192.0.2.0/24')
    expect(screen.queryByRole('link', { name: 'Older' })).toBeNull()
  })

  it('is read by kind, page by page, and by nobody who is not signed in', async () => {
    await show({ rows, nextCursor: '7' }, { kind: 'keys', cursor: '12' })
    expect(asked.of).toEqual([{ kind: 'keys', cursor: '12' }])
    expect(asked.who[0]).toContain('/settings/log?kind=keys&cursor=12')
    const kinds = within(screen.getByRole('navigation', { name: 'Kinds' }))
    expect(kinds.getByRole('link', { name: KIND_WORDS.keys }).getAttribute('aria-current')).not.toBeNull()
    const older = screen.getByRole('link', { name: 'Older' }).getAttribute('href')
    expect(older).toContain('cursor=7')
    expect(older).toContain('kind=keys')
    expect(screen.getByRole('link', { name: 'Newest' }).getAttribute('href')).toBe('/settings/log?kind=keys')
  })

  it('says that there is nothing, of a kind or older', async () => {
    await show({ rows: [], nextCursor: null })
    expect(screen.getByText('Nothing of this kind yet')).toBeDefined()
    cleanup()
    await show({ rows: [], nextCursor: null }, { cursor: '1' })
    expect(screen.getByText('Nothing older')).toBeDefined()
  })
})
