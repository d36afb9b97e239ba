/// <reference types="chrome" />
/** Filled in by the build. */
declare const DEFAULT_MARKET: string

/** The origin of the market that is asked: what the reader has set, or the one that the extension was made for. */
export async function marketOrigin(): Promise<string> {
  const { market } = await chrome.storage.local.get('market')
  return typeof market === 'string' ? market : DEFAULT_MARKET
}

/** The origin that somebody typed; null for what no market stands at: not https, unless it is on this machine. */
export function marketIn(typed: string): string | null {
  const url = URL.parse(typed.includes('://') ? typed : `https://${typed}`)
  const isHere = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1'
  return url?.protocol === 'https:' || (isHere && url?.protocol === 'http:') ? url.origin : null
}

/** What was kept of another market goes with it. */
export async function setMarket(origin: string): Promise<void> {
  await chrome.storage.local.set({ market: origin })
  await chrome.storage.session.clear()
}
