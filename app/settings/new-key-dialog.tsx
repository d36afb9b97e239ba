'use client'

import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useId, useRef, useState } from 'react'
import { CapFields, NO_CAPS_TYPED, readCaps, ScopeFields } from '@/app/settings/allowed-fields'
import { complaintsOf, useComplaints } from '@/app/settings/use-complaints'
import { useTRPC } from '@/app/trpc'
import { ProofField } from '@/components/form/proof-field'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNote } from '@/components/ui/feedback'
import { Field } from '@/components/ui/field'
import { Input, Select } from '@/components/ui/input'
import { DELEGABLE_SCOPES, type DelegableScope } from '@/server/actors/actor'
import { BOT_SCOPES, createKeySchema, KEY_NAME_CHARS_MAX } from '@/server/contract/access-keys'
import type { Account } from '@/server/contract/auth'

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
  ...NO_CAPS_TYPED,
  botId: '',
  days: USUAL_LIFE,
  password: '',
}
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
  const { errors, asksPassword, complain, complainOf, forget } = useComplaints(form, account)
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
    forget()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const { caps, unread } = readCaps(draft, spends)
    const judged = createKeySchema.safeParse({
      name: draft.name,
      scopes,
      botId: isBots ? draft.botId : null,
      days: draft.days === '' ? null : Number(draft.days),
      password: draft.password || null,
      ...caps,
    })
    const wrong = complaintsOf(judged.error?.issues, unread)
    if (!judged.success || wrong !== null) {
      complain(wrong ?? {})
      return
    }
    forget()
    try {
      await create.mutateAsync(judged.data)
      router.refresh()
    } catch (error) {
      complainOf(error)
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
          <ScopeFields id={id} offered={offered} scopes={scopes} error={errors.scopes} onChange={setScopes} />
          {spends ? <CapFields draft={draft} errors={errors} onChange={set} /> : null}
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
            <ProofField
              error={errors.password}
              value={draft.password}
              onChange={(event) => set({ password: event.target.value })}
            />
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
