import type { Element } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { h } from 'hastscript'
import type { FrameState } from '@/components/embed/options'
import { NOTES_FORMULA_HREF, notesHref } from '@/components/notes/notes-href'
import { askHref } from '@/components/question/ask-link'
import { hasEnded, questionStateWord } from '@/components/question/question-state'
import { standingInWords } from '@/components/replies/standing-words'
import { CLAIM_HISTORY_ID, threadHref } from '@/components/thread/thread-href'
import { likelihoodOf, toneOf, verdictInWords } from '@/components/thread/verdict-words'
import type { Thread, ThreadItem } from '@/server/contract/threads'
import { formatCredits } from '@/server/shared/money'
import { counted } from '@/server/words/amounts'
import { writtenByAi } from '@/server/words/by-ai'
import type { Theme } from '@/server/words/sites'

/**
 * The pages that stand in frames of other sites: words and links, built as trees, so that no text of anybody becomes markup. There is no
 * form and no button in them: whoever is brought to press one without seeing it does nothing but open a window of the market.
 */

export type FrameSurroundings = {
  /** The origin of the page around the frame, where it said one. */
  host: string | null
  theme: Theme
  /** A colour of the site's own, "#rrggbb"; null for the market's. */
  accent: string | null
  /** An owner of the site chooses which questions stand here. */
  isModerated: boolean
  /** Of this answer's scripts and styles. */
  nonce: string
}

/** Questions of a thread in its frame; the market's own page has the others. */
const ITEMS_MAX = 8

/** A thread under an article. */
export function threadMain({ address, items }: Thread, { host, isModerated }: FrameSurroundings): Element {
  const shown = [...items].sort((a, b) => rankOf(a) - rankOf(b)).slice(0, ITEMS_MAX)
  return mainOf('thread', items, host, [
    h('header', [
      h(
        'h1',
        items.length === 0 ? 'Claims on this page' : `${counted(items.length, 'question')} about this page`,
      ),
      out(threadHref(address), 'Caveat', { className: 'brand' }),
    ]),
    items.length === 0
      ? h(
          'p',
          { className: 'empty' },
          isModerated
            ? 'No question about this page stands here.'
            : 'Nobody has checked a claim on this page yet.',
        )
      : h(
          'ul',
          shown.map((item) => h('li', itemParts(item))),
        ),
    h('footer', [
      out(askHref({ page: address }), 'Ask about this page', { className: 'main' }),
      items.length > shown.length || isModerated ? out(threadHref(address), 'Show all') : null,
    ]),
    isModerated
      ? h(
          'p',
          { className: 'muted' },
          'The owner of this site chooses the questions here; the market shows all.',
        )
      : null,
  ])
}

/** A badge beside a passage. */
export function badgeMain(item: ThreadItem, { host }: FrameSurroundings): Element {
  const { word, tone } = verdictOf(item)
  return mainOf('badge', [item], host, [
    out(
      `/questions/${item.question.id}`,
      [h('span', { className: 'dot', dataTone: tone, ariaHidden: 'true' }, MARKS[tone]), h('span', word)],
      { title: item.claim || item.question.title },
    ),
  ])
}

/** A question to share: what is asked, where it stands, what is held for it. */
export function cardMain(item: ThreadItem, { host }: FrameSurroundings): Element {
  return mainOf('card', [item], host, [
    h('header', [
      h('p', { className: 'eyebrow' }, 'A question on'),
      out('/', 'Caveat', { className: 'brand' }),
    ]),
    h('ul', [h('li', itemParts(item))]),
  ])
}

/** Where there is nothing to show. */
export function missingMain({ host }: FrameSurroundings, what: 'question' | 'page' = 'question'): Element {
  const words = what === 'page' ? 'This address is no page’s, or too long. ' : 'There is no such question. '
  return mainOf('missing', [], host, [
    h('p', { className: 'empty' }, [words, out('/questions', 'Look at others')]),
  ])
}

