import { readFileSync } from 'node:fs'
import { parseHTML } from 'linkedom'
import { describe, expect, it } from 'vitest'
import type { Thread, ThreadItem } from '@/server/contract/threads'
import { badgeMain, cardMain, FRAME_CSS, framePage, framePart, missingMain, threadMain } from './frame-page'

const AROUND = {
  host: 'https://news.example',
  theme: 'auto',
  accent: null,
  isModerated: false,
  nonce: 'once',
} as const

const itemOf = (
  over: Partial<ThreadItem> = {},
  question: Partial<ThreadItem['question']> = {},
): ThreadItem => ({
  question: {
    id: 'bc_1',
    title: 'Does it carry 5 tonnes?',
    decision: 'belief',
    tags: [],
    asker: { handle: 'ann', name: 'Ann' },
    budgetMicros: 10_000_000n,
    heldMicros: 9_000_000n,
    offers: 1,
    state: 'collecting',
    createdAt: new Date(0),
    deadlineAt: new Date(1),
    endedAt: null,
    isYours: false,
    answer: null,
    ...question,
  },
  claim: 'The bridge carries 5 tonnes.',
  probability: null,
  decidedPercent: null,
  sources: [],
  notes: [],
  replies: [],
  history: [],
  passage: null,
  ...over,
})
const threadOf = (items: ThreadItem[]): Thread => ({
  address: 'https://news.example/a?b=1',
  title: 'Bridges',
  product: '',
  readAt: null,
  notRead: null,
  isDue: false,
  items,
  nextCursor: null,
})
const drawn = (main: Parameters<typeof framePage>[0]) => parseHTML(framePage(main, AROUND)).document

describe('a frame', () => {
  const hostile = '</script><img src=x onerror=alert(1)>"\'&<b>'
  const mains = {
    thread: threadMain(threadOf([itemOf({ claim: hostile }, { title: hostile })]), AROUND),
    badge: badgeMain(itemOf({ claim: hostile }, { title: hostile }), AROUND),
    card: cardMain(itemOf({ claim: hostile }, { title: hostile }), AROUND),
    missing: missingMain(AROUND),
  }

  it.each(Object.entries(mains))('holds nothing that acts, whatever people write: %s', (_, main) => {
    const document = drawn(main)
    expect(document.querySelectorAll('form, button, input, img, iframe, [onclick], [onerror]')).toHaveLength(
      0,
    )
    expect([...document.querySelectorAll('script')].map((script) => script.getAttribute('src'))).toEqual([
      '/embed-frame.js',
    ])
    for (const link of document.querySelectorAll('a')) {
      expect(link.getAttribute('target')).toBe('_blank')
      expect(link.getAttribute('rel')).toBe('noopener noreferrer')
      expect(link.getAttribute('href')).toMatch(/^\/(?!\/)/)
    }
  })

  it('says what anybody wrote as it was written', () => {
    expect(drawn(mains.card).body.textContent).toContain(hostile)
  })

  it('tells its host how much stands there, and how much may change', () => {
    const main = drawn(
      threadMain(threadOf([itemOf(), itemOf({}, { id: 'bc_2', state: 'answered' })]), AROUND),
    )
    expect(main.querySelector('main')?.dataset).toMatchObject({
      host: 'https://news.example',
      questions: '2',
      open: '1',
    })
    expect(framePart(threadMain(threadOf([]), { ...AROUND, host: null }))).not.toContain('data-host')
  })

  it('has the colour that its site’s owner chose, with words on it that are read', () => {
    const colours = (accent: string | null) =>
      /footer \.main\{background:#\w+;color:#\w+\}/.exec(
        framePage(threadMain(threadOf([]), AROUND), { ...AROUND, accent }),
      )?.[0]
    expect(colours(null)).toBeUndefined()
    expect(colours('#ffee00')).toBe('footer .main{background:#ffee00;color:#000000}')
    expect(colours('#442200')).toBe('footer .main{background:#442200;color:#ffffff}')
  })

  it('says where an owner chooses its questions, and leads to all of them', () => {
    const { body } = drawn(threadMain(threadOf([]), { ...AROUND, isModerated: true }))
    expect(body.textContent).toContain('The owner of this site chooses the questions here')
    expect([...body.querySelectorAll('a')].map((link) => link.textContent)).toContain('Show all')
  })

  it('puts verdicts first, and says where a passage is detached', () => {
    const passage = {
      place: 'detached',
      quote: { type: 'TextQuoteSelector', exact: 'It carries 5 tonnes.', prefix: '', suffix: '' },
      position: null,
    } as const
    const items = [itemOf(), itemOf({ probability: 0.14, passage }, { id: 'bc_2', state: 'answered' })]
    const rows = [...drawn(threadMain(threadOf(items), AROUND)).querySelectorAll('li')].map(
      (row) => row.textContent,
    )
    expect(rows[0]).toContain('14 % likely to be true')
    expect(rows[0]).toContain('Detached: the page has changed.')
    expect(rows[1]).toContain('9.00 credits left')
  })

  it('marks a claim as true or not only where somebody said how likely it is', () => {
    const said = (item: ThreadItem) => drawn(badgeMain(item, AROUND)).querySelector('a')?.textContent
    expect(said(itemOf({}, { state: 'answered' }))).toBe('•answered')
    expect(said(itemOf({ probability: 0.86 }, { state: 'answered' }))).toBe('✓86 % likely to be true')
    expect(said(itemOf({ decidedPercent: 2 }, { state: 'decided' }))).toBe(
      '✗2 % likely to be true, its asker decided',
    )
    expect(said(itemOf({ probability: 0.5 }))).toBe('≈50 % likely to be true, so far')
  })

  it('says what to do on a page that nobody asked about', () => {
    const { body } = drawn(threadMain(threadOf([]), AROUND))
    expect(body.textContent).toContain('Nobody has checked a claim on this page yet.')
    expect(body.querySelector('footer a')?.getAttribute('href')).toBe(
      '/ask?page=https%3A%2F%2Fnews.example%2Fa%3Fb%3D1',
    )
  })

  it('has the colours of the market', () => {
    const css = readFileSync('app/globals.css', 'utf8')
    const used = [...FRAME_CSS.matchAll(/(--[\w-]+):(#\w+)/g)]
    expect(used.length).toBeGreaterThan(20)
    for (const [, name, value] of used) expect(css).toContain(`${name}: ${value}`)
  })
})
