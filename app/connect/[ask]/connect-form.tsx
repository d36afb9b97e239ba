'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { CapFields, readCaps, ScopeFields } from '@/app/settings/allowed-fields'
import { complaintsOf, useComplaints } from '@/app/settings/use-complaints'
import { useTRPC } from '@/app/trpc'
import { ProofField } from '@/components/form/proof-field'
import { useIsLive } from '@/components/form/use-is-live'
import { Button } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/feedback'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/input'
import type { DelegableScope } from '@/server/actors/actor'
import type { Account } from '@/server/contract/auth'
import { allowConnectionSchema, type ConnectionAsked } from '@/server/contract/programs'
import { exactCredits } from '@/server/shared/money'

const LIVES = [
  { days: 1, label: 'A day' },
  { days: 7, label: 'A week' },
  { days: 30, label: 'A month' },
  { days: 90, label: 'Three months' },
  { days: 365, label: 'A year' },
] as const
const USUAL_LIFE = '90'

const typed = (micros: bigint | null | undefined) =>
  micros === null || micros === undefined ? '' : exactCredits(micros)

export type ConnectFormProps = { ask: string; asked: ConnectionAsked; account: Account; handle: string }

/** Who asks for what; what of it the person allows, how much may be spent, and until when. */
export function ConnectForm({ ask, asked, account, handle }: ConnectFormProps) {
  const trpc = useTRPC()
  const id = useId()
  const isLive = useIsLive()
  const form = useRef<HTMLFormElement>(null)
  // From here on the browser leaves this page; the program's own page, or one of ours, takes over.
  const goOn = { onSuccess: ({ continueAt }: { continueAt: string }) => window.location.assign(continueAt) }
  const allow = useMutation(trpc.programs.allow.mutationOptions(goOn))
  const refuse = useMutation(trpc.programs.refuse.mutationOptions(goOn))
  const [scopes, setScopes] = useState<readonly DelegableScope[]>(asked.scopes)
  const [caps, setCaps] = useState({
    perDay: typed(asked.before?.spendPerDayMicros),
    perQuestion: typed(asked.before?.spendPerQuestionMicros),
    askAbove: typed(asked.before?.askAboveMicros),
  })
  const [days, setDays] = useState(USUAL_LIFE)
  const [password, setPassword] = useState('')
  const { errors, asksPassword, complain, complainOf, forget } = useComplaints(form, account)
  const spends = scopes.includes('spend')
  const isGoing = allow.isPending || allow.isSuccess || refuse.isPending || refuse.isSuccess

  function submit(event: FormEvent) {
    event.preventDefault()
    const read = readCaps(caps, spends)
    const judged = allowConnectionSchema.safeParse({
      ask,
      scopes,
      days: Number(days),
      password: password || null,
      ...read.caps,
    })
    const wrong = complaintsOf(judged.error?.issues, read.unread)
    if (!judged.success || wrong !== null) {
      complain(wrong ?? {})
      return
    }
    forget()
    allow.mutate(judged.data, { onError: complainOf })
  }

  return (
    <form
      ref={form}
      noValidate
      inert={!isLive}
      className="max-w-xl space-y-6"
      aria-label="Connect a program"
      onSubmit={submit}
    >
      <WhoAsks asked={asked} handle={handle} />
      {errors.root ? <ErrorNote>{errors.root}</ErrorNote> : null}
      <ScopeFields
        id={id}
        offered={asked.scopes}
        scopes={scopes}
        error={errors.scopes}
        onChange={setScopes}
      />
      {spends ? (
        <CapFields
          draft={caps}
          errors={errors}
          onChange={(part) => setCaps((before) => ({ ...before, ...part }))}
        />
      ) : null}
      <Field label="How long it stays connected" error={errors.days} className="max-w-xs">
        <Select value={days} onChange={(event) => setDays(event.target.value)}>
          {LIVES.map((life) => (
            <option key={life.label} value={life.days}>
              {life.label}
            </option>
          ))}
        </Select>
      </Field>
      {asksPassword ? (
        <ProofField
          error={errors.password}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      ) : errors.password ? (
        <ErrorNote>{errors.password}</ErrorNote>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant="primary"
          pending={allow.isPending || allow.isSuccess}
          disabled={isGoing}
        >
          Connect it
        </Button>
        <Button
          type="button"
          pending={refuse.isPending || refuse.isSuccess}
          disabled={isGoing}
          onClick={() => refuse.mutate({ ask }, { onError: complainOf })}
        >
          Do not connect
        </Button>
      </div>
      <p className="measure text-muted text-sm">
        You can disconnect it at any time under Settings, Programs. What it did stands in the log of your
        account.
      </p>
    </form>
  )
}

/** Names are the program's own word: what is known of it is where it sends you, and whose page describes it. */
function WhoAsks({ asked, handle }: Pick<ConnectFormProps, 'asked' | 'handle'>) {
  const { name, host, isOnThisMachine, vouchedBy, before } = asked
  return (
    <div className="space-y-3 rounded-lg border border-line p-4">
      <p className="wrap-anywhere">
        <strong>{name}</strong> asks to act on this market for <strong>{handle}</strong>.
      </p>
      <ul className="measure list-disc space-y-1 pl-5 text-sm">
        <li className="wrap-anywhere">
          {vouchedBy === null ? (
            'It registered itself: nobody has checked its name.'
          ) : (
            <>
              Its name is what <strong>{vouchedBy}</strong> says.
            </>
          )}
        </li>
        <li className="wrap-anywhere">
          Afterwards you are sent to <strong>{host}</strong>
          {isOnThisMachine
            ? ', a program on this machine. Any program here could be it: go on only if you have just started this yourself.'
            : '.'}
        </li>
        {before === null ? null : (
          <li>
            It is connected already (may {before.scopes.join(', ')}). What you say now takes the place of
            that, and what it spent today goes on counting.
          </li>
        )}
      </ul>
    </div>
  )
}
