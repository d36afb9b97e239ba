// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { KeptSources, withheldInWords } from '@/components/answer/kept-sources'

const PIER = {
  offerId: 'off_1',
  teaser: 'What was measured',
  sellerName: 'Sol',
  botName: null,
  askedAt: null,
}

it('names what its sellers keep for the asker, and asks them in one press', () => {
  const onAsk = vi.fn()
  const sealed = { ...PIER, offerId: 'off_2', teaser: null, botName: 'Bridges' }
  render(<KeptSources kept={[PIER, sealed]} remains={withheldInWords(2)} isAsking={false} onAsk={onAsk} />)
  expect(screen.getByText(/^2 sources are for you alone/).textContent).toContain(
    'The answer remains without 2 sentences that may say what they say.',
  )
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '“What was measured”, Sol',
    'What is shown sealed, Bridges',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Ask 2 sellers to allow it' }))
  expect(onAsk).toHaveBeenCalledOnce()
})

it('asks nobody twice', () => {
  render(<KeptSources kept={[{ ...PIER, askedAt: new Date() }]} isAsking={false} onAsk={() => {}} />)
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText(/^One source is for you alone, and stays out/)).toBeTruthy()
  expect(screen.getByRole('listitem').textContent).toContain('(asked)')
})