/** A whole page around it. */
export function framePage(main: Element, { theme, accent, nonce }: FrameSurroundings): string {
  return toHtml([
    { type: 'doctype' },
    h('html', { lang: 'en', ...(theme === 'auto' ? {} : { dataTheme: theme }) }, [
      h('head', [
        h('meta', { charSet: 'utf-8' }),
        h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
        h('meta', { name: 'robots', content: 'noindex' }),
        h('title', 'Caveat'),
        h('style', { nonce }, accent === null ? FRAME_CSS : `${FRAME_CSS}\n${accentCss(accent)}`),
      ]),
      h('body', [main, h('script', { nonce, src: '/embed-frame.js', defer: true })]),
    ]),
  ])
}

/** Words on a colour are black or white, by which of them is read better on it (WCAG 2.2, relative luminance). */
function accentCss(accent: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(accent.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  // Where black and white are as far from it as each other.
  const on = luminance > Math.sqrt(1.05 * 0.05) - 0.05 ? '#000000' : '#ffffff'
  return `footer .main{background:${accent};color:${on}}`
}

/** The part that changes. */
export const framePart = (main: Element): string => toHtml(main)

type Part = Element | string | null

function mainOf(kind: string, items: readonly ThreadItem[], host: string | null, parts: Part[]): Element {
  const { questions, open } = stateOf(items)
  return h(
    'main',
    { className: kind, dataQuestions: questions, dataOpen: open, ...(host ? { dataHost: host } : {}) },
    parts,
  )
}

function stateOf(items: readonly ThreadItem[]): FrameState {
  return { questions: items.length, open: items.filter(({ question }) => !hasEnded(question.state)).length }
}

/** Verdicts first, then what is open, then what ended without; among equals the newest. */
function rankOf(item: ThreadItem): number {
  if (likelihoodOf(item) !== null || item.question.answer !== null) return 0
  return hasEnded(item.question.state) ? 2 : 1
}

function itemParts(item: ThreadItem): Part[] {
  const { question, claim, passage, sources, notes, replies, history } = item
  const { word, tone } = verdictOf(item)
  const quoted = passage?.quote.exact ?? claim
  const { answer } = question
  return [
    h('p', { className: 'title' }, [
      out(`/questions/${question.id}`, question.title, { id: `question-${question.id}` }),
    ]),
    quoted === '' || question.title.includes(quoted)
      ? null
      : h('blockquote', [
          h('p', quoted),
          passage?.place === 'detached'
            ? h('p', { className: 'muted' }, 'Detached: the page has changed.')
            : null,
        ]),
    h('p', { className: 'verdict', dataTone: tone }, [
      h('span', { ariaHidden: 'true' }, MARKS[tone]),
      ` ${word}`,
    ]),
    answer && answer.lead !== '' ? h('p', { className: 'lead' }, answer.lead) : null,
    answer ? h('p', { className: 'muted' }, writtenByAi(answer.writtenBy)) : null,
    h('p', { className: 'muted' }, [
      sources.length > 0 ? `rests on ${counted(sources.length, 'purchase')} · ` : '',
      counted(question.offers, 'offer'),
      hasEnded(question.state) ? '' : ` · ${formatCredits(question.heldMicros)} credits left`,
    ]),
    history.length === 0
      ? null
      : h('p', { className: 'muted' }, [
          'One claim, asked in several places: ',
          out(`/questions/${question.id}#${CLAIM_HISTORY_ID}`, 'its history'),
        ]),
    ...replies.map((reply) =>
      h('blockquote', [
        h('p', { className: 'muted' }, `Reply of ${reply.author.name}, ${standingInWords(reply)}:`),
        h('p', { className: 'said' }, reply.text),
      ]),
    ),
    notes.length === 0 ? null : notesPart(question.id, notes),
  ]
}

/** Readers' notes, set apart from what the market found. */
function notesPart(questionId: string, notes: ThreadItem['notes']): Element {
  return h('aside', { ariaLabel: 'Public notes' }, [
    ...notes.map(({ text, author }) =>
      h('p', [text, h('span', { className: 'muted' }, ` – ${author.name}`)]),
    ),
    h('p', { className: 'muted' }, [
      'Readers’ notes, apart from the verdict. ',
      out(NOTES_FORMULA_HREF, 'Why they are shown'),
      ' · ',
      out(notesHref(questionId), 'All notes on this claim'),
    ]),
  ])
}

const MARKS = { bought: '✓', failed: '✗', waiting: '≈', reading: '…', plain: '•' } as const
type Tone = keyof typeof MARKS

const TONES = { likely: 'bought', unlikely: 'failed', open: 'waiting' } as const

/** What is known of a claim, as a colour, a mark and words; a mark for or against it only where somebody gave a probability. */
function verdictOf(item: ThreadItem): { word: string; tone: Tone } {
  const { answer, state } = item.question
  const likelihood = likelihoodOf(item)
  const words = verdictInWords(item)
  if (likelihood !== null && words !== null) {
    return { word: hasEnded(state) ? words : `${words}, so far`, tone: TONES[toneOf(likelihood.share)] }
  }
  if (answer?.verdict) return { word: answer.verdict, tone: 'plain' }
  return { word: questionStateWord(state), tone: hasEnded(state) ? 'plain' : 'reading' }
}

/** Opens in a window of its own, where the reader may sign in; that window learns nothing of the page around the frame. */
function out(href: string, words: string | Part[], more: Record<string, string> = {}): Element {
  return h('a', { href, target: '_blank', rel: ['noopener', 'noreferrer'], ...more }, words)
}

/** The colours of `app/globals.css`; a test holds the two together. */
const LIGHT =
  '--paper:#f7f8f5;--line:#daded6;--edge:#808981;--ink:#1a211d;--muted:#57605a;--accent:#274392;--on-accent:#ffffff;--focus:#315fcf;--bought:#146736;--waiting:#784c00;--reading:#006274;--failed:#9c211f'
const DARK =
  '--paper:#111513;--line:#2e3531;--edge:#6b746e;--ink:#e7e9e3;--muted:#a3aaa2;--accent:#a0b9f8;--on-accent:#0c142d;--focus:#87afff;--bought:#90cfa0;--waiting:#e0b67c;--reading:#86cadb;--failed:#ff9a8e'

export const FRAME_CSS = `:root{color-scheme:light;${LIGHT}}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${DARK}}}
[data-theme=dark]{color-scheme:dark;${DARK}}
*{box-sizing:border-box;margin:0}
body{background:var(--paper);color:var(--ink);font:15px/1.45 system-ui,sans-serif}
main{padding:12px 14px}
a{color:inherit;text-underline-offset:2px}
a:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
header,footer{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:baseline;justify-content:space-between}
h1{font-size:16px;font-weight:600}
.brand{color:var(--muted);font-size:13px}
ul{list-style:none;padding:0;margin:8px 0;border-top:1px solid var(--line)}
li{padding:10px 0;border-bottom:1px solid var(--line);display:grid;gap:3px}
.title{font:17px/1.35 Georgia,serif}
.title a{text-decoration:none}
.title a:hover{text-decoration:underline}
blockquote{border-left:2px solid var(--edge);padding-left:10px;font-family:Georgia,serif;color:var(--muted)}
.verdict{font-weight:600}
aside{display:grid;gap:4px;border:1px dashed var(--line);border-radius:6px;padding:8px 10px;font-size:14px}
aside p,.said{white-space:pre-line;overflow-wrap:anywhere}
.lead{font-family:Georgia,serif}
.muted,.empty,.eyebrow{color:var(--muted);font-size:13px}
.empty{padding:12px 0}
footer a{display:inline-flex;align-items:center;min-height:44px}
footer .main{background:var(--accent);color:var(--on-accent);border-radius:6px;padding:0 16px;text-decoration:none;font-weight:600}
.badge{padding:0}
.badge a{display:flex;gap:6px;align-items:center;height:28px;padding:0 8px;border:1px solid var(--edge);border-radius:5px;font-size:13px;text-decoration:none;white-space:nowrap;overflow:hidden}
.card ul{border:0;margin:4px 0 0}
.card li{border:0;padding:0}
[data-tone=bought]{color:var(--bought)}[data-tone=failed]{color:var(--failed)}[data-tone=waiting]{color:var(--waiting)}[data-tone=reading]{color:var(--reading)}[data-tone=plain]{color:var(--muted)}`
