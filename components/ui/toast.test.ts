import { expect, it } from 'vitest'
import { isToasterWanted, onToasterWanted, type Said, showToasts, toast } from '@/components/ui/toast'

it('a message that is said before anything draws messages is kept, and shown once it does', () => {
  expect(isToasterWanted()).toBe(false)
  let heard = 0
  const stop = onToasterWanted(() => {
    heard += 1
  })
  toast.success('The link is copied.', { description: 'Whoever has it sees the question.' })
  expect([heard, isToasterWanted()]).toEqual([1, true])
  const shown: Said[] = []
  const leave = showToasts((said) => shown.push(said))
  toast.error('It could not be copied.')
  expect(shown.map(({ kind, words }) => `${kind}: ${words}`)).toEqual([
    'success: The link is copied.',
    'error: It could not be copied.',
  ])
  // What draws stays for as long as it is wanted; while it is gone, the next one is kept again.
  expect([heard, isToasterWanted()]).toEqual([1, true])
  leave()
  stop()
  toast.message('Read again soon.')
  showToasts((said) => shown.push(said))
  expect(shown.at(-1)?.words).toBe('Read again soon.')
})
