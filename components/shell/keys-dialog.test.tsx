// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { useCallback, useState } from 'react'
import { expect, it } from 'vitest'
import { KeysDialog } from '@/components/shell/keys-dialog'
import { useKeysShortcut } from '@/components/shell/shortcuts'

function Page() {
  const [isOpen, setIsOpen] = useState(false)
  useKeysShortcut(useCallback(() => setIsOpen(true), []))
  return (
    <>
      <input aria-label="Words" />
      <button type="button">Press</button>
      <KeysDialog open={isOpen} onOpenChange={setIsOpen} />
    </>
  )
}

it('shows the keys on “?”, but not to somebody who writes one', () => {
  render(<Page />)
  fireEvent.keyDown(screen.getByLabelText('Words'), { key: '?' })
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.keyDown(screen.getByRole('button', { name: 'Press' }), { key: '?' })
  expect(screen.getByRole('dialog', { name: 'Keys' }).textContent).toContain('Search, or go to a page')
})
