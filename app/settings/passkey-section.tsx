'use client'

import { startRegistration } from '@simplewebauthn/browser'
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { canUsePasskeys, passkeySentence } from '@/app/passkey'
import { useTRPC } from '@/app/trpc'
import { asksProof } from '@/components/form/asks-proof'
import { ProofField } from '@/components/form/proof-field'
import { readServerError } from '@/components/form/server-error'
import { useIsLive } from '@/components/form/use-is-live'
import { Ago } from '@/components/time/time'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/feedback'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { Account } from '@/server/contract/auth'
import { PASSKEY_NAME_CHARS_MAX, type Passkey } from '@/server/contract/passkeys'

export type PasskeySectionProps = { passkeys: readonly Passkey[]; account: Account }

/** Passkeys of one's own: a list, and one more. */
export function PasskeySection({ passkeys, account }: PasskeySectionProps) {
  const isLive = useIsLive()
  const [password, setPassword] = useState('')
  const [asksPassword, setAsksPassword] = useState(asksProof(account))
  const [problem, setProblem] = useState<string | null>(null)
  const proof = { password: password || null }

  function refuse(error: unknown) {
    const { code, message } = readServerError(error)
    if (code === 'auth.prove_again' && account.hasPassword) setAsksPassword(true)
    setProblem(code === null ? passkeySentence(error) : message)
  }

  return (
    <div className="max-w-xl space-y-5" inert={!isLive}>
      <p className="measure text-muted">
        A passkey signs you in with your device’s finger, face or PIN. There is nothing to type, and nothing
        that a false page could ask you for.
      </p>
      {problem === null ? null : <ErrorNote>{problem}</ErrorNote>}
      {passkeys.length === 0 ? null : (
        <ul className="divide-y divide-line border-line border-y">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              proof={proof}
              onDone={() => setProblem(null)}
              onRefused={refuse}
            />
          ))}
        </ul>
      )}
      {asksPassword ? (
        <ProofField
          hint="It is a while since you signed in: type it to add or remove a passkey."
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      ) : null}
      <AddPasskey account={account} proof={proof} onDone={() => setProblem(null)} onRefused={refuse} />
    </div>
  )
}

type Outcome = {
  proof: { password: string | null }
  onDone: () => void
  onRefused: (error: unknown) => void
}

function AddPasskey({ account, proof, onDone, onRefused }: Outcome & { account: Account }) {
  const trpc = useTRPC()
  const router = useRouter()
  const isLive = useIsLive()
  const begin = useMutation(trpc.passkeys.begin.mutationOptions())
  const keep = useMutation(trpc.passkeys.add.mutationOptions())
  const [name, setName] = useState('This device')
  const [isAdding, setIsAdding] = useState(false)

  async function add() {
    setIsAdding(true)
    try {
      const response = await startRegistration({ optionsJSON: await begin.mutateAsync(proof) })
      await keep.mutateAsync({ name, response })
      onDone()
      router.refresh()
    } catch (error) {
      onRefused(error)
    }
    setIsAdding(false)
  }

  if (isLive && !canUsePasskeys(account.passkeyOrigin)) {
    return (
      <p className="measure text-muted text-sm">
        {account.passkeyOrigin === null
          ? 'This market has no name that passkeys could belong to. Its operator gives it one with APP_URL.'
          : `This browser cannot add one here. Passkeys of this market are used at ${account.passkeyOrigin}.`}
      </p>
    )
  }
  return (
    <form
      noValidate
      className="flex max-w-sm flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <Field label="Name of the new passkey" className="min-w-0 flex-1 basis-48">
        <Input
          autoComplete="off"
          maxLength={PASSKEY_NAME_CHARS_MAX}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Button type="submit" pending={isAdding} pendingLabel="Waiting for your device…">
        <KeyRound aria-hidden />
        Add a passkey
      </Button>
    </form>
  )
}

function PasskeyRow({ passkey, proof, onDone, onRefused }: Outcome & { passkey: Passkey }) {
  const trpc = useTRPC()
  const router = useRouter()
  const [name, setName] = useState<string | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const done = () => {
    setName(null)
    setIsAsking(false)
    onDone()
    router.refresh()
  }
  const refused = (error: unknown) => {
    setIsAsking(false)
    onRefused(error)
  }
  const rename = useMutation(trpc.passkeys.rename.mutationOptions({ onSuccess: done, onError: refused }))
  const remove = useMutation(trpc.passkeys.remove.mutationOptions({ onSuccess: done, onError: refused }))

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      {name === null ? (
        <div className="min-w-0">
          <p className="wrap-anywhere font-medium">{passkey.name}</p>
          <p className="text-muted text-sm">
            Added <Ago at={passkey.createdAt} />
            {passkey.usedAt === null ? (
              ', not used yet'
            ) : (
              <>
                , last used <Ago at={passkey.usedAt} />
              </>
            )}
          </p>
        </div>
      ) : (
        <form
          className="flex min-w-0 flex-1 basis-60 flex-wrap items-end gap-2"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            rename.mutate({ id: passkey.id, name })
          }}
        >
          <Field label={`New name of ${passkey.name}`} labelHidden className="min-w-0 flex-1 basis-40">
            <Input
              autoFocus
              maxLength={PASSKEY_NAME_CHARS_MAX}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <Button type="submit" pending={rename.isPending}>
            Save
          </Button>
        </form>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="quiet"
          aria-label={name === null ? `Rename ${passkey.name}` : 'Keep the name'}
          onClick={() => setName(name === null ? passkey.name : null)}
        >
          {name === null ? 'Rename' : 'Keep it'}
        </Button>
        <AlertDialog
          open={isAsking}
          onOpenChange={setIsAsking}
          trigger={
            <Button size="sm" variant="danger" aria-label={`Remove ${passkey.name}`}>
              Remove
            </Button>
          }
          title={`Remove ${passkey.name}?`}
          description="It signs nobody in any more. The device may still list it; delete it there too."
          confirmLabel="Remove it"
          danger
          pending={remove.isPending}
          onConfirm={() => remove.mutate({ id: passkey.id, ...proof })}
        />
      </div>
    </li>
  )
}
