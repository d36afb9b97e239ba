'use client'

import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTRPC } from '@/app/trpc'
import { PasswordInput } from '@/components/form/password-input'
import { messagesOf, readServerError } from '@/components/form/server-error'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/choice'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNote } from '@/components/ui/feedback'
import { Field } from '@/components/ui/field'
import { Input, Select } from '@/components/ui/input'
import { DELEGABLE_SCOPES, type DelegableScope } from '@/server/actors/actor'
import { BOT_SCOPES, createKeySchema, KEY_NAME_CHARS_MAX } from '@/server/contract/access-keys'
import type { Account } from '@/server/contract/auth'
import { parseCredits } from '@/server/shared/money'

/** What each scope lets a program do, in its owner's words. */
const SCOPE_WORDS = {
  read: { label: 'Read', hint: 'What is public, and what is yours: questions, purchases, wallet, inbox.' },
  ask: {
    label: 'Ask',
    hint: 'Put questions, have them inspected, end them. Asking spends: it needs that as well.',
  },
  sell: { label: 'Sell', hint: 'Post offers in your name; make bots and change them.' },
  decide: { label: 'Decide', hint: 'Record what was decided, publish answers and take them back.' },
  spend: { label: 'Spend', hint: 'Put your credits into budgets, or buy an offer unseen, up to two caps.' },
} as const satisfies Record<DelegableScope, { label: string; hint: string }>

const LIVES = [
  { days: 7, label: 'A week' },
  { days: 30, label: 'A month' },
  { days: 90, label: 'Three months' },
  { days: 365, label: 'A year' },
  { days: null, label: 'Without an end' },
] as const
const USUAL_LIFE = '90'

const EMPTY = {
  name: '',
  perDay: '',
  perQuestion: '',
  askAbove: '',
  botId: '',
  days: USUAL_LIFE,
  password: '',
}
type Errors = Partial<Record<string, string>>

export type NewKeyDialogProps = {
  account: Account
  /** One's own, as any of which a key may act. */
  bots: readonly { id: string; name: string }[]
}

