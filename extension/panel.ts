/// <reference types="chrome" />
import { marketIn, marketOrigin, setMarket } from '@/extension/market'
import type { Here, Place, ToBackground, ToContent } from '@/extension/messages'
import { patternOf } from '@/extension/sites'
import { verdictOf } from '@/extension/verdicts'
import type { PageMark } from '@/server/contract/threads'

/** What stands beside the page: its questions, and the switch for its site. Texts of others become text nodes, never markup. */

const main = document.querySelector('main') as HTMLElement
const site = document.querySelector('#site') as HTMLElement

/** The page beside the panel; beside one in a window of its own, what is read in the browser's last. */
async function readTab(): Promise<chrome.tabs.Tab | null> {
  const own = await chrome.windows.getCurrent()
  const { id: windowId } =
    own.type === 'normal' ? own : await chrome.windows.getLastFocused({ windowTypes: ['normal'] })
  const [tab] = await chrome.tabs.query({ active: true, windowId })
  return tab ?? null
}

type Child = Node | string | null
function make(name: string, more: Record<string, string> = {}, ...children: Child[]): HTMLElement {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(more)) element.setAttribute(key, value)
  element.append(...children.filter((child) => child !== null))
  return element
}
function button(words: string, onPress: () => void, more: Record<string, string> = {}): HTMLElement {
  const element = make('button', { type: 'button', ...more }, words)
  element.addEventListener('click', onPress)
  return element
}
const out = (href: string, words: string, more: Record<string, string> = {}) =>
  make('a', { href, target: '_blank', rel: 'noopener noreferrer', ...more }, words)

let drawing = 0

async function draw(): Promise<void> {
  drawing += 1
  const turn = drawing
  const [tab, market] = await Promise.all([readTab(), marketOrigin()])
  const pattern = patternOf(tab?.url)
  const isOn = pattern !== null && (await chrome.permissions.contains({ origins: [pattern] }))
  const here: Here | null =
    isOn && tab?.id !== undefined ? await tell(tab.id, { kind: 'what-is-here' }) : null
  // Something newer is being drawn.
  if (turn !== drawing) return
  const host = pattern === null || !tab?.url ? '' : new URL(tab.url).host
  site.textContent = host
  if (!tab || pattern === null) main.replaceChildren(unknown(tab))
  else if (!isOn) main.replaceChildren(...off(host, pattern))
  else
    main.replaceChildren(
      ...thread(here, { tab, pattern, market }),
      ...deeds({ tab, pattern, host, market, here }),
    )
}

async function tell(tabId: number, message: ToContent): Promise<Here | null> {
  return chrome.tabs.sendMessage(tabId, message).catch(() => null)
}

function unknown(tab: chrome.tabs.Tab | null): HTMLElement {
  const isBrowsers = tab?.url !== undefined
  return make(
    'p',
    {},
    isBrowsers
      ? 'This is not a page of the web.'
      : 'Press the button of Caveat in the toolbar on a page, to see its site here. Without that the extension does not know where you are.',
  )
}

function off(host: string, pattern: string): HTMLElement[] {
  return [
    make(
      'p',
      {},
      `Caveat is off on ${host}. Once it is on, claims on its pages that people asked about are marked, with how likely they are true.`,
    ),
    make(
      'p',
      { class: 'deeds' },
      button(`Switch on for ${host}`, () => void chrome.permissions.request({ origins: [pattern] }), {
        class: 'main',
      }),
    ),
  ]
}

type Beside = { tab: chrome.tabs.Tab; pattern: string; market: string }

function thread(here: Here | null, place: Beside): HTMLElement[] {
  if (here === null) return [make('p', {}, 'Load the page again to have it read.')]
  const { found, failure, places } = here
  if (failure !== null)
    return [
      make('p', { role: 'alert' }, failure),
      make(
        'p',
        { class: 'deeds' },
        button('Try again', () => void tell(place.tab.id ?? 0, { kind: 'look-again' })),
      ),
    ]
  if (found === null) return [make('p', {}, 'Looking it up…')]
  if (found.marks.length === 0) return [make('p', {}, 'Nobody has asked about this page yet.')]
  const parts: [string, (place: Place) => boolean][] = [
    ['Marked on the page', (one) => one === 'marked'],
    ['Detached: the page does not say these words any more, or says them twice', (one) => one === 'detached'],
    ['About the page', (one) => one === null],
  ]
  return parts.flatMap(([title, isHere]) => {
    const own = found.marks.filter(({ questionId }) => isHere(places[questionId] ?? null))
    if (own.length === 0) return []
    return [
      make('h2', {}, title),
      make('ul', {}, ...own.map((mark) => item(mark, places[mark.questionId] ?? null, place))),
    ]
  })
}

const SIGNS = { likely: '✓', unlikely: '✗', open: '≈' } as const

function item(mark: PageMark, where: Place, { tab, market }: Beside): HTMLElement {
  const { questionId, title, quote, claim } = mark
  const { tone, words } = verdictOf(mark)
  const said = quote?.exact ?? claim
  return make(
    'li',
    {},
    make('p', { class: 'title' }, out(`${market}/questions/${questionId}`, title)),
    said === '' || title.includes(said) ? null : make('blockquote', {}, said),
    make(
      'p',
      { class: 'verdict', 'data-tone': tone },
      make('span', { 'aria-hidden': 'true' }, `${SIGNS[tone]} `),
      words,
    ),
    where === 'marked'
      ? make(
          'p',
          {},
          button('Show on the page', () => void tell(tab.id ?? 0, { kind: 'show', questionId })),
        )
      : null,
  )
}

function deeds({
  tab,
  pattern,
  host,
  market,
  here,
}: Beside & { host: string; here: Here | null }): HTMLElement[] {
  const address = here?.found?.address ?? tab.url ?? ''
  return [
    here?.found?.hasMore ? make('p', { class: 'muted' }, 'There are older ones in its thread.') : null,
    make(
      'p',
      { class: 'deeds' },
      button(
        'Ask about what is selected',
        () => void chrome.runtime.sendMessage({ kind: 'ask', tab } satisfies ToBackground),
        {
          class: 'main',
        },
      ),
      out(`${market}/pages?${new URLSearchParams({ url: address })}`, 'Its thread at the market', {
        class: 'button',
      }),
      button(`Switch off on ${host}`, () => void chrome.permissions.remove({ origins: [pattern] })),
    ),
    make('p', { class: 'muted' }, 'Links and asking open the market, which then knows this page.'),
  ].filter((part) => part !== null)
}

async function settings(): Promise<void> {
  const form = document.querySelector('#settings') as HTMLFormElement
  const field = document.querySelector('#market') as HTMLInputElement
  const told = document.querySelector('#told') as HTMLElement
  field.value = await marketOrigin()
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const market = marketIn(field.value.trim())
    field.setAttribute('aria-invalid', String(market === null))
    if (market === null) {
      told.textContent = 'Write its address, beginning with https://.'
      return
    }
    await setMarket(market)
    field.value = market
    told.textContent = 'Saved.'
    const tab = await readTab()
    if (tab?.id !== undefined) await tell(tab.id, { kind: 'look-again' })
    await draw()
  })
}

chrome.tabs.onActivated.addListener(() => void draw())
chrome.tabs.onUpdated.addListener((_, { status }) => {
  if (status === 'complete') void draw()
})
chrome.permissions.onAdded.addListener(() => void draw())
chrome.permissions.onRemoved.addListener(() => void draw())
chrome.runtime.onMessage.addListener((message: ToBackground) => {
  if (message.kind === 'placed') void draw()
})
void settings()
void draw()
