// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SameClaimDialog } from '@/components/thread/same-claim-dialog'

it('whoever says that two claims are one reads both beside each other first, and what that means', () => {
  let said = 0
  render(
    <SameClaimDialog
      claims={['The bridge carries 5 tonnes.', 'Five tonnes cross the bridge.']}
      label="It is the same claim"
      pending={false}
      onSay={() => {
        said += 1
      }}
    />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'It is the same claim' }))
  expect(said).toBe(0)
  const dialog = screen.getByRole('alertdialog', { name: 'Do both say the same?' })
  for (const text of [
    'The bridge carries 5 tonnes.',
    'Five tonnes cross the bridge.',
    'such as “not” makes another claim',
  ])
    expect(dialog.textContent).toContain(text)
  fireEvent.click(screen.getByRole('button', { name: 'Yes, both say the same' }))
  expect(said).toBe(1)
})
