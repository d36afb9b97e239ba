import type { Theme } from '@/server/words/sites'

/** What a page of another site says of the frame that it wants, and what the frame says back: shared by both ends. */

export const EMBED_KINDS = ['thread', 'badge', 'card'] as const
export type EmbedKind = (typeof EMBED_KINDS)[number]

/** Pixels: reserved before anything is loaded and kept, so that nothing of the host's moves. */
export const FRAME_SIZES: Record<EmbedKind, { width: number | null; height: number }> = {
  thread: { width: null, height: 420 },
  badge: { width: 232, height: 28 },
  card: { width: null, height: 216 },
}

export type FrameRequest = {
  kind: EmbedKind
  /** Of the page whose thread is shown. */
  url?: string | undefined
  /** The id of a question, for a badge or a card. */
  question?: string | undefined
  theme?: Theme | undefined
  /** The origin of the page around the frame: the only one that hears from it; empty when nobody does. */
  host: string
}

/** The address of a frame at a market. */
export function frameHref(site: string, { kind, url, question, theme, host }: FrameRequest): string {
  const href = new URL(`/embed/${kind}`, site)
  if (url) href.searchParams.set('url', url)
  if (question) href.searchParams.set('question', question)
  if (theme && theme !== 'auto') href.searchParams.set('theme', theme)
  if (host !== '') href.searchParams.set('host', host)
  return href.href
}

/** What a frame tells the page around it: nothing that is not public. */
export type FrameState = {
  /** Questions shown. */
  questions: number
  /** Of these: how many may still change. */
  open: number
}

const MARK = 'caveat'

/** `token` is the frame's own, from the page that made it: whatever else comes to stand in the frame does not know it. */
export function messageOf(token: string, { questions, open }: FrameState): unknown {
  return { from: MARK, token, questions, open }
}

/** Null for a message that is not of the frame with this token. */
export function stateIn(message: unknown, token: string): FrameState | null {
  if (typeof message !== 'object' || message === null) return null
  const { from, token: shown, questions, open } = message as Record<string, unknown>
  const isOurs = from === MARK && token !== '' && shown === token
  return isOurs && typeof questions === 'number' && typeof open === 'number' ? { questions, open } : null
}
