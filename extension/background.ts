/// <reference types="chrome" />
import { AROUND_CHARS, passageHere } from '@/components/thread/passage-here'
import { addressHere, type Bucket, findPage, MarketFailed } from '@/extension/look-up'
import { marketOrigin } from '@/extension/market'
import type { LookedUp, ToBackground, ToContent } from '@/extension/messages'
import { patternOf } from '@/extension/sites'

/** The part that speaks to the market. It runs while it has something to do; what it knows is in the browser's own stores. */

/** As long as an answer to a prefix is taken for new: the market is asked for a prefix this often at most, however much somebody reads. */
const KEPT_MS = 10 * 60_000
const ANSWER_MS = 15_000
const ASK = 'ask'

async function lookUp(page: ToBackground & { kind: 'look-up' }): Promise<LookedUp> {
  const address = addressHere(page)
  if (address === null) return { ok: false, failure: 'This is not a page of the web.' }
  const market = await marketOrigin()
  try {
    const digitsKey = `digits ${market}`
    const { [digitsKey]: known } = await chrome.storage.local.get(digitsKey)
    const { digits, ...found } = await findPage(address, {
      digits: typeof known === 'number' ? known : 0,
      async kept(prefix) {
        const key = `${market} ${prefix}`
        const { [key]: row } = await chrome.storage.session.get(key)
        const { at, bucket } = Object(row) as { at?: number; bucket?: Bucket }
        return bucket && at !== undefined && Date.now() - at < KEPT_MS ? bucket : null
      },
      keep: (prefix, bucket) =>
        // A store that is full keeps nothing.
        chrome.storage.session
          .set({ [`${market} ${prefix}`]: { at: Date.now(), bucket } })
          .catch(() => undefined),
      async mayAsk(path) {
        const key = `asked ${market}${path}`
        const { [key]: at } = await chrome.storage.session.get(key)
        if (!page.isWished && typeof at === 'number' && Date.now() - at < KEPT_MS) return false
        await chrome.storage.session.set({ [key]: Date.now() }).catch(() => undefined)
        return true
      },
      async get(path) {
        const answer = await fetch(`${market}${path}`, {
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
          signal: AbortSignal.timeout(ANSWER_MS),
        })
        if (!answer.ok) throw new MarketFailed(`The market answered with ${answer.status}.`)
        return answer.json()
      },
    })
    await chrome.storage.local.set({ [digitsKey]: digits })
    return { ok: true, address, ...found }
  } catch (error) {
    const failure = error instanceof MarketFailed ? error.message : `The market at ${market} does not answer.`
    return { ok: false, failure }
  }
}

/** Opens the form of asking with what is selected, and what stands around it where the page may be read. */
async function ask(tab: chrome.tabs.Tab, { page, quote }: { page: string; quote: string }): Promise<void> {
  const passage = { exact: quote, prefix: '', suffix: '' }
  if (tab.id !== undefined) {
    const [read] = await chrome.scripting
      .executeScript({ target: { tabId: tab.id }, func: passageHere, args: [AROUND_CHARS] })
      .catch(() => [])
    if (read?.result) Object.assign(passage, read.result)
  }
  const { exact, prefix, suffix } = passage
  const query = new URLSearchParams(exact === '' ? { page } : { page, quote: exact, prefix, suffix })
  await chrome.tabs.create({ url: `${await marketOrigin()}/ask?${query}` })
}

/** The button of the toolbar was pressed, or marked words. */
function openPanel(tab: chrome.tabs.Tab | undefined): void {
  if ('sidePanel' in chrome) {
    if (tab) void chrome.sidePanel.open({ windowId: tab.windowId })
  } else void firefoxSidebar()?.open()
}

/** Firefox has a sidebar, which no types of Chromium's describe. */
function firefoxSidebar(): { open(): Promise<void> } | undefined {
  return (chrome as unknown as { sidebarAction?: { open(): Promise<void> } }).sidebarAction
}

const SCRIPT = { id: 'marks', js: ['content.js'], css: ['marks.css'] }
let following: Promise<void> = Promise.resolve()

/** Has the content script in the pages of exactly those sites that its reader lets it read. */
function followSites(): Promise<void> {
  following = following
    .then(async () => {
      const { origins = [] } = await chrome.permissions.getAll()
      if ((await chrome.scripting.getRegisteredContentScripts()).length > 0)
        await chrome.scripting.unregisterContentScripts()
      if (origins.length > 0)
        await chrome.scripting.registerContentScripts([
          { ...SCRIPT, matches: origins, runAt: 'document_idle' },
        ])
    })
    .catch((error: unknown) => console.error(error))
  return following
}

/** In pages of a site that were open when it was switched on. */
async function begin(origins: readonly string[]): Promise<void> {
  await followSites()
  for (const { id } of await chrome.tabs.query({ url: [...origins] })) {
    if (id === undefined) continue
    // One that came just now has it already.
    const isThere = await chrome.tabs
      .sendMessage(id, { kind: 'what-is-here' } satisfies ToContent)
      .catch(() => null)
    if (isThere) continue
    const target = { tabId: id }
    // A page of the browser's own, or one that is just going.
    await chrome.scripting.insertCSS({ target, files: SCRIPT.css }).catch(() => undefined)
    await chrome.scripting.executeScript({ target, files: SCRIPT.js }).catch(() => undefined)
  }
}

/** In all pages that it still stands in; those of other sites go on when they are asked again. */
async function end(): Promise<void> {
  await followSites()
  for (const { id, url } of await chrome.tabs.query({})) {
    // The address of a site that it may not read is not shown, unless the reader has just called it there.
    const pattern = patternOf(url)
    if (id === undefined || (pattern && (await chrome.permissions.contains({ origins: [pattern] })))) continue
    await chrome.tabs.sendMessage(id, { kind: 'off' } satisfies ToContent).catch(() => undefined)
    await chrome.action.setBadgeText({ tabId: id, text: '' }).catch(() => undefined)
  }
}

chrome.runtime.onInstalled.addListener(() => {
  chrome.contextMenus.create({ id: ASK, title: 'Ask whether this is true: “%s”', contexts: ['selection'] })
  void followSites()
})
chrome.runtime.onStartup.addListener(() => void followSites())
chrome.permissions.onAdded.addListener(({ origins = [] }) => void begin(origins))
chrome.permissions.onRemoved.addListener(() => void end())
chrome.action.onClicked.addListener(openPanel)
chrome.contextMenus.onClicked.addListener(({ menuItemId, selectionText = '', pageUrl }, tab) => {
  if (menuItemId === ASK && tab && pageUrl) void ask(tab, { page: pageUrl, quote: selectionText })
})
chrome.runtime.onMessage.addListener(
  (message: ToBackground, { tab }, answer: (looked: LookedUp) => void): boolean => {
    if (message.kind === 'placed' && tab?.id !== undefined)
      void chrome.action.setBadgeText({
        tabId: tab.id,
        text: message.marked === 0 ? '' : String(message.marked),
      })
    if (message.kind === 'open-panel') openPanel(tab)
    if (message.kind === 'ask' && message.tab.url) void ask(message.tab, { page: message.tab.url, quote: '' })
    if (message.kind !== 'look-up') return false
    void lookUp(message).then(answer)
    return true
  },
)