/** A new key: what it may do, how much it may spend and until when; then the key itself, this once. */
export function NewKeyDialog({ account, bots }: NewKeyDialogProps) {
  const trpc = useTRPC()
  const router = useRouter()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const create = useMutation(trpc.keys.create.mutationOptions())
  const [isOpen, setIsOpen] = useState(false)
  const [draft, setDraft] = useState(EMPTY)
  const [scopes, setScopes] = useState<readonly DelegableScope[]>(['read'])
  const [asksPassword, setAsksPassword] = useState(!account.isFresh && account.hasPassword)
  const [errors, setErrors] = useState<Errors>({})
  const secret = create.data?.secret
  const set = (part: Partial<typeof EMPTY>) => setDraft((before) => ({ ...before, ...part }))
  const isBots = draft.botId !== ''
  const offered = isBots ? BOT_SCOPES : DELEGABLE_SCOPES
  const spends = scopes.includes('spend')

  function toggle(isOn: boolean) {
    setIsOpen(isOn)
    if (isOn) return
    // Nothing of a secret stays behind.
    create.reset()
    setDraft(EMPTY)
    setScopes(['read'])
    setErrors({})
  }

  function refuse(found: Errors) {
    setErrors(found)
    // Once the complaints are drawn.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const amounts: Record<string, ReturnType<typeof parseCredits>> = spends
      ? {
          spendPerDayMicros: parseCredits(draft.perDay),
          spendPerQuestionMicros: parseCredits(draft.perQuestion),
          ...(draft.askAbove === '' ? {} : { askAboveMicros: parseCredits(draft.askAbove) }),
        }
      : {}
    const unread = Object.entries(amounts).flatMap(([field, read]) =>
      read.ok ? [] : [[field, read.message]],
    )
    const judged = createKeySchema.safeParse({
      name: draft.name,
      scopes,
      botId: isBots ? draft.botId : null,
      days: draft.days === '' ? null : Number(draft.days),
      password: draft.password || null,
      ...Object.fromEntries(
        Object.entries(amounts).map(([field, read]) => [field, read.ok ? read.micros : null]),
      ),
    })
    const wrong = judged.error?.issues.map(({ path, message }) => [String(path[0]), message]).reverse() ?? []
    if (!judged.success || unread.length > 0) {
      refuse(Object.fromEntries([...wrong, ...unread]))
      return
    }
    setErrors({})
    try {
      await create.mutateAsync(judged.data)
      router.refresh()
    } catch (error) {
      const refusal = readServerError(error)
      if (refusal.code === 'auth.prove_again' && account.hasPassword) setAsksPassword(true)
      refuse(Object.fromEntries(messagesOf(refusal).map(({ field, message }) => [field ?? 'root', message])))
    }
  }

  return (
    <Dialog
      open={isOpen}
      onOpenChange={toggle}
      trigger={
        <Button>
          <KeyRound aria-hidden />
          Make a key
        </Button>
      }
      title={secret === undefined ? 'A new key' : 'Copy the key now'}
      description={
        secret === undefined
          ? 'For a program of yours. It can never do more than you can.'
          : 'It is shown only this once. Whoever has it can do what you allowed it.'
      }
      footer={
        secret === undefined ? (
          <>
            <Button variant="quiet" onClick={() => toggle(false)}>
              Go back
            </Button>
            <Button type="submit" form={id} variant="primary" pending={create.isPending}>
              Make the key
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={() => toggle(false)}>
            I have it
          </Button>
        )
      }
    >
      {secret === undefined ? (
        <form id={id} ref={form} noValidate className="space-y-6" onSubmit={(event) => void submit(event)}>
          {errors.root ? <ErrorNote>{errors.root}</ErrorNote> : null}
          <Field label="What will use it" error={errors.name} audience="You alone." required>
            <Input
              autoComplete="off"
              placeholder="My agent on the laptop"
              maxLength={KEY_NAME_CHARS_MAX}
              value={draft.name}
              onChange={(event) => set({ name: event.target.value })}
            />
          </Field>
          {bots.length === 0 ? null : (
            <Field
              label="Acts as"
              hint="As a bot it answers what waits for that bot, and sees nothing else of yours."
              error={errors.botId}
              className="max-w-xs"
            >
              <Select
                value={draft.botId}
                onChange={({ target: { value } }) => {
                  set({ botId: value })
                  setScopes(value === '' ? ['read'] : BOT_SCOPES)
                }}
              >
                <option value="">You</option>
                {bots.map(({ id: botId, name }) => (
                  <option key={botId} value={botId}>
                    {name}
                  </option>
                ))}
              </Select>
            </Field>
          )}
          <fieldset className="space-y-3" aria-describedby={`${id}-scopes`}>
            <legend className="mb-1 font-medium text-sm">What it may do</legend>
            {offered.map((scope) => (
              <Checkbox
                key={scope}
                {...SCOPE_WORDS[scope]}
                checked={scopes.includes(scope)}
                onChange={({ target: { checked } }) =>
                  setScopes(checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))
                }
              />
            ))}
            <p id={`${id}-scopes`} aria-live="polite" className="text-failed text-sm">
              {errors.scopes}
            </p>
          </fieldset>
          {spends ? (
            <div className="grid items-start gap-5 sm:grid-cols-2">
              <Field label="At most a day" hint="Days are UTC." error={errors.spendPerDayMicros} required>
                <Input
                  inputMode="decimal"
                  autoComplete="off"
                  suffix="credits"
                  placeholder="10.00"
                  value={draft.perDay}
                  onChange={(event) => set({ perDay: event.target.value })}
                />
              </Field>
              <Field
                label="At most for one question"
                hint="Or for one offer bought unseen."
                error={errors.spendPerQuestionMicros}
                required
              >
                <Input
                  inputMode="decimal"
                  autoComplete="off"
                  suffix="credits"
                  placeholder="2.00"
                  value={draft.perQuestion}
                  onChange={(event) => set({ perQuestion: event.target.value })}
                />
              </Field>
              <Field
                label="Ask me above"
                hint="More for one question waits until you say yes. Empty: it never asks."
                error={errors.askAboveMicros}
              >
                <Input
                  inputMode="decimal"
                  autoComplete="off"
                  suffix="credits"
                  placeholder="1.00"
                  value={draft.askAbove}
                  onChange={(event) => set({ askAbove: event.target.value })}
                />
              </Field>
            </div>
          ) : null}
          <Field label="How long it is good" error={errors.days} className="max-w-xs">
            <Select value={draft.days} onChange={(event) => set({ days: event.target.value })}>
              {LIVES.map(({ days, label }) => (
                <option key={label} value={days ?? ''}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
          {asksPassword ? (
            <Field
              label="Your password"
              hint="It is a while since you signed in."
              error={errors.password}
              className="max-w-sm"
              required
            >
              <PasswordInput
                isShown={false}
                autoComplete="current-password"
                value={draft.password}
                onChange={(event) => set({ password: event.target.value })}
              />
            </Field>
          ) : errors.password ? (
            <ErrorNote>{errors.password}</ErrorNote>
          ) : null}
        </form>
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <code className="block max-w-full whitespace-normal break-all rounded border border-line bg-well px-2 py-1 text-sm">
            {secret}
          </code>
          <CopyButton text={secret} label="Copy the key" />
        </div>
      )}
    </Dialog>
  )
}
