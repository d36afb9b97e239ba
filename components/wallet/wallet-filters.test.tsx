// @vitest-environment happy-dom
import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { WalletFilters } from '@/components/wallet/wallet-filters'
import { WALLET_KINDS } from '@/server/contract/ledger'
import { WALLET_KIND_GROUPS, WALLET_KIND_WORDS } from '@/server/contract/transfer-line'

const NOTHING = { kinds: [], from: null, to: null, text: '' }

function shown(params: Partial<Parameters<typeof WalletFilters>[0]['params']> = {}) {
  const onChange = vi.fn()
  render(
    <WalletFilters
      params={{ ...NOTHING, ...params }}
      isFiltered={false}
      onChange={onChange}
      onSearch={() => {}}
      onClear={() => {}}
    />,
  )
  return onChange
}

it('has each kind of transaction in one group', () => {
  const grouped = WALLET_KIND_GROUPS.flatMap(({ kinds }): readonly string[] => kinds)
  expect([...grouped].sort()).toEqual([...WALLET_KINDS].sort())
})

it('folds the kinds into one button', () => {
  const onChange = shown({ kinds: ['sale'] })
  expect(screen.getAllByRole('button')).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: WALLET_KIND_WORDS.sale }))
  const choice = screen.getByRole('dialog', { name: 'Kinds of transaction' })
  expect(within(choice).getAllByRole('checkbox')).toHaveLength(WALLET_KINDS.length)
  fireEvent.click(within(choice).getByRole('checkbox', { name: WALLET_KIND_WORDS.fee }))
  expect(onChange).toHaveBeenLastCalledWith({ kinds: ['sale', 'fee'] })
})

it('takes a day as it is typed, and says what is wrong with it once the field is left', () => {
  const onChange = shown({ to: new Date('2031-03-05T00:00:00Z') })
  const from = screen.getByLabelText('From')
  expect(from.getAttribute('type')).not.toBe('date')
  fireEvent.change(from, { target: { value: '2031-03' } })
  expect(onChange).not.toHaveBeenCalled()
  fireEvent.change(from, { target: { value: '2031-03-01' } })
  expect(onChange).toHaveBeenLastCalledWith({ from: new Date('2031-03-01T00:00:00Z') })
  fireEvent.change(from, { target: { value: '2031-03-06' } })
  fireEvent.blur(from)
  expect(screen.getByText('Not after 2031-03-05.')).toBeTruthy()
  expect(onChange).toHaveBeenCalledTimes(1)
})
