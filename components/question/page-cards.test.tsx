// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { PageReadingView } from '@/server/contract/market-view'
import { PageCards } from './page-cards'

const URL_OF_PAGE = 'https://bridge.example/limits'
const reading = (over: Partial<PageReadingView> = {}): PageReadingView => ({
  handle: 'P1',
  url: URL_OF_PAGE,
  state: 'read',
  notRead: null,
  title: 'Lindow bridge',
  readAt: new Date('2026-03-04T12:00:00Z'),
  words: 7,
  contentHash: 'ab'.repeat(32),
  earlierHash: '',
  says: null,
  passages: ['The bridge carries <b>3.5 tonnes</b>.'],
  isWhole: true,
  product: null,
  ...over,
})
const show = (one: PageReadingView) => render(<PageCards pages={[URL_OF_PAGE]} readings={[one]} />).container

describe('a page that a question is about', () => {
  it('shows its asker what the agent saw, as text, where a citation leads', () => {
    const container = show(reading())
    expect(screen.getByText('The bridge carries <b>3.5 tonnes</b>.')).toBeDefined()
    expect(container.querySelector('#page-1')?.textContent).toContain('Lindow bridge')
    expect(container.textContent).toContain('What the agent saw')
    expect(container.textContent).toContain('The whole text of the page.')
  })

  it('shows others that it was read, and no text', () => {
    const container = show(reading({ passages: null }))
    expect(container.textContent).toContain('7 words')
    expect(container.querySelector('#page-1')).toBeNull()
  })

  it('says why it was not read', () => {
    const notRead = 'its robots.txt asks programs not to read it'
    const container = show(reading({ state: 'unread', notRead, passages: [], readAt: null }))
    expect(container.textContent).toContain(`Not read, because ${notRead}.`)
  })
})
