// @vitest-environment happy-dom

import { act, fireEvent, render, screen } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { expect, it, vi } from 'vitest'
import { zodResolver } from '@/components/form/resolver'
import { LayOutProvider } from '@/components/markdown/markdown-preview'
import { AskConfirm } from '@/components/question/ask-confirm'
import { type AskDraft, askFormSchema, emptyAskDraft } from '@/components/question/ask-draft'
import { AskFields, MoreFields } from '@/components/question/ask-fields'
import { useGuessedKind } from '@/components/question/use-guessed-kind'
import { exactTime } from '@/components/time/relative-time'
import type { AskInput } from '@/server/contract/market'
import { readProse } from '@/server/prose/read-prose'

const layOut = async (markdown: string) => readProse(markdown)

function Form({ onAsk, changes = {} }: { onAsk: (input: AskInput) => void; changes?: Partial<AskDraft> }) {
  const form = useForm<AskDraft, unknown, AskInput>({
    resolver: zodResolver(askFormSchema),
    defaultValues: { ...emptyAskDraft(), ...changes },
  })
  useGuessedKind(form)
  return (
    <LayOutProvider layOut={layOut}>
      <form onSubmit={form.handleSubmit(onAsk)}>
        <AskFields form={form} availableMicros={100_000_000n} now={0} />
        <MoreFields form={form} now={0} models={[]} />
        <button type="submit">Ask</button>
      </form>
    </LayOutProvider>
  )
}

const question = () => screen.getByRole('textbox', { name: /^Your question/ })
const write = (text: string) => act(async () => fireEvent.input(question(), { target: { value: text } }))
const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))
const option = (nth: number) => screen.getByRole<HTMLInputElement>('textbox', { name: `Option ${nth}` }).value

it('asks with two fields: a question and a budget that is there already', async () => {
  const onAsk = vi.fn()
  render(<Form onAsk={onAsk} />)
  expect(screen.getAllByRole('textbox')).toHaveLength(2)
  await write('Which pan lasts longest?')
  await press('Ask')
  expect(onAsk.mock.calls[0]?.[0]).toMatchObject({
    title: 'Which pan lasts longest?',
    decision: { kind: 'open' },
    budgetMicros: 10_000_000n,
  })
})

it('guesses a choice and its options from the words, and leaves alone what was corrected', async () => {
  const onAsk = vi.fn()
  render(<Form onAsk={onAsk} />)
  await write('1930s terrace: heat pump or new gas boiler?')
  expect([option(1), option(2)]).toEqual(['Heat pump', 'New gas boiler'])
  await write('1930s terrace: heat pump, oil or gas?')
  expect([option(1), option(2), option(3)]).toEqual(['Heat pump', 'Oil', 'Gas'])

  await press('Change what you get')
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: 'Write me an answer' })))
  await write('1930s terrace: heat pump or wood?')
  await press('Ask')
  expect(onAsk.mock.calls[0]?.[0]).toMatchObject({ decision: { kind: 'open' } })
})

it('opens “More” where something in it is wrong', async () => {
  const onAsk = vi.fn()
  render(<Form onAsk={onAsk} changes={{ title: 'Which pan lasts longest?', deadline: 'minutes' }} />)
  expect(screen.queryByLabelText('Minutes from now')).toBeNull()
  await press('Ask')
  expect(onAsk).not.toHaveBeenCalled()
  expect(screen.getByLabelText('Minutes from now').getAttribute('aria-invalid')).toBe('true')
})

it('asks whether others may buy what was bought where the answer is published, and sends no yes that is not seen', async () => {
  const onAsk = vi.fn()
  render(<Form onAsk={onAsk} changes={{ title: 'Which pan lasts longest?' }} />)
  const box = (name: string) => screen.queryByRole('checkbox', { name: new RegExp(`^${name}`) })
  const tick = (name: string) => act(async () => fireEvent.click(box(name) as HTMLElement))
  await press(/^More/)
  expect(box('Others may buy')).toBeNull()
  await tick('Publish the answer')
  await tick('Others may buy')
  await press('Ask')
  expect(onAsk.mock.lastCall?.[0]).toMatchObject({ publishWhenDone: true, isResaleAgreed: true })
  await tick('Publish the answer')
  expect(box('Others may buy')).toBeNull()
  await press('Ask')
  expect(onAsk.mock.lastCall?.[0]).toMatchObject({ publishWhenDone: false, isResaleAgreed: false })
})

it('says until when the question is open before anything is held', async () => {
  render(<Form onAsk={() => {}} changes={{ deadline: 'minutes', deadlineMinutes: '90' }} />)
  const at = exactTime(new Date(90 * 60_000))
  expect(screen.getByText(`Open until ${at}, or until you say “enough”. “More” changes that.`)).toBeTruthy()
})

it.each([
  [false, 'or until you say “enough”.'],
  [true, 'or until its first answer.'],
])('names amount and deadline in the last step (answered once: %s)', (isAnsweredOnce, rest) => {
  const deadlineAt = new Date('2031-03-01T12:00:00Z')
  const quote = {
    budgetMicros: 6_000_000n,
    availableMicros: 100_000_000n,
    allowanceMicros: 0n,
    leftMicros: 94_000_000n,
  }
  const nothing = () => {}
  render(
    <AskConfirm
      asking={{ title: 'Which pan?', quote, deadlineAt, isAnsweredOnce }}
      pending={false}
      onConfirm={nothing}
      onClose={nothing}
    />,
  )
  expect(screen.getByText(exactTime(deadlineAt)).closest('p')?.textContent).toBe(
    `6.00 credits are held, and the question is open until ${exactTime(deadlineAt)}, ${rest}`,
  )
})
