// @vitest-environment happy-dom

import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { useForm } from 'react-hook-form'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { zodResolver } from '@/components/form/resolver'
import type { ServerError } from '@/components/form/server-error'
import { LayOutProvider } from '@/components/markdown/markdown-preview'
import {
  emptyOfferDraft,
  type OfferDraft,
  type OfferParts,
  offerFormSchema,
} from '@/components/offer/offer-draft'
import { OfferForm, showRefusal } from '@/components/offer/offer-form'
import { TEASER_CHARS_MAX } from '@/server/contract/market'
import { readProse } from '@/server/prose/read-prose'

afterEach(cleanup)

const LEFT_MICROS = 5_000_000n

const layOut = async (markdown: string) => readProse(markdown)
/** A preview waits for a pause in typing. */
const PREVIEW = { timeout: 10_000 }

type FormProps = { onPost?: (offer: OfferParts) => ServerError | null }

function Form({ onPost = () => null }: FormProps) {
  const form = useForm<OfferDraft, unknown, OfferParts>({
    resolver: zodResolver(offerFormSchema(LEFT_MICROS)),
    defaultValues: emptyOfferDraft(),
  })
  const submit = form.handleSubmit((offer) => {
    const refusal = onPost(offer)
    if (refusal) showRefusal(form.setError, refusal)
  })
  return (
    <LayOutProvider layOut={layOut}>
      <OfferForm
        form={form}
        question="Is the bridge safe?"
        askerName="Ada"
        leftMicros={LEFT_MICROS}
        terms={{ feeBasisPoints: 500, pendingHours: 72 }}
        onSubmit={submit}
        submit={<button type="submit">Post the offer</button>}
      />
    </LayOutProvider>
  )
}

const teaser = () => screen.getByRole('textbox', { name: 'Teaser' })
const privateInfo = () => screen.getByRole('textbox', { name: 'Full text' })
const price = () => screen.getByRole('textbox', { name: 'Price' })
const type = (field: HTMLElement, value: string) => fireEvent.input(field, { target: { value } })
const post = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Post the offer' })))

/** What is said about a field: its hint, its readers, its complaint. */
function saidAbout(field: HTMLElement): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? `nothing at ${id}`).join(' ')
}

function fillIn() {
  type(teaser(), 'The inspection report of the bridge.')
  type(privateInfo(), 'The east pier is cracked.')
  type(price(), '2.50')
}

describe('the form of an offer', () => {
  it('says at each field who will read it', () => {
    render(<Form />)
    expect(saidAbout(teaser())).toContain('Everyone sees this once you post.')
    expect(saidAbout(price())).toContain('Everyone sees this once you post.')
    expect(saidAbout(privateInfo())).toContain(
      'The agent, while it reads. Ada, only after paying. Nobody else, ever.',
    )
  })

  it('shows what everyone will see apart from what the agent will: private text is a count of words', async () => {
    render(<Form />)
    fillIn()
    const pane = (title: string) =>
      screen.getByRole('heading', { name: title }).closest('section') as HTMLElement
    await waitFor(
      () => expect(pane('What the agent sees').textContent).toContain('The east pier is cracked.'),
      PREVIEW,
    )
    const everyone = within(pane('What everyone sees'))
    expect(everyone.getByText('The inspection report of the bridge.')).toBeDefined()
    expect(everyone.getByText('5 words, locked')).toBeDefined()
    expect(everyone.queryByText(/cracked/)).toBeNull()
    expect(pane('What everyone sees').textContent).toContain('2.50')
  })

  it('says what is left for the seller after the fee, and stops at what is left of the budget', () => {
    render(<Form />)
    expect(screen.getByText('You get 95 % of the price (fee 5 %), 3 days after the sale.')).toBeTruthy()
    type(price(), '2')
    expect(screen.getByText('You get 1.90 of 2.00 credits (fee 5 %), 3 days after the sale.')).toBeTruthy()
    expect(price().getAttribute('aria-invalid')).toBeNull()
    type(price(), '5.01')
    expect(screen.queryByText(/^You get/)).toBeNull()
    expect(price().getAttribute('aria-invalid')).toBe('true')
    expect(saidAbout(price())).toContain('Above the 5.00 credits that are left.')
  })

  it('counts what is typed against what may be', () => {
    render(<Form />)
    type(teaser(), 'x'.repeat(TEASER_CHARS_MAX + 1))
    expect(document.body.textContent).toMatch(
      new RegExp(`1 (?:character )?(?:too|over)|-1|${TEASER_CHARS_MAX + 1}`),
    )
  })

  it('posts nothing while a field is empty: each is complained of and the first has the cursor', async () => {
    const onPost = vi.fn(() => null)
    render(<Form onPost={onPost} />)
    await post()
    for (const field of [teaser(), privateInfo(), price()]) {
      expect(field.getAttribute('aria-invalid')).toBe('true')
    }
    expect(document.activeElement).toBe(teaser())
    expect(onPost).not.toHaveBeenCalled()
  })

  it('posts what was typed, the price in micro-credits', async () => {
    const onPost = vi.fn((_offer: OfferParts) => null)
    render(<Form onPost={onPost} />)
    fillIn()
    await post()
    expect(onPost).toHaveBeenCalledExactlyOnceWith({
      teaser: 'The inspection report of the bridge.',
      privateInfo: 'The east pier is cracked.',
      priceMicros: 2_500_000n,
      licence: { kind: 'asker' },
      requestKey: expect.any(String),
    })
  })

  it('posts what the buyer may do with it, and says who comes to read it then', async () => {
    const onPost = vi.fn(() => null)
    render(<Form onPost={onPost} />)
    fillIn()
    fireEvent.click(screen.getByRole('radio', { name: 'Quote it in public' }))
    expect(screen.getByText(/Everybody, only if .* then publishes the answer/)).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', { name: 'Sell it on' }))
    fireEvent.change(screen.getByLabelText(/Price of a resale/), { target: { value: '0.5' } })
    await post()
    expect(onPost).toHaveBeenCalledWith(
      expect.objectContaining({ licence: { kind: 'resale', priceMicros: 500_000n } }),
    )
  })

  it('puts what the server refuses at its field, and what is about none of them below all', async () => {
    const refusal = { message: 'Somebody was faster.', field: null, fieldErrors: {} }
    const { unmount } = render(<Form onPost={() => ({ ...refusal, code: 'market.offer_over_budget' })} />)
    fillIn()
    await post()
    expect(saidAbout(price())).toContain('Somebody was faster.')
    expect(document.activeElement).toBe(price())
    unmount()

    render(<Form onPost={() => ({ ...refusal, code: null })} />)
    fillIn()
    await post()
    expect(screen.getByText('Somebody was faster.')).toBeDefined()
    for (const field of [teaser(), privateInfo(), price()]) {
      expect(field.getAttribute('aria-invalid')).toBeNull()
    }
  })

  it('takes nothing before the page is live: what is typed then would be lost', () => {
    expect(renderToString(<Form />)).toMatch(/<form[^>]*\sinert/)
    render(<Form />)
    expect(document.querySelector('form')?.hasAttribute('inert')).toBe(false)
  })
})
