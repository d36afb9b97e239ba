import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { TONES } from '@/components/status/status'

/** WCAG 2.2, 1.4.3: text. */
const TEXT_RATIO_MIN = 4.5

/** WCAG 2.2, 1.4.11: the edges of controls, the focus ring and icons that carry meaning. */
const GRAPHIC_RATIO_MIN = 3

const css = readFileSync(new URL('./globals.css', import.meta.url), 'utf8')

const GROUNDS = ['paper', 'surface', 'well']
const MARKET_TONES = TONES.filter((tone) => tone !== 'plain')

const TEXT_PAIRS: [text: string, ground: string][] = [
  ...['ink', 'muted', 'accent', 'accent-strong', ...MARKET_TONES].flatMap((text) =>
    GROUNDS.map((ground): [string, string] => [text, ground]),
  ),
  ...MARKET_TONES.flatMap((tone): [string, string][] => [
    [tone, `${tone}-wash`],
    ['ink', `${tone}-wash`],
    ['muted', `${tone}-wash`],
  ]),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['paper', 'ink'],
]

const GRAPHIC_PAIRS = ['edge', 'focus'].flatMap((part) =>
  GROUNDS.map((ground): [string, string] => [part, ground]),
)

describe.each([
  ['light', ':root'],
  ['dark', '@variant dark'],
])('the %s colours', (_theme, selector) => {
  const colours = coloursIn(selector)

  it.each(TEXT_PAIRS)('let %s be read on %s', (text, ground) => {
    expect(contrast(colours, text, ground)).toBeGreaterThanOrEqual(TEXT_RATIO_MIN)
  })

  it.each(GRAPHIC_PAIRS)('let %s be seen on %s', (part, ground) => {
    expect(contrast(colours, part, ground)).toBeGreaterThanOrEqual(GRAPHIC_RATIO_MIN)
  })
})

it('are the dark ones too where a dark system is all that is known, because no script ran', () => {
  const start = css.indexOf('@custom-variant dark {')
  const variant = css.slice(start, css.indexOf('\n}', start)).replace(/\s+/g, ' ')
  expect(variant).toContain(
    '@media (prefers-color-scheme: dark) { &:where(:root:not([data-theme]), :root:not([data-theme]) *) { @slot; }',
  )
})

/** Initials in a small circle: a picture, beside which the name stands. */
const PICTURES = ['components/ui/avatar.tsx']
/** Nobody reads smaller words; `text-xs` is as large. */
const TEXT_PX_MIN = 12

it('no words of any page are below 12 pixels', () => {
  const root = path.resolve(import.meta.dirname, '..')
  const small = ['app', 'components'].flatMap((room) =>
    readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
      .map((file) => path.join(room, file))
      .filter((file) => file.endsWith('.tsx') && !PICTURES.includes(file))
      .flatMap((file) =>
        [...readFileSync(path.join(root, file), 'utf8').matchAll(/(?<![\w:-])text-\[([\d.]+)(rem|px)\]/g)]
          .filter(([, size, unit]) => Number(size) * (unit === 'rem' ? 16 : 1) < TEXT_PX_MIN)
          .map(([written]) => `${file}: ${written}`),
      ),
  )
  expect(small).toEqual([])
})

/** The six-digit colours of the first rule with this selector, by name. */
function coloursIn(selector: string): Map<string, string> {
  const start = css.indexOf(`${selector} {`)
  const rule = css.slice(start, css.indexOf('}', start))
  return new Map(
    Array.from(rule.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g), ([, name, hex]) => [`${name}`, `${hex}`]),
  )
}

function contrast(colours: Map<string, string>, first: string, second: string): number {
  const [a, b] = [luminance(colours, first), luminance(colours, second)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** WCAG's relative luminance, 0 (black) to 1 (white). */
function luminance(colours: Map<string, string>, name: string): number {
  const hex = colours.get(name)
  if (hex === undefined) throw new Error(`globals.css has no colour --${name}`)
  const channel = (at: number) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}
