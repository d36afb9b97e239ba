// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import type { LookedUp, ToBackground } from './messages'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

class Marked {
  readonly ranges: Range[]
  constructor(...ranges: Range[]) {
    this.ranges = ranges
  }
}

/** As in a browser that has it on: what it asks the part that speaks to the market, and is answered when a test says so. */
function stubs() {
  const asked: { href: string; answer(looked: LookedUp): void }[] = []
  const sendMessage = (message: ToBackground) =>
    message.kind === 'look-up'
      ? new Promise<LookedUp>((answer) => asked.push({ href: message.href, answer }))
      : Promise.resolve(null)
  const onMessage = { addListener: vi.fn(), removeListener: vi.fn() }
  vi.stubGlobal('chrome', { runtime: { sendMessage, onMessage } })
  const highlights = new Map<string, Marked>()
  vi.stubGlobal('CSS', { highlights })
  vi.stubGlobal('Highlight', Marked)
  vi.spyOn(Element.prototype, 'checkVisibility').mockReturnValue(true)
  return { asked, marked: () => [...highlights.values()].flatMap(({ ranges }) => ranges.map(String)) }
}

const CLAIM = 'The ferry runs on Sundays.'
const found: LookedUp = {
  ...{ ok: true, address: '', hasMore: false },
  marks: [
    {
      ...{ questionId: 'bc_1', title: '', claim: CLAIM, quote: null, state: 'answered' },
      ...{ verdict: null, probability: 0.9, decidedPercent: null },
    },
  ],
}

it('asks about each page of a program that has its pages in the fragment, and marks none by what is known of another', async () => {
  vi.useFakeTimers()
  const { asked, marked } = stubs()
  document.body.innerHTML = `<p>${CLAIM}</p>`
  location.href = 'https://app.example/#/a'
  await import('./content')
  expect(asked.map(({ href }) => href)).toEqual(['https://app.example/#/a'])
  location.hash = '#/b'
  window.dispatchEvent(new Event('hashchange'))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(asked.map(({ href }) => href).at(-1)).toBe('https://app.example/#/b')
  // What comes late is of the page before.
  asked[0]?.answer(found)
  await vi.advanceTimersByTimeAsync(1)
  expect(marked()).toEqual([])
  asked[1]?.answer(found)
  await vi.advanceTimersByTimeAsync(1)
  expect(marked()).toEqual([CLAIM])
  location.hash = '#/a'
  window.dispatchEvent(new Event('hashchange'))
  await vi.advanceTimersByTimeAsync(2_000)
  asked[2]?.answer({ ...found, marks: [] })
  await vi.advanceTimersByTimeAsync(1)
  expect(marked()).toEqual([])
})
