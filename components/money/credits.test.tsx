// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Credits } from '@/components/money/credits'
import { pendingInWords } from '@/components/wallet/pending-words'
import { saleTermsInWords } from '@/server/words/sale-terms'

/** 2.50 less a fee of 5 %. */
const EARNED = 2_375_000n

it('prints two decimals, and has the exact amount on hover', () => {
  render(<Credits micros={EARNED} sign />)
  expect(screen.getByText('+2.37 credits').title).toBe('2.375')
  cleanup()
  render(<Credits micros={2_500_000n} />)
  expect(screen.getByText('2.50 credits').title).toBe('')
})

it('prints what moves or has moved to the last micro-credit', () => {
  render(<Credits micros={12_000_001n} exact />)
  expect(screen.getByText('12.000001 credits').title).toBe('')
})

it('is the rule of sentences too: what is on its way, and what a sale brings', () => {
  const day = new Date('2026-11-26T00:00:00Z')
  expect(pendingInWords({ pendingMicros: EARNED, pendingFrom: day, pendingUntil: day })).toBe(
    '+2.37 on 26 Nov',
  )
  expect(saleTermsInWords(2_500_000n, { feeBasisPoints: 500, pendingHours: 72 })).toMatch(
    /^You get 2\.37 of 2\.50 credits/,
  )
})
