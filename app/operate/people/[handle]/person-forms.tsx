'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTRPCClient } from '@/app/trpc'
import { PlainForm } from '@/components/form/plain-form'
import { Disclosure } from '@/components/ui/disclosure'
import { Field } from '@/components/ui/field'
import { Input, Select } from '@/components/ui/input'
import { ROLES, type Role } from '@/server/actors/actor'
import { REASON_CHARS_MAX } from '@/server/contract/operate'
import { parseCredits } from '@/server/shared/money'

/** What an operator can do to one person, a form each. */

function useDone() {
  const router = useRouter()
  return async (deed: Promise<unknown>) => {
    await deed
    router.refresh()
  }
}

export function RoleForm({ handle, role }: { handle: string; role: Role }) {
  const client = useTRPCClient()
  const done = useDone()
  return (
    <PlainForm
      label="Give this role"
      done="It holds from their next request on."
      onSend={({ role: wanted }) =>
        done(
          client.operate.giveRole.mutate({ handle, role: ROLES.find((one) => one === wanted) ?? 'person' }),
        )
      }
    >
      <Field label="Role" className="max-w-xs">
        <Select name="role" defaultValue={role}>
          {ROLES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      </Field>
    </PlainForm>
  )
}

export function SignOutForm({ handle, logins }: { handle: string; logins: string }) {
  const client = useTRPCClient()
  const done = useDone()
  return (
    <PlainForm
      label={`End ${logins}`}
      variant="danger"
      done="Signed out everywhere."
      onSend={() => done(client.operate.signOut.mutate({ handle }))}
    />
  )
}

export function PauseBotForm({ bot: { id, name } }: { bot: { id: string; name: string } }) {
  const client = useTRPCClient()
  const done = useDone()
  return (
    <PlainForm
      label={`Pause ${name}`}
      variant="secondary"
      done=""
      className="shrink-0"
      onSend={() => done(client.operate.pauseBot.mutate({ botId: id }))}
    />
  )
}

export function RevokeKeyForm({ accessKey: { id, name } }: { accessKey: { id: string; name: string } }) {
  const client = useTRPCClient()
  const done = useDone()
  return (
    <PlainForm
      label={`Revoke ${name}`}
      variant="danger"
      done=""
      className="shrink-0"
      onSend={() => done(client.operate.revokeKey.mutate({ id }))}
    />
  )
}

export function GrantForm({ handle }: { handle: string }) {
  const client = useTRPCClient()
  const done = useDone()
  const [requestKey, setRequestKey] = useState(() => crypto.randomUUID())
  return (
    <PlainForm
      label="Give them"
      done="Given, and told to them."
      onSend={async ({ amount = '', reason = '' }) => {
        const read = parseCredits(amount)
        if (!read.ok) throw new RefusedHere(read.message)
        await done(client.operate.grant.mutate({ handle, amountMicros: read.micros, reason, requestKey }))
        setRequestKey(crypto.randomUUID())
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Amount" required>
          <Input name="amount" inputMode="decimal" suffix="credits" autoComplete="off" required />
        </Field>
        <Field label="Why" audience="Operators alone." required>
          <Input name="reason" maxLength={REASON_CHARS_MAX} autoComplete="off" required />
        </Field>
      </div>
    </PlainForm>
  )
}

/** What a form refuses by itself, read as a refusal of the server’s. */
class RefusedHere extends Error {
  readonly data = {}
}

export function ReverseForm({ transferKey }: { transferKey: string }) {
  const client = useTRPCClient()
  const done = useDone()
  return (
    <Disclosure summary="Take it back">
      <PlainForm
        label="Take it back"
        variant="danger"
        done="Taken back."
        onSend={({ reason = '' }) => done(client.operate.reverse.mutate({ key: transferKey, reason }))}
      >
        <Field label="Why" audience="Operators alone." required>
          <Input name="reason" maxLength={REASON_CHARS_MAX} autoComplete="off" required />
        </Field>
      </PlainForm>
    </Disclosure>
  )
}
