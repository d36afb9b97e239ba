import {
  EMBED_KINDS,
  type EmbedKind,
  FRAME_SIZES,
  type FrameState,
  frameHref,
  stateIn,
} from '@/components/embed/options'
import { THEMES, type Theme } from '@/server/words/sites'

/**
 * Runs in pages of other sites, as `/embed.js`. It puts a frame there and hears from it; it reads nothing of the page but its address, keeps
 * nothing, and sets no style by markup, so a strict content security policy needs no more than this market among its scripts and frames.
 */

export type EmbedOptions = {
  kind?: EmbedKind
  /** Where the frame goes, at the end: an element, or a selector of one. */
  into?: Element | string
  /** The page whose thread is shown; the one it stands in, by default. */
  url?: string
  /** The question of a badge or a card. */
  question?: string
  theme?: Theme
  /** Pixels. */
  height?: number
  onChange?: (state: FrameState) => void
}

/** A frame that was put into a page. */
export type Embedded = { frame: HTMLIFrameElement; remove(): void }

/** Scripts and windows of the market; nothing of the market's own origin, so whoever is signed in there is nobody here. */
const SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox'
const TITLES: Record<EmbedKind, string> = {
  thread: 'Claims on this page and questions about it',
  badge: 'How likely this claim is true',
  card: 'A question and where it stands',
}

/** By the document's own: an element of the page may be called so, and would be found first. */
const running = Object.getOwnPropertyDescriptor(Document.prototype, 'currentScript')?.get?.call(document)
const script = running instanceof HTMLScriptElement ? running : null
const site = script ? new URL(script.src).origin : location.origin

function embed(options: EmbedOptions, place: (frame: HTMLIFrameElement) => void): Embedded {
  const kind = options.kind ?? 'thread'
  if (!EMBED_KINDS.includes(kind)) throw new Error(`Caveat: kind is one of ${EMBED_KINDS.join(', ')}`)
  if (kind !== 'thread' && !options.question) throw new Error(`Caveat: a ${kind} needs the id of a question`)
  const token = crypto.getRandomValues(new Uint32Array(4)).join('-')
  const frame = document.createElement('iframe')
  const url = pageOf(options.url ?? location.href)
  const { question, theme } = options
  frame.src = `${frameHref(site, { kind, ...(kind === 'thread' ? { url } : { question }), theme, host: location.origin })}#${token}`
  frame.title = TITLES[kind]
  frame.loading = 'lazy'
  frame.referrerPolicy = 'no-referrer'
  frame.setAttribute('sandbox', SANDBOX)
  const { width, height } = FRAME_SIZES[kind]
  const { style } = frame
  style.setProperty('display', width === null ? 'block' : 'inline-block')
  style.setProperty('vertical-align', 'middle')
  style.setProperty('width', width === null ? '100%' : `${width}px`)
  style.setProperty('max-width', '100%')
  style.setProperty('height', `${options.height ?? height}px`)
  style.setProperty('border', '0')
  // An opaque ground would be drawn behind a frame of the other scheme.
  style.setProperty('color-scheme', 'normal')

  const hear = ({ source, origin, data }: MessageEvent) => {
    // A sandboxed document has no origin: it is this frame's own window, and says the token that only its first page was given.
    if (source !== frame.contentWindow || origin !== 'null') return
    const state = stateIn(data, token)
    if (state) options.onChange?.(state)
  }
  window.addEventListener('message', hear)
  place(frame)
  return {
    frame,
    remove() {
      window.removeEventListener('message', hear)
      frame.remove()
    },
  }
}

/** The page of an address, which may be one beside the page that names it. */
function pageOf(text: string): string {
  const url = URL.parse(text, location.href)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error('Caveat: url is the address of a page of the web')
  return url.href
}

function embedInto(options: EmbedOptions): Embedded {
  const { into } = options
  const element = typeof into === 'string' ? document.querySelector(into) : into
  if (!element) throw new Error('Caveat: there is no element to put the frame into')
  return embed(options, (frame) => element.append(frame))
}

/** What a page may call: `Caveat.embed({ into: '#comments' })`. */
Object.assign(window, { Caveat: { embed: embedInto } })

/** One line: `<script src="https://…/embed.js" data-caveat="thread"></script>`. Read in place, before what follows is drawn. */
const wanted = script?.dataset.caveat
if (script && wanted !== undefined) {
  if (script.parentElement === document.head)
    throw new Error('Caveat: put the line where the frame is to stand; in the head nothing is seen')
  const { url, question, theme, height } = script.dataset
  embed(
    {
      kind: (wanted || 'thread') as EmbedKind,
      ...(url ? { url } : {}),
      ...(question ? { question } : {}),
      ...(THEMES.includes(theme as Theme) ? { theme: theme as Theme } : {}),
      ...(Number(height) > 0 ? { height: Number(height) } : {}),
    },
    (frame) => script.after(frame),
  )
}
