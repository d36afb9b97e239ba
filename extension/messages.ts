/// <reference types="chrome" />
import type { PageMark } from '@/server/contract/threads'

/** What the parts of the extension say to each other. */

/** To the part that speaks to the market. */
export type ToBackground =
  /** By a page that it is on for: what is known about it? Answered with `LookedUp`. `isWished`: its reader wants it tried again. */
  | { kind: 'look-up'; href: string; canonical: string; isWished: boolean }
  /** What stands on a page has changed. */
  | { kind: 'placed'; marked: number }
  /** Its reader wants to see more of what is marked. */
  | { kind: 'open-panel' }
  /** About what is selected on the page in a tab. */
  | { kind: 'ask'; tab: chrome.tabs.Tab }

/** To the part that stands in a page. */
export type ToContent =
  /** Answered with `Here`. */
  | { kind: 'what-is-here' }
  | { kind: 'show'; questionId: string }
  | { kind: 'look-again' }
  /** It was switched off for the site. */
  | { kind: 'off' }

export type LookedUp =
  | { ok: true; address: string; marks: PageMark[]; hasMore: boolean }
  /** Why not, as a sentence. */
  | { ok: false; failure: string }

/** Where the passage of a question stands on the page; null where it is about the whole page, or in other words than the page's. */
export type Place = 'marked' | 'detached' | null

/** What a page says of itself to the panel; null while it looks. */
export type Here = {
  found: (LookedUp & { ok: true }) | null
  failure: string | null
  places: Record<string, Place>
}
