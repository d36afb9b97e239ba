// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Answer } from '@/components/answer/answer'
import { goToCitation } from '@/components/answer/citation-place'
import { exampleAnswer, exampleOffer } from '@/components/question/testing'
import type { LicenceTerms } from '@/server/contract/licence'

const RESALE: LicenceTerms = { kind: 'resale', priceMicros: 700_000n }

/** What a stranger reads of an answer that cites a source under each of these licences, one sentence left out. */
function show(licences: readonly LicenceTerms[], forSale: readonly string[] | null, withheld = 1) {
  const offers = licences.map((licence, index) => ({
    ...exampleOffer({ id: `off_${index + 1}`, licence, mayQuote: licence.kind === 'quotable' }),
    state: 'bought' as const,
    privateWords: 412,
    priceMicros: 1_000_000n,
  }))
  const answer = exampleAnswer({ markdown: null, prose: null })
  render(
    <Answer
      answer={{ ...answer, citations: answer.citations.slice(0, offers.length) }}
      publication={{
        number: 1,
        revision: 1,
        markdown: '',
        prose: [],
        withheld,
        writtenBy: 'the built-in agent',
        publishedAt: new Date('2026-03-04T14:10:00Z'),
      }}
      decision={{ kind: 'open' }}
      isProvisional={false}
      hrefOf={(id) => `#${id}`}
      sourceOf={(id) => offers.find((offer) => offer.id === id) ?? null}
      answeredOf={() => null}
      forSale={forSale}
    />,
  )
  return screen.getByRole('region', { name: 'The answer' }).textContent
}

describe('a source of a published answer', () => {
  it('is said to be for sale only while it is', () => {
    expect(show([RESALE], ['off_1'])).toContain('who lets it be sold on. Whoever buys it reads it.')
    cleanup()
    const off = show([RESALE], [])
    expect(off).toContain('who lets it be sold on. It is not for sale now.')
    expect(off).not.toContain('Whoever buys it')
    cleanup()
    // Before it is known, neither.
    expect(show([RESALE], null)).not.toMatch(/Whoever buys it|not for sale/)
    cleanup()
    expect(show([{ kind: 'asker' }, { kind: 'quotable' }], [])).not.toContain('for sale')
  })

  it('that nobody may quote, and that is sold below, is said to be both', () => {
    expect(show([RESALE, { kind: 'quotable' }], ['off_1'])).toContain(
      'one whose seller lets nobody quote it, and sells it on.',
    )
    cleanup()
    expect(show([RESALE, { kind: 'asker' }], ['off_1'], 2)).toContain(
      '2 sentences are left out: they name no source, or one whose seller lets nobody quote it (some sell it on).',
    )
    cleanup()
    expect(show([RESALE], [])).toContain('one whose seller lets nobody quote it.')
  })
})

describe('an answer', () => {
  const draw = (kinds: readonly number[]) =>
    render(
      <Answer
        answer={exampleAnswer({
          trail: kinds.map((probability) => ({ kind: 'belief', probability, verdict: null })),
        })}
        publication={null}
        decision={{ kind: 'belief', claim: 'Cast iron lasts.' }}
        isProvisional={false}
        strip={<p>the tree in short</p>}
        hrefOf={(id) => `#${id}`}
        sourceOf={() => null}
        answeredOf={() => null}
        forSale={[]}
      />,
    )

  it('is read before its tree, and before what was bought for it', () => {
    draw([0.5, 0.5, 0.5, 0.5])
    const text = screen.getByRole('region', { name: 'The answer' }).textContent ?? ''
    const places = ['Cast iron lasts.', 'the tree in short', 'What was bought for it'].map((part) =>
      text.indexOf(part),
    )
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(places[0]).toBeGreaterThan(0)
  })

  it('has its tree after all of its words, on a phone after the first paragraph', () => {
    const paragraph = (text: string) => ({ tag: 'p' as const, children: [text] })
    render(
      <Answer
        answer={exampleAnswer({ prose: [paragraph('It begins.'), '\n', paragraph('It goes on.')] })}
        publication={null}
        decision={{ kind: 'open' }}
        isProvisional={false}
        strip={<p>the tree in short</p>}
        hrefOf={(id) => `#${id}`}
        sourceOf={() => null}
        answeredOf={() => null}
        forSale={[]}
      />,
    )
    const shown = (hidden: string) => {
      const answer = screen.getByRole('region', { name: 'The answer' }).cloneNode(true) as HTMLElement
      for (const one of answer.querySelectorAll('div')) if (one.classList.contains(hidden)) one.remove()
      return answer.textContent ?? ''
    }
    expect(shown('sm:hidden')).toMatch(/It begins\.\s*It goes on\.\s*the tree in short/)
    expect(shown('max-sm:hidden')).toMatch(/It begins\.\s*the tree in short\s*It goes on\./)
  })

  it('marks where it cites a purchase, so that its reader finds back', () => {
    draw([0.5, 0.5, 0.2, 0.2])
    expect(goToCitation(2)).toBe(true)
    expect(document.activeElement?.getAttribute('data-cites')).toBe('2')
    expect(goToCitation(9)).toBe(false)
  })

  it('names the purchases that turned it, and counts the others', () => {
    draw([0.5, 0.5, 0.2, 0.2])
    const [first, turn, others] = screen
      .getByRole('list', { name: 'How the recommendation came about' })
      .querySelectorAll('li')
    expect(first?.textContent).toBe('50 %before buying')
    expect(turn?.textContent).toBe('20 %changed by [2]')
    expect(others?.textContent).toBe('2 other purchases changed nothing when they were bought')
  })
})
