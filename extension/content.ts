/// <reference types="chrome" />
import type { Here, LookedUp, ToBackground, ToContent } from '@/extension/messages'
import { pageWords, placesOf } from '@/extension/page-words'
import { TONES, verdictOf } from '@/extension/verdicts'
import type { PageMark } from '@/server/contract/threads'

/**
 * Stands in pages of sites that it was switched on for. It marks passages by the CSS Custom Highlight API, which draws on words without an
 * element around them: nothing of the page's layout or of its own scripts' document changes.
 */

/** Pages change by themselves all the time; they are read again at most so often. */
const AGAIN_MS = 1_500

/** By the document's own, here and below: an element of the page may be called "body", and would be found first. */
const body = Object.getOwnPropertyDescriptor(Document.prototype, 'body')
const bodyHere = (): Element => body?.get?.call(document) ?? document.documentElement

let looked: LookedUp | null = null
let ranges = new Map<string, Range>()
let lookedAt = ''
let isDue = false

const say = (message: ToBackground) => chrome.runtime.sendMessage(message).catch(() => null)

async function look(isWished = false): Promise<void> {
  const { href } = location
  lookedAt = href
  const link = Document.prototype.querySelector.call(document, 'head > link[rel~="canonical"]')
  const canonical = link instanceof HTMLLinkElement ? link.href : ''
  const answer: LookedUp | null = await say({ kind: 'look-up', href, canonical, isWished })
  // It has become another page meanwhile, which is asked about too.
  if (href !== lookedAt) return
  if (answer === null) return stop()
  looked = answer
  place()
}

function place(): void {
  const marks = looked?.ok ? looked.marks : []
  ranges = marks.length === 0 ? new Map() : placesOf(pageWords(bodyHere()), marks)
  draw(marks)
  void say({ kind: 'placed', marked: ranges.size })
}

const highlightOf = (tone: (typeof TONES)[number]) => `caveat-${tone}`

function draw(marks: readonly PageMark[]): void {
  for (const tone of TONES) {
    const own = marks.flatMap((mark) =>
      verdictOf(mark).tone === tone ? (ranges.get(mark.questionId) ?? []) : [],
    )
    if (own.length > 0) CSS.highlights.set(highlightOf(tone), new Highlight(...own))
    else CSS.highlights.delete(highlightOf(tone))
  }
}

/** After what a page does to itself: its words may stand elsewhere, or it may have become another page. */
function afterChange(): void {
  if (isDue) return
  isDue = true
  setTimeout(() => {
    isDue = false
    // The fragment too: many programs have their pages there. What was answered of late is not asked for again.
    if (location.href !== lookedAt) void look()
    else if (looked?.ok && looked.marks.length > 0) place()
  }, AGAIN_MS)
}
const watching = new MutationObserver(afterChange)

function stop(): void {
  watching.disconnect()
  window.removeEventListener('click', onClick)
  window.removeEventListener('hashchange', afterChange)
  chrome.runtime.onMessage.removeListener(onMessage)
  looked = null
  ranges = new Map()
  draw([])
}

function here(): Here {
  if (looked === null) return { found: null, failure: null, places: {} }
  if (!looked.ok) return { found: null, failure: looked.failure, places: {} }
  const places = looked.marks.map(({ questionId, quote }) => {
    const place = ranges.has(questionId) ? ('marked' as const) : quote === null ? null : ('detached' as const)
    return [questionId, place] as const
  })
  return { found: looked, failure: null, places: Object.fromEntries(places) }
}

/** A click on marked words opens the panel, unless they are a link or somebody selects them. */
function onClick({ target, clientX, clientY }: MouseEvent): void {
  const isBusy =
    target instanceof Element && target.closest('a, button, input, textarea, select, label, summary')
  if (isBusy || !getSelection()?.isCollapsed) return
  const isHit = [...ranges.values()].some((range) =>
    [...range.getClientRects()].some(
      ({ left, right, top, bottom }) =>
        left <= clientX && clientX <= right && top <= clientY && clientY <= bottom,
    ),
  )
  if (isHit) void say({ kind: 'open-panel' })
}

function onMessage(message: ToContent, _: unknown, answer: (here: Here) => void): void {
  if (message.kind === 'what-is-here') answer(here())
  if (message.kind === 'look-again') void look(true)
  if (message.kind === 'off') stop()
  if (message.kind === 'show')
    ranges
      .get(message.questionId)
      ?.startContainer.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' })
}

chrome.runtime.onMessage.addListener(onMessage)
window.addEventListener('click', onClick)
window.addEventListener('hashchange', afterChange)
watching.observe(bodyHere(), { childList: true, characterData: true, subtree: true })
void look()
