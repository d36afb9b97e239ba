// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { useDraft } from '@/components/form/use-draft'

type Letter = { text: string }
const schema = z.object({ text: z.string() })
const empty = (): Letter => ({ text: '' })
const isEmpty = ({ text }: Letter) => text === ''

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  localStorage.clear()
  vi.useRealTimers()
})

/** A form in which “Dear market” was typed, as its page has it. */
function typed() {
  const page = renderHook(() => {
    const form = useForm<Letter>({ defaultValues: empty() })
    return { form, draft: useDraft({ form, what: 'letter', owner: 'ada', schema, empty, isEmpty }) }
  })
  act(() => page.result.current.form.setValue('text', 'Dear market', { shouldDirty: true }))
  act(() => void vi.runAllTimers())
  expect(localStorage.length).toBe(1)
  return page
}

/** Sends it, waits as long as a draft takes to be kept, and leaves the page. */
async function send({ result, unmount }: ReturnType<typeof typed>, then: () => void): Promise<string> {
  await act(() => result.current.form.handleSubmit(async () => then())())
  act(() => void vi.runAllTimers())
  const left = result.current.form.getValues('text')
  unmount()
  return left
}

it('what was sent stays in the form, and is no draft any more', async () => {
  const page = typed()
  expect(await send(page, () => page.result.current.draft.forget())).toBe('Dear market')
  expect(localStorage.length).toBe(0)
})

it('what was discarded is neither', async () => {
  const page = typed()
  expect(await send(page, () => page.result.current.draft.discard())).toBe('')
  expect(localStorage.length).toBe(0)
})
